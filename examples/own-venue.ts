import { createClient, defineVenue, fetchTransport, get, standardHeaders } from "headgate";
import { z } from "zod";

const acme = defineVenue({
  name: "acme",
  origin: "https://api.acme.example",
  limits: {
    // Where the documentation does not say how a minute is counted, it is "unknown".
    minute: { counted: "unknown", windowMs: 60_000, max: 300, per: ["apiKey"] },
  },
  reports: [standardHeaders("minute")], // X-RateLimit-Limit, -Remaining, -Reset
  refusals: [{ status: 429, kind: "quota", limits: ["minute"], executed: "no" }],
  sign: (request, by) => ({ ...request, headers: { ...request.headers, "x-api-key": by.apiKey } }),
  endpoints: {
    quote: get("/quotes/{symbol}", {
      params: z.strictObject({ symbol: z.string() }),
      answer: z.looseObject({ price: z.string() }),
      auth: "key",
      weight: { minute: 1 },
    }),
    history: get("/history", {
      params: z.strictObject({ symbol: z.string(), days: z.number().int().optional() }),
      answer: z.array(z.string()),
      auth: "key",
      weight: { minute: ({ days = 1 }) => Math.ceil(days / 30) },
    }),
  },
});

/** A stand-in for the exchange. Somebody else with the same key has used a third of the minute. */
const headers = { "x-ratelimit-limit": "300", "x-ratelimit-remaining": "200" };
const standIn = async (): Promise<Response> => Response.json({ price: "42.10" }, { headers });

const account = { apiKey: "my-key", secret: "not used" };
const client = createClient(acme, { account, transport: fetchTransport(standIn) });
console.log(client.history.estimate({ symbol: "ACME", days: 365 }).cost); // { minute: 13 }
console.log(await client.quote({ symbol: "ACME" }));
console.log(client.gate.levels().find(({ limit }) => limit === "minute")); // used: 100
await client.close();
