/** Every form of the standard headers, and what must not be made of those that are garbage. */
import { defineVenue, standardHeaders } from "headgate";
import type { Answer, Reader, Report } from "headgate";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatHttpDate } from "../../src/clock.ts";
import { readReports } from "../../src/venue/reports.ts";
import { runs } from "../support/property-play.ts";

type Headers = Readonly<Record<string, string>>;

/** Sunday, noon. */
const serverMs = Date.parse("2026-11-29T12:00:00Z");
const serverSeconds = serverMs / 1_000;
const date = formatHttpDate(serverMs);
const dayMs = 86_400_000;

/** As the client makes it: names in any case. */
function answer(headers: Headers): Answer {
  const lower = new Map(Object.entries(headers).map(([key, text]) => [key.toLowerCase(), text]));
  return { status: 200, header: (name) => lower.get(name.toLowerCase()), body: undefined };
}

/** What is read; `undefined` where the answer says nothing. */
function read(headers: Headers, policy?: string): Report | undefined {
  return standardHeaders("weight", policy === undefined ? {} : { policy })(answer(headers)).weight;
}

describe("the forms of the IETF's drafts", () => {
  test.each<[what: string, headers: Headers, report: Report]>([
    [
      "drafts up to 3, with the policies behind the limit",
      {
        "RateLimit-Limit": "100, 100;w=60",
        "RateLimit-Remaining": "50",
        "RateLimit-Reset": "30",
      },
      { max: 100, remaining: 50, endsInMs: 30_000 },
    ],
    [
      "draft 6",
      {
        "RateLimit-Policy": "100;w=60",
        "RateLimit-Limit": "100",
        "RateLimit-Remaining": "50",
        "RateLimit-Reset": "30",
      },
      { max: 100, remaining: 50, endsInMs: 30_000 },
    ],
    [
      "draft 7",
      { "RateLimit-Policy": "100;w=60", RateLimit: "limit=100, remaining=50, reset=30" },
      { max: 100, remaining: 50, endsInMs: 30_000 },
    ],
    [
      "draft 7 without spaces",
      { RateLimit: "limit=100,remaining=0,reset=0" },
      { max: 100, remaining: 0, endsInMs: 0 },
    ],
    [
      "draft 8 and later",
      { "RateLimit-Policy": '"default";q=100;w=60', RateLimit: '"default";r=50;t=30' },
      { max: 100, remaining: 50, endsInMs: 30_000 },
    ],
    [
      "draft 8 with spaces and a partition key",
      {
        "RateLimit-Policy": '"100-in-1min"; q=100; w=60; pk=:NzExY2Q4ZmM4YmE3:',
        RateLimit: '"100-in-1min"; r=50; t=30; pk=:NzExY2Q4ZmM4YmE3:',
      },
      { max: 100, remaining: 50, endsInMs: 30_000 },
    ],
    [
      "a name that is a token",
      { RateLimit: "default;r=50;t=30" },
      { remaining: 50, endsInMs: 30_000 },
    ],
    [
      "an item without t",
      { RateLimit: '"default";r=999;pk=:dHJpYWwxMjEzMjM=:' },
      { remaining: 999 },
    ],
    [
      "the published item",
      { RateLimit: '"default";r=50;t=30' },
      { remaining: 50, endsInMs: 30_000 },
    ],
    [
      "an item with nothing left",
      { RateLimit: '"problemPolicy";r=0;t=10' },
      { remaining: 0, endsInMs: 10_000 },
    ],
    ["a policy alone", { "RateLimit-Policy": '"default";q=100;w=60' }, { max: 100 }],
    ["a policy alone, as in draft 7", { "RateLimit-Policy": "100;w=60" }, { max: 100 }],
    [
      "a name with separators and quotes in it",
      { "RateLimit-Policy": String.raw`"a,\";b";q=9`, RateLimit: String.raw`"a,\";b";r=5` },
      { max: 9, remaining: 5 },
    ],
  ])("%s", (_, headers, report) => {
    expect(read(headers)).toEqual(report);
  });

  test("a header's name fits in any case", () => {
    for (const header of [
      "X-RATELIMIT-REMAINING",
      "x-ratelimit-remaining",
      "X-Ratelimit-Remaining",
    ])
      expect(read({ [header]: "7" })).toEqual({ remaining: 7 });
  });

  test("their reset is seconds, however large it is", () => {
    const t = String(31 * 86_400);
    for (const headers of [
      { "RateLimit-Reset": t },
      { RateLimit: `limit=1, remaining=1, reset=${t}` },
      { RateLimit: `"default";r=1;t=${t}` },
    ])
      expect(read(headers)).toMatchObject({ endsInMs: 31 * dayMs });
  });

  test("their reset is no instant, and what is further away than 31 days is none", () => {
    for (const reset of [
      String(31 * 86_400 + 1),
      String(serverSeconds + 10),
      formatHttpDate(serverMs + 10_000),
    ]) {
      expect(read({ date, "RateLimit-Reset": reset })).toBeUndefined();
      expect(read({ date, RateLimit: `remaining=1, reset=${reset}` })).toEqual({ remaining: 1 });
      expect(read({ date, RateLimit: `"default";r=1;t=${reset}` })).toEqual({ remaining: 1 });
    }
  });
});

