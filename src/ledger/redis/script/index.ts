/**
 * The one script: what endings tell, then up to 64 asks, each answered with a wait of its own.
 *
 *     pacer            an instant at which it is whole again
 *     window           slots of what was charged; of aligned windows, what is since their beginning
 *     plain sum        what is open, by process
 *
 * It knows no exchange: phases, figures and refusals are decided in TypeScript and come here as numbers. All
 * of them are microseconds of Redis' own clock. A refused ask charges nothing, and still writes down what has
 * to exist: a bucket that starts empty would never begin to fill. Where the same shapes are said in
 * TypeScript, see `../../../limits/`. All is read before anything is written.
 */
import { createHash } from "node:crypto";
import type { Script } from "../store.ts";
import { asks } from "./asks.ts";
import { buckets } from "./buckets.ts";
import { members } from "./members.ts";
import { news } from "./news.ts";

const reads = `
local asked = cjson.decode(ARGV[1])
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local never = math.huge

-- What was given up meanwhile is not carried out.
if asked.by > 0 and now > asked.by then return {'late', string.format('%.0f', now)} end

local names = { 'key', 'field', 'planned', 'cap', 'saved', 'rate', 'window', 'span', 'from', 'till', 'jitter', 'open', 'birth', 'heard', 'seen', 'horizon' }
local buckets, byKey, found = {}, {}, {}
for i, values in ipairs(asked.buckets) do
  local b = {}
  for j, name in ipairs(names) do b[name] = values[j] end
  b.cold, b.sums = values[17] == 1, values[18] == 1
  buckets[i] = b
  byKey[b.key] = byKey[b.key] or {}
  table.insert(byKey[b.key], b)
end

local wrong
local function held(key, answer)
  local code = type(answer) == 'table' and answer.err
  if code and string.find(code, 'WRONGTYPE') then wrong = 'WRONGTYPE Somebody else has put something at ' .. key .. ': it stays, and has to go.'
  elseif code then wrong = code end
  return answer
end
local seen = held(KEYS[1], redis.pcall('HGETALL', KEYS[1]))
local noteVersion = held(KEYS[2], redis.pcall('HGET', KEYS[2], '#'))
for key, list in pairs(byKey) do
  local fields = {}
  for i, b in ipairs(list) do fields[i] = b.field end
  found[key] = held(KEYS[key], redis.pcall('HMGET', KEYS[key], unpack(fields)))
end
if wrong then return redis.error_reply(wrong) end

if asked.only == 'leaves' then
  redis.call('HDEL', KEYS[1], asked.me)
  return {'left', string.format('%.0f', now)}
end
-- Whether anything can be written.
if asked.only == 'looks' then
  redis.call('HINCRBY', KEYS[2], '#', 0)
  redis.call('PEXPIRE', KEYS[2], 604800000)
  return {'left', string.format('%.0f', now)}
end
`;

const answers = `
local states = {}
for i, b in ipairs(buckets) do
  local r, news = b.r, {}
  for topic, one in pairs(r.v) do
    if one[1] > b.heard and one[4] ~= asked.me then news[#news + 1] = one[2]; news[#news + 1] = one[3] end
  end
  queue(b)
  states[i] = { string.format('%.17g', r.s), string.format('%.17g', r.g), string.format('%.0f', r.b), r.n, news }
end
write()
return {'ok', string.format('%.0f', now), string.format('%.0f', members), string.format('%.17g', parts), mute, states, replies, noted, notes}
`;

const pace = `
-- Nothing is paced by nothing.
local paced = part > 0 and part or 1
`;

const source = [reads, members, pace, buckets, news, asks, answers].join("");

export const script: Script = { source, sha: createHash("sha1").update(source).digest("hex") };
