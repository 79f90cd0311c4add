/** Signatures against the vectors that exchanges publish, and against what verifies them. */
import { createHash, generateKeyPairSync, verify } from "node:crypto";
import type { KeyObject, KeyPairKeyObjectResult } from "node:crypto";
import { jwt, privateKeyScheme, signature } from "headgate";
import type { Scheme } from "headgate";
import { describe, expect, test } from "vitest";

type Vector = Readonly<{
  what: string;
  secret: string;
  payload: string | Uint8Array;
  scheme: Scheme;
  signed: string;
}>;

const sha256Hex: Scheme = { by: "hmac-sha256", as: "hex" };
const sha384Hex: Scheme = { by: "hmac-sha384", as: "hex" };
const sha512Hex: Scheme = { by: "hmac-sha512", as: "hex" };
const krakens: Scheme = { by: "hmac-sha512", as: "base64", secretIs: "base64" };

const binanceSecret = "NhqPtmdSJYdKjVHjA7PZj4Mge3R5YNiP1e3UZjInClVN65XAbvqqM6A7H5fATj0j";
const binanceKey = "vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zvsw0MuIgwCIPy6utIco14y7Ju91duEh8A";
const futuresSecret = "2b5eb11e18796d12d88f13dc27dbbd02c2cc51ff7059765ed9821957d82bb4d9";
const mexcSecret = "45d0b3c26f2644f19bfb98b07741b2f5";