describe("several policies", () => {
  const policies = '"burst";q=100;w=60,"daily";q=1000;w=86400';

  test("the one with least remaining is taken", () => {
    const RateLimit = '"daily";r=900;t=7000, "burst";r=50;t=30';
    expect(read({ "RateLimit-Policy": policies, RateLimit })).toEqual({
      max: 100,
      remaining: 50,
      endsInMs: 30_000,
    });
  });

  test("of two that are used up the one that takes longer is taken", () => {
    for (const RateLimit of ['"a";r=0;t=5, "b";r=0;t=7000', '"b";r=0;t=7000, "a";r=0, "c";r=0;t=5'])
      expect(read({ RateLimit })).toEqual({ remaining: 0, endsInMs: 7_000_000 });
  });

  test("a quota is no max while another policy grants less", () => {
    const said = [
      { "RateLimit-Policy": policies, RateLimit: '"daily";r=40;t=7000, "burst";r=50;t=30' },
      {
        "RateLimit-Policy": "100;w=60, 1000;w=86400",
        RateLimit: "limit=1000, remaining=40, reset=7000",
      },
      {
        "RateLimit-Limit": "1000, 100;w=60, 1000;w=86400",
        "RateLimit-Remaining": "40",
        "RateLimit-Reset": "7000",
      },
    ];
    for (const headers of said)
      expect(read(headers)).toEqual({ remaining: 40, endsInMs: 7_000_000 });
  });

  test("several policies without an item say nothing", () => {
    expect(read({ "RateLimit-Policy": policies })).toBeUndefined();
  });

  test("an item without a policy has no max, and a policy of another name is not its own", () => {
    expect(read({ "RateLimit-Policy": policies, RateLimit: '"hourly";r=5' })).toEqual({
      remaining: 5,
    });
  });

  test("an item by name is read alone, with the policy of that name", () => {
    const headers = {
      "RateLimit-Policy": policies,
      RateLimit: '"burst";r=50;t=30, daily;r=900;t=7000',
    };
    expect(read(headers, "burst")).toEqual({ max: 100, remaining: 50, endsInMs: 30_000 });
    expect(read(headers, "daily")).toEqual({ max: 1_000, remaining: 900, endsInMs: 7_000_000 });
    expect(read(headers, "hourly")).toBeUndefined();
  });

  test("with a name, fields that have none are not read", () => {
    const headers = {
      RateLimit: "limit=100, remaining=50, reset=30",
      "RateLimit-Remaining": "50",
      "X-RateLimit-Limit": "100",
    };
    expect(read(headers, "burst")).toBeUndefined();
    expect(read({ ...headers, RateLimit: '"burst";r=3' }, "burst")).toEqual({ remaining: 3 });
  });

  test("a policy of bytes is read by its name only", () => {
    const headers = {
      "RateLimit-Policy":
        '"peruser";q=65535;qu="content-bytes";w=10;pk=:sdfjLJUOUH==:, "all";q=100;qu="requests"',
      RateLimit: '"peruser";r=10;t=5, "all";r=50;t=30',
    };
    expect(read(headers)).toEqual({ max: 100, remaining: 50, endsInMs: 30_000 });
    expect(read(headers, "peruser")).toEqual({ max: 65_535, remaining: 10, endsInMs: 5_000 });
    const bytes = '"peruser";q=65535;qu="content-bytes";w=10';
    expect(read({ "RateLimit-Policy": bytes, RateLimit: '"peruser";r=10' })).toBeUndefined();
  });

  test("a unit in the singular is requests too", () => {
    expect(read({ "RateLimit-Policy": '"a";q=9;qu="request"' })).toEqual({ max: 9 });
  });
});

