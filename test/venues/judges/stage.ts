/** The server sides that a judge sees, on loopback, with a switch that makes them say one no to everything. */
import { refusing, startEmulator } from "headgate/emulator";
import type { Emulator, ServerRefusal, ServerSide } from "headgate/emulator";
import type { Proof } from "../proof.ts";
import type { Judge, Keys } from "./desk.ts";

/** The secret is base64, which Kraken wants. */
export const keys: Keys = { apiKey: "judges-key", secret: "cmlnaHQ=", passphrase: "judges-pass" };

export type Stage = Readonly<{
  /** Where to go instead of an exchange's URL. */
  originOf: (url: string) => string;
  /** What everything is answered from now on; as usual without one. */
  refuse: (refusal?: ServerRefusal) => void;
  close: () => Promise<unknown>;
}>;

export async function stage({ proof, beside = [] }: Judge): Promise<Stage> {
  let said: ServerRefusal | undefined;
  const all = await Promise.all([proof, ...beside].map((one) => started(one, () => said)));
  const stands = all.flat();
  return {
    originOf: (url) => {
      const stand =
        stands.find(({ places }) => places.has(placeOf(url))) ??
        stands.find(({ host }) => host === hostOf(url)) ??
        stands[0];
      return stand?.emulator.origin ?? "";
    },
    refuse: (refusal) => void (said = refusal),
    close: () => Promise.all(stands.map(({ emulator }) => emulator.close())),
  };
}

/** What stands for one host of an exchange, and the URLs that lead there. */
type Stand = Readonly<{ host: string; places: ReadonlySet<string>; emulator: Emulator }>;

/** Each request comes from another address: how much is let through is proved elsewhere. */
function started(proof: Proof, said: () => ServerRefusal | undefined): Promise<readonly Stand[]> {
  const { apiKey, secret, passphrase } = keys;
  const accounts = { [apiKey]: { name: "maker", secret, passphrase } };
  const server = proof.serverSide({ accounts });
  let visits = 0;
  const open: ServerSide = {
    ...server,
    handle(request, nowMs) {
      visits += 1;
      const no = said();
      const side = no === undefined ? server : refusing(server, no);
      return side.handle({ ...request, ip: `10.0.${visits >> 8}.${visits % 256}` }, nowMs);
    },
  };
  const urls = urlsOf(proof);
  return Promise.all(
    [...new Set(urls.map(hostOf))].map(async (host) => ({
      host,
      places: new Set(urls.filter((url) => hostOf(url) === host).map(placeOf)),
      emulator: await startEmulator(open, { standsFor: host }),
    })),
  );
}

/** Where the exchange itself is found, the venue's own host first. */
function urlsOf({ venue }: Proof): readonly string[] {
  const endpoints = Object.values(venue.endpoints);
  const urls = endpoints.map(({ origin = venue.origin, path }) => origin + path);
  return urls.toSorted((left) => (left.startsWith(venue.origin) ? -1 : 1));
}

/** Some exchanges have several hosts, and several APIs of one may have the same: then the path tells them apart. */
function placeOf(url: string): string {
  return /^https:\/\/[^/]+\/[^/]+/.exec(url)?.[0] ?? "";
}

/** ccxt leaves a part of some open: `https://api.{hostname}`. */
function hostOf(url: string): string {
  return /^https:\/\/([^/]+)/.exec(url)?.[1] ?? "";
}