/** Each as its exchange documents it, or as a maintained client tests it; read in November 2026. */
const vectors: readonly Vector[] = [
  {
    what: "binance-spot: rest-1",
    secret: binanceSecret,
    payload:
      "symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559",
    scheme: sha256Hex,
    signed: "c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71",
  },
  {
    what: "binance-spot: rest-nonascii",
    secret: binanceSecret,
    payload:
      "symbol=%EF%BC%91%EF%BC%92%EF%BC%93%EF%BC%94%EF%BC%95%EF%BC%96&side=BUY&type=LIMIT&timeInForce=GTC&quantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559",
    scheme: sha256Hex,
    signed: "e1353ec6b14d888f1164ae9af8228a3dbd508bc82eb867db8ab6046442f33ef3",
  },
  {
    what: "binance-spot: rest-mixed",
    secret: binanceSecret,
    payload:
      "symbol=LTCBTC&side=BUY&type=LIMIT&timeInForce=GTCquantity=1&price=0.1&recvWindow=5000&timestamp=1499827319559",
    scheme: sha256Hex,
    signed: "0fd168b8ddb4876a0358a8d14d0c9f3da0e9b20c5d52b2a00fcf7d1c602f9a77",
  },
  {
    what: "binance-spot: ws-1",
    secret: binanceSecret,
    payload: `apiKey=${binanceKey}&price=52000.00&quantity=0.01000000&recvWindow=100&side=SELL&symbol=BTCUSDT&timeInForce=GTC&timestamp=1645423376532&type=LIMIT`,
    scheme: sha256Hex,
    signed: "aa1b5712c094bc4e57c05a1a5c1fd8d88dcd628338ea863fec7b88e59fe2db24",
  },
  {
    what: "binance-spot: ws-nonascii",
    secret: binanceSecret,
    payload: `apiKey=${binanceKey}&price=0.10000000&quantity=1.00000000&recvWindow=5000&side=BUY&symbol=１２３４５６&timeInForce=GTC&timestamp=1645423376532&type=LIMIT`,
    scheme: sha256Hex,
    signed: "b33892ae8e687c939f4468c6268ddd4c40ac1af18ad19a064864c47bae0752cd",
  },
  {
    what: "binance-usdm: rest-1",
    secret: futuresSecret,
    payload:
      "symbol=BTCUSDT&side=BUY&type=LIMIT&quantity=1&price=9000&timeInForce=GTC&recvWindow=5000&timestamp=1591702613943",
    scheme: sha256Hex,
    signed: "3c661234138461fcc7a7d8746c6558c9842d4e10870d2ecbedf7777cad694af9",
  },
  {
    what: "binance-usdm: mixed-as-published",
    secret: futuresSecret,
    payload:
      "symbol=BTCUSDT&side=BUY&type=LIMIT&timeInForce=GTCquantity=1&price=9000&recvWindow=5000&timestamp= 1591702613943",
    scheme: sha256Hex,
    signed: "f9d0ae5e813ef6ccf15c2b5a434047a0181cb5a342b903b367ca6d27a66e36f2",
  },
  {
    what: "binance-usdm: mixed-corrected",
    secret: futuresSecret,
    payload:
      "symbol=BTCUSDT&side=BUY&type=LIMIT&timeInForce=GTCquantity=1&price=9000&recvWindow=5000&timestamp=1591702613943",
    scheme: sha256Hex,
    signed: "30baaf0fab549bbeda7f5ef201898b34122da25fd23c646cac2c529aebe670a4",
  },
  {
    what: "bybit: get",
    secret: "test_secret",
    payload: "1700000000000test_api_key5000category=linear&symbol=BTCUSDT",
    scheme: sha256Hex,
    signed: "fd4f31228a46109dc6673062328693696df9a96c7ff04e6491a45e7f63a0fdd7",
  },
  {
    what: "bybit: post",
    secret: "test_secret",
    payload:
      '1700000000000test_api_key5000{"category": "linear", "symbol": "BTCUSDT", "orderLinkId": "test-order-1"}',
    scheme: sha256Hex,
    signed: "2df4a0603d69c08d5dea29ba85b46eb7db64ce9e9ebd34a7802a3d69700cb2a1",
  },
  {
    what: "bybit: ws",
    secret: "test_secret",
    payload: "GET/realtime1700000000000",
    scheme: sha256Hex,
    signed: "bacffe7500499eb829bb58c45d36d1b3e5ac67c14eaeba91df5e99ccee013925",
  },
  {
    what: "gate: get",
    secret: "secret",
    payload:
      "GET\n/api/v4/futures/orders\ncontract=BTC_USD&status=finished&limit=50\ncf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e\n1541993715",
    scheme: sha512Hex,
    signed:
      "55f84ea195d6fe57ce62464daaa7c3c02fa9d1dde954e4c898289c9a2407a3d6fb3faf24deff16790d726b66ac9f74526668b13bd01029199cc4fcc522418b8a",
  },
  {
    what: "gate: post",
    secret: "secret",
    payload:
      "POST\n/api/v4/futures/orders\n\nad3c169203dc3026558f01b4df307641fa1fa361f086b2306658886d5708767b1854797c68d9e62fef2f991645aa82673622ebf417e091d0bd22bafe5d956cca\n1541993715",
    scheme: sha512Hex,
    signed:
      "eae42da914a590ddf727473aff25fc87d50b64783941061f47a3fdb92742541fc4c2c14017581b4199a1418d54471c269c03a38d788d802e2c306c37636389f0",
  },
  {
    what: "mexc: spot-query",
    secret: mexcSecret,
    payload:
      "symbol=BTCUSDT&side=BUY&type=LIMIT&quantity=1&price=11&recvWindow=5000&timestamp=1644489390087",
    scheme: sha256Hex,
    signed: "fd3e4e8543c5188531eb7279d68ae7d26a573d0fc5ab0d18eb692451654d837a",
  },
  {
    what: "mexc: spot-mixed",
    secret: mexcSecret,
    payload:
      "symbol=BTCUSDT&side=BUY&type=LIMITquantity=1&price=11&recvWindow=5000&timestamp=1644489390087",
    scheme: sha256Hex,
    signed: "d1a676610ceb39174c8039b3f548357994b2a34139a8addd33baadba65684592",
  },
  {
    what: "okx: get-balance",
    secret: "chNOOS4KvNXR_Xq4k4c9qsfoKWvnDecLATCRlcBwyKDYnWgO",
    payload: "2020-12-08T09:08:57.715ZGET/api/v5/account/balance",
    scheme: { by: "hmac-sha256", as: "base64" },
    signed: "PJ61e1nb2F2Qd7D8SPiaIcx2gjdELc+o0ygzre9z33k=",
  },
  {
    what: "bitfinex: a path, a nonce and a body",
    secret: "mheO6dR8ovSsxZQCOYEFCtelpuxcWGTfHw7te326y6jOwq5WpvFQ9JNljoTwBXZGv5It07m9RXSPpDQEK2w",
    payload:
      '/api/v2/auth/w/order/submit1696751141337{"type":"LIMIT","symbol":"tBTCUSD","price":15,"amount":"0.1"}',
    scheme: sha384Hex,
    signed:
      "b27b3f276d8d08dc5783c4d848f94605f98c62b7ec76db2acd48d337a479efb65b8002a0aa10999650622e66d6c631de",
  },
  {
    what: "deribit: a socket's login",
    secret: "AMANDASECRECT",
    payload: "1576074319000\n1iqt2wls\n",
    scheme: sha256Hex,
    signed: "56590594f97921b09b18f166befe0d1319b198bbcdad7ca73382de2f88fe9aa1",
  },
  {
    what: "gemini: an encoded payload",
    secret: "1234abcd",
    payload:
      "ewogICAgInJlcXVlc3QiOiAiL3YxL29yZGVyL3N0YXR1cyIsCiAgICAibm9uY2UiOiAxMjM0NTYsCgogICAgIm9yZGVyX2lkIjogMTg4MzQKfQo=",
    scheme: sha384Hex,
    signed:
      "337cc8b4ea692cfe65b4a85fcc9f042b2e3f702ac956fd098d600ab15705775017beae402be773ceee10719ff70d710f",
  },
  {
    what: "kraken-futures: a socket's challenge",
    secret:
      "7zxMEF5p/Z8l2p2U7Ghv6x14Af+Fx+92tPgUdVQ748FOIrEoT9bgT+bTRfXc5pz8na+hL/QdrCVG7bh9KpT0eMTm",
    payload: sha256("c100b894-1729-464d-ace1-52dbce11db42"),
    scheme: krakens,
    signed:
      "4JEpF3ix66GA2B+ooK128Ift4XQVtc137N9yeg4Kqsn9PI0Kpzbysl9M1IeCEdjg0zl00wkVqcsnG4bmnlMb3A==",
  },
  {
    what: "kraken-spot: a path and the hash of a form",
    secret:
      "kQH5HW/8p1uGOVjbgWA7FunAmGO8lsSUXNsu3eow76sz84Q18fWxnyRzBHCd3pd5nE9qa99HAZtuZuj6F1huXg==",
    payload: Buffer.concat([
      Buffer.from("/0/private/AddOrder"),
      sha256(
        "1616492376594nonce=1616492376594&ordertype=limit&pair=XBTUSD&price=37500&type=buy&volume=1.25",
      ),
    ]),
    scheme: krakens,
    signed:
      "4/dpxb3iT4tp/ZCVEwSnEsLxx0bqyhLpdfOpc6fn7OR8+UClSV5n9E6aSS8MPtnRfp32bAb0nmbRn6H8ndwLUQ==",
  },
];