describe("families of headers", () => {
  /** Each family says something else, so that a figure tells where it comes from. */
  const families: readonly Headers[] = [
    { RateLimit: "limit=11, remaining=1, reset=1" },
    { "RateLimit-Limit": "12", "RateLimit-Remaining": "2", "RateLimit-Reset": "2" },
    { "X-RateLimit-Limit": "13", "X-RateLimit-Remaining": "3", "X-RateLimit-Reset": "3" },
    { "X-Rate-Limit-Limit": "14", "X-Rate-Limit-Remaining": "4", "X-Rate-Limit-Reset": "4" },
  ];

  test.each([0, 1, 2, 3])("family %d wins over those behind it", (first) => {
    const headers: Headers = Object.assign({}, ...families.slice(first));
    const remaining = first + 1;
    expect(read(headers)).toEqual({ max: 10 + remaining, remaining, endsInMs: remaining * 1_000 });
  });

  test("an older family with a smaller limit changes nothing", () => {
    expect(read({ RateLimit: "limit=11", "X-RateLimit-Limit": "5" })).toEqual({ max: 11 });
  });

  test("each field is looked for on its own", () => {
    const headers = {
      RateLimit: "limit=0, remaining=1, reset=-1",
      "RateLimit-Limit": "none",
      "RateLimit-Reset": "1790000000",
      "X-RateLimit-Limit": "13",
      "X-RateLimit-Remaining": "3",
      "X-Rate-Limit-Used": "9",
      "X-Rate-Limit-Reset": "4",
    };
    expect(read(headers)).toEqual({ used: 9, remaining: 1, max: 13, endsInMs: 4_000 });
  });

  test("a used figure may be zero, and may have decimals", () => {
    expect(read({ "X-RateLimit-Used": "0" })).toEqual({ used: 0 });
    expect(read({ "X-RateLimit-Used": "1.5" })).toEqual({ used: 1.5 });
  });

  test("what a cache gives says nothing", () => {
    expect(read({ age: "1", "X-RateLimit-Remaining": "3" })).toBeUndefined();
    expect(read({ age: "0", "X-RateLimit-Remaining": "3" })).toEqual({ remaining: 3 });
  });
});