test.each(vectors)("$what is signed as published", async ({ secret, payload, scheme, signed }) => {
  expect(await signature(secret, payload, scheme)).toBe(signed);
  expect(await signature(`9${secret}`, payload, scheme)).not.toBe(signed);
});

test("gate: the hash of a body stands in what is signed", () => {
  const body =
    '{"contract":"BTC_USD","type":"limit","size":100,"price":6800,"time_in_force":"gtc"}';
  const posted = vectors.find(({ what }) => what === "gate: post");
  expect(posted?.payload).toContain(createHash("sha512").update(body).digest("hex"));
});

type Pair = Readonly<{ publicKey: KeyObject; privateKey: string }>;

const rsa = written(generateKeyPairSync("rsa", { modulusLength: 2_048 }));
const ed25519 = written(generateKeyPairSync("ed25519"));
const p256 = written(generateKeyPairSync("ec", { namedCurve: "P-256" }));
const p384 = written(generateKeyPairSync("ec", { namedCurve: "P-384" }));

describe("a private key", () => {
  test("of RSA signs what its public key verifies", async () => {
    const signed = await signature(rsa.privateKey, "payload", { by: "rsa-sha256", as: "base64" });
    expect(verify("sha256", Buffer.from("payload"), rsa.publicKey, bytes(signed))).toBe(true);
    expect(verify("sha256", Buffer.from("another"), rsa.publicKey, bytes(signed))).toBe(false);
  });

  test("of Ed25519 signs as the first vector of RFC 8032", async () => {
    const seed = Buffer.from(
      "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
      "hex",
    );
    const expected =
      "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155" +
      "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b";
    const scheme: Scheme = { by: "ed25519", as: "hex" };
    expect(await signature(seed.toString("base64"), "", scheme)).toBe(expected);
    // With its public half behind it, as some exchanges hand it out.
    const whole = Buffer.concat([seed, Buffer.alloc(32, 7)]).toString("base64");
    expect(await signature(whole, "", scheme)).toBe(expected);
  });

  test.each([
    ["rsa-sha256", rsa.privateKey],
    ["ed25519", ed25519.privateKey],
    ["ecdsa-p256", p256.privateKey],
  ])("says that it signs by %s", (by, key) => {
    expect(privateKeyScheme(key)).toBe(by);
  });

  test("is none where the secret is shared, or signs by itself", () => {
    expect(privateKeyScheme(binanceSecret)).toBeUndefined();
    expect(privateKeyScheme(() => "")).toBeUndefined();
  });

  test.each([
    ["rsa-sha256", ed25519.privateKey],
    ["ed25519", rsa.privateKey],
    ["ed25519", "c2hvcnQ="],
    ["ecdsa-p256", p384.privateKey],
    ["ecdsa-p256", "-----BEGIN PRIVATE KEY-----\nnonsense\n-----END PRIVATE KEY-----"],
  ] as const)("of another kind than %s is refused, and not shown", (by, secret) => {
    const sign = (): unknown => signature(secret, "payload", { by, as: "base64" });
    expect(sign).toThrow(TypeError);
    expect(sign).toThrow(/^The account's secret is no private key of the kind \w+\.$/);
  });
});

describe("a token", () => {
  const claims = { sub: "key-name", uri: "GET api.example.com/accounts" };

  test("signed by HS256 is the one of jwt.io", async () => {
    const token = await jwt(
      { sub: "1234567890", name: "John Doe", iat: 1_516_239_022 },
      "your-256-bit-secret",
      { algorithm: "HS256" },
    );
    expect(token).toBe(
      "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9" +
        ".eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ" +
        ".SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c",
    );
  });

  test.each([
    ["ES256", p256, "sha256"],
    ["EdDSA", ed25519, null],
  ] as const)("signed by %s is verified by its public key", async (algorithm, pair, hash) => {
    const header = { kid: "key-name", nonce: "0123" };
    const [head = "", body = "", signed = ""] = (
      await jwt(claims, pair.privateKey, { algorithm, header })
    ).split(".");
    expect(decoded(head)).toEqual({ alg: algorithm, typ: "JWT", ...header });
    expect(decoded(body)).toEqual(claims);
    const key = { key: pair.publicKey, dsaEncoding: "ieee-p1363" } as const;
    const payload = Buffer.from(`${head}.${body}`);
    expect(verify(hash, payload, key, Buffer.from(signed, "base64url"))).toBe(true);
  });

  test("may be signed elsewhere", async () => {
    const asked: unknown[] = [];
    const elsewhere = async (payload: string | Uint8Array): Promise<string> => {
      asked.push(payload);
      return "signed-there";
    };
    const token = await jwt(claims, elsewhere, { algorithm: "HS512" });
    expect(token).toBe(`${String(asked[0])}.signed-there`);
  });
});

function written({ publicKey, privateKey }: KeyPairKeyObjectResult): Pair {
  const pem = privateKey.export({ type: "pkcs8", format: "pem" });
  return { publicKey, privateKey: String(pem) };
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

function bytes(base64: string): Buffer {
  return Buffer.from(base64, "base64");
}

function decoded(part: string): unknown {
  return JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
}