describe("a reset of X-RateLimit and X-Rate-Limit", () => {
  const inSeconds = (seconds: number): string => String(serverSeconds + seconds);
  const inMs = (ms: number): string => String(serverMs + ms);

  test.each<[what: string, text: string, endsInMs: number | undefined]>([
    ["seconds", "30", 30_000],
    ["no seconds", "0", 0],
    ["decimals", "0.5", 500],
    ["seconds of a day", "86400", dayMs],
    ["seconds of the longest day", "90000", 90_000_000],
    ["ms above that", "90001", 90_001],
    ["ms of five minutes", "300000", 300_000],
    ["ms of a day", "86400000", dayMs],
    ["the most ms", "999999999", 999_999_999],
    ["epoch seconds that passed in 2001", "1000000000", undefined],
    ["ms of 31 days, which are epoch seconds of 2054", "2678400000", undefined],
    ["epoch seconds", inSeconds(10), 10_000],
    ["epoch seconds with decimals", `${inSeconds(10)}.5`, 10_500],
    ["epoch seconds of now", inSeconds(0), 0],
    ["epoch seconds that have passed a little", inSeconds(-5), 0],
    ["epoch seconds that have passed", inSeconds(-6), undefined],
    ["epoch seconds in 31 days", inSeconds(31 * 86_400), 31 * dayMs],
    ["epoch seconds in more than 31 days", inSeconds(31 * 86_400 + 1), undefined],
    ["the most epoch seconds", "99999999999", undefined],
    ["the least epoch ms", "100000000000", undefined],
    ["epoch ms (M35)", inMs(10_000), 10_000],
    ["epoch ms of now", inMs(0), 0],
    ["epoch ms that have passed a little", inMs(-5_000), 0],
    ["epoch ms that have passed", inMs(-5_001), undefined],
    ["epoch ms in 31 days", inMs(31 * dayMs), 31 * dayMs],
    ["epoch ms in more than 31 days", inMs(31 * dayMs + 1), undefined],
    ["epoch microseconds", `${inMs(10_000)}000`, undefined],
    ["a date", formatHttpDate(serverMs + 10_000), 10_000],
    ["a date that has passed a little", formatHttpDate(serverMs - 5_000), 0],
    ["a date that has passed", formatHttpDate(serverMs - 6_000), undefined],
    ["a date in more than 31 days", formatHttpDate(serverMs + 32 * dayMs), undefined],
    ["a date so old that its ms would be seconds", formatHttpDate(30_000), undefined],
    ["two values (M34)", "1, 1", undefined],
    ["a negative number", "-1", undefined],
  ])("%s: %j", (_, text, endsInMs) => {
    for (const header of ["X-RateLimit-Reset", "X-Rate-Limit-Reset"])
      expect(read({ date, [header]: text })?.endsInMs).toBe(endsInMs);
  });

  test("an instant without a Date is ignored, and so is one with a Date that is none", () => {
    for (const reset of [inSeconds(10), inMs(10_000), formatHttpDate(serverMs + 10_000)]) {
      expect(read({ "X-RateLimit-Reset": reset })).toBeUndefined();
      expect(read({ date: "now", "X-RateLimit-Reset": reset })).toBeUndefined();
    }
  });

  test("an instant less a Date is true to 2 s, and only where that reset is the one taken", () => {
    for (const reset of [inSeconds(10), inMs(10_000), formatHttpDate(serverMs + 10_000)])
      expect(read({ date, "X-RateLimit-Reset": reset })).toEqual({
        endsInMs: 10_000,
        endsStepMs: 2_000,
      });
    // In ms it is as coarse as the Date alone.
    const fine = { date, "X-RateLimit-Reset": inMs(9_250) };
    expect(read(fine)).toEqual({ endsInMs: 9_250, endsStepMs: 1_000 });
    // One that has passed is so much further from "now".
    expect(read({ date, "X-RateLimit-Reset": inSeconds(-4) })).toEqual({
      endsInMs: 0,
      endsStepMs: 6_000,
    });
    const both = { date, "RateLimit-Reset": "9", "X-RateLimit-Reset": inSeconds(10) };
    expect(read(both)).toEqual({ endsInMs: 9_000 });
  });

  test("seconds and ms from now need no Date", () => {
    expect(read({ "X-RateLimit-Reset": "30" })).toEqual({ endsInMs: 30_000 });
    expect(read({ "X-RateLimit-Reset": "300000" })).toEqual({ endsInMs: 300_000 });
  });
});

describe("garbage", () => {
  const figures = [
    "",
    " ",
    "-1",
    "-0",
    "+5",
    "NaN",
    "Infinity",
    "-Infinity",
    "1e3",
    "0x10",
    ".5",
    "5.",
    "1_000",
    "1 000",
    "5s",
    "unlimited",
    "null",
    "[object Object]",
    "٣",
    "9".repeat(400),
  ];

  test.each(figures)("%j is no figure in any header", (text) => {
    for (const prefix of ["RateLimit-", "X-RateLimit-", "X-Rate-Limit-"]) {
      for (const field of ["Limit", "Remaining", "Used", "Reset"])
        expect(read({ date, [prefix + field]: text })).toBeUndefined();
    }
    expect(read({ RateLimit: `limit=${text}, remaining=${text}, reset=${text}` })).toBeUndefined();
    expect(read({ RateLimit: `"a";r=${text};t=5` })).toBeUndefined();
    expect(read({ "RateLimit-Policy": `"a";q=${text}` })).toBeUndefined();
  });

  test.each([
    '"default"',
    "default",
    '"default";t=30',
    '"default;r=50;t=30',
    'default";r=50',
    '"a" "b";r=50',
    '"a"b;r=50',
    ";r=50",
    "r=50",
    "r",
    "=50",
    ",",
    ",,;;==",
    '"',
    '"\\',
    '"\\x";r=50',
    "(a b);r=50",
    '"a";R=50',
    "Remaining=50",
    "__proto__=50",
    "constructor;q=5",
  ])("%j is no item", (text) => {
    expect(read({ RateLimit: text })).toBeUndefined();
  });

  test.each(['"a" "b";q=5', "(a b);q=5", ";q=5", "q=5", '"a;q=5', '"100";w=60', '"a";w=60'])(
    "%j is no policy",
    (text) => {
      expect(read({ "RateLimit-Policy": text })).toBeUndefined();
    },
  );

  test("a quotation that does not end takes the whole header with it", () => {
    expect(read({ RateLimit: '"a";r=50, "b' })).toBeUndefined();
    expect(read({ "X-RateLimit-Limit": '100, 100;w=60;name="a' })).toBeUndefined();
  });

  test("an item that is none leaves the others as they are", () => {
    expect(read({ RateLimit: '"a";r=x, "b";t=5, , "c";r=50;t=no, "d"' })).toEqual({
      remaining: 50,
    });
  });

  test("a limit of zero is none, and nothing remaining is a figure", () => {
    expect(read({ "RateLimit-Policy": '"a";q=0' })).toBeUndefined();
    expect(read({ "X-RateLimit-Limit": "0", "X-RateLimit-Remaining": "0" })).toEqual({
      remaining: 0,
    });
  });

  test("an answer without any of the headers says nothing", () => {
    expect(standardHeaders("weight")(answer({ date }))).toEqual({});
  });
});

const headerNames = [
  "RateLimit",
  "RateLimit-Policy",
  ...["RateLimit-", "X-RateLimit-", "X-Rate-Limit-"].flatMap((prefix) =>
    ["Limit", "Remaining", "Used", "Reset"].map((field) => prefix + field),
  ),
];

describe("whatever stands in the headers", () => {
  const number = fc.oneof(
    fc.double().map(String),
    fc.integer().map(String),
    fc.bigInt({ min: 0n, max: 10n ** 20n }).map(String),
    fc.integer({ min: -40 * dayMs, max: 40 * dayMs }).map((ms) => String(serverMs + ms)),
    fc.constantFrom("0", "-1", "9".repeat(400), "", formatHttpDate(serverMs + 1_000)),
  );
  const name = fc.constantFrom('"a"', '"b"', "a", "100", "limit=100", "remaining=1", "reset=9");
  const item = fc
    .tuple(name, number, number, fc.constantFrom(";", "; ", ";;", '"', ""))
    .map(([head, first, second, mark]) => `${head};r=${first};q=${first}${mark};t=${second}`);
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: "binary" }),
    number,
    fc.array(fc.oneof(item, number, name), { maxLength: 5 }).map((items) => items.join(",")),
  );
  const headers = fc.dictionary(
    fc.constantFrom(...headerNames, "Date", "Age"),
    fc.oneof(text, fc.constant(date)),
  );
  const policy = fc.constantFrom(undefined, "a", "b", "100");

  /** No reader may say anything else, whatever it is given. */
  function sound(reader: typeof read): fc.IProperty<[Headers, string | undefined]> {
    return fc.property(headers, policy, (said, picked) => {
      for (const [field, figure] of Object.entries(reader(said, picked) ?? {})) {
        const low = field === "max" ? Number.MIN_VALUE : 0;
        const high = field === "endsInMs" ? 31 * dayMs : Number.MAX_VALUE;
        if (!(Number(figure) >= low && Number(figure) <= high)) return false;
      }
      return true;
    });
  }

  test("nothing is thrown and every figure is one", () => {
    fc.assert(sound(read), runs(3_000));
  });

  test("the property catches readers that trust a header", () => {
    const field = (header: string, key: keyof Report, scale: number): typeof read => {
      return (said) => (header in said ? { [key]: Number(said[header]) * scale } : undefined);
    };
    for (const mutant of [
      field("X-RateLimit-Remaining", "remaining", 1),
      field("RateLimit-Limit", "max", 1),
      field("X-RateLimit-Reset", "endsInMs", 1_000),
      (said: Headers) => ({ remaining: Number(/r=([^;]*)/.exec(said["RateLimit"] ?? "r=1")?.[1]) }),
    ])
      expect(fc.check(sound(mutant), { numRuns: 1_000, seed: 7 }).failed).toBe(true);
  });

  test("the property reads something in many of its runs", () => {
    const silent = fc.property(headers, policy, (said, picked) => read(said, picked) === undefined);
    expect(fc.check(silent, { numRuns: 100, seed: 7 }).failed).toBe(true);
  });

  test.each<[what: string, part: string]>([
    ["quotes", '"'],
    ["backslashes in quotes", '"\\'],
    ["escaped quotes", '\\"'],
    ["commas", ","],
    ["semicolons", ";"],
    ["equal signs", "="],
    ["digits", "1"],
    ["digits and points", "1."],
    ["spaces", " "],
    ["items", '"a";r=1,'],
    ["items of quotes", '"";'],
    ["policies", "1;w=1,"],
  ])("8 kB of %s are read in one pass", (_, part) => {
    // And five times that: with a square in it, this would take longer than a test may.
    for (const length of [8_192, 40_960]) {
      const hostile = part.repeat(length / part.length);
      for (const said of [hostile, `"${hostile}`, `"a";r=1;t=${hostile}`, `${hostile}!`]) {
        const all = Object.fromEntries(headerNames.map((header) => [header, said]));
        expect(() => read({ ...all, date })).not.toThrow();
      }
    }
  });
});

describe("standardHeaders", () => {
  const reader = standardHeaders("perMinute", { policy: "burst" });

  test("it is a row of a venue's reports, and the rows of several limits stand side by side", () => {
    const window = { counted: "rolling-window", windowMs: 60_000, max: 100, per: ["ip"] } as const;
    const venue = defineVenue({
      name: "example",
      origin: "https://api.example.com",
      limits: { perMinute: window, perDay: { ...window, windowMs: dayMs, max: 1_000 } },
      reports: [reader, standardHeaders("perDay", { policy: "daily" }), standardHeaders("own")],
      refusals: [],
      endpoints: {},
    });
    expect(readReports(venue, answer({ RateLimit: '"burst";r=5, "daily";r=7;t=9' }))).toEqual({
      perMinute: { remaining: 5 },
      perDay: { remaining: 7, endsInMs: 9_000 },
      own: { remaining: 5 },
    });
  });

  test("a limit that does not exist does not compile", () => {
    const fits: Reader<"perMinute"> = reader;
    // @ts-expect-error: the venue has no limit of that name
    const typo: Reader<"perMinute"> = standardHeaders("perMinuet");
    expect([fits, typo]).toHaveLength(2);
  });

  test("asking twice gives the same report", () => {
    const given = answer({ date, "X-RateLimit-Reset": String(serverSeconds + 3) });
    const twice = standardHeaders("weight");
    expect(twice(given)).toEqual(twice(given));
  });
});
