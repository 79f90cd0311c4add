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
 * TypeScript, see `../../limits/`.
 */
import { createHash } from "node:crypto";
import type { Script } from "./store.ts";

const source = `
local asked = cjson.decode(ARGV[1])
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local never = math.huge

-- What was given up meanwhile is not carried out.
if asked.by > 0 and now > asked.by then return {'late', string.format('%.0f', now)} end
for _, key in ipairs(KEYS) do
  local kind = redis.call('TYPE', key).ok
  if kind ~= 'hash' and kind ~= 'none' then
    return redis.error_reply('WRONGTYPE Somebody else has put a ' .. kind .. ' at ' .. key .. ': it stays, and has to go.')
  end
end
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

-- Who takes part. Whoever has not been heard of for long may live on its own share.
local members, missing = 1, 0
local claimed, learning, done, mine = 0, 0, 0, 0
local seen = redis.call('HGETALL', KEYS[1])
for i = 1, #seen, 2 do
  local name, at, heard = seen[i], string.match(seen[i + 1], '(%d+) ?(%d*)')
  at = tonumber(at)
  if name == '#claimed' then claimed = at
  elseif name == '#learning' then learning = at
  elseif name == asked.me then mine, done = at, tonumber(heard) or 0
  else
    -- The clock went back, and what it says of them with it.
    if at > now then
      at = now
      redis.call('HSET', KEYS[1], name, string.format('%.0f', now))
    end
    if at + asked.place < now then redis.call('HDEL', KEYS[1], name)
    else
      members = members + 1
      if at + asked.overdue < now then missing = missing + 1 end
    end
  end
end
local lost = #seen == 0 and asked.members > 0
if lost then
  claimed, learning = asked.members, now + asked.overdue
  redis.call('HSET', KEYS[1], '#claimed', claimed, '#learning', string.format('%.0f', learning))
end
if learning > now and claimed > members then
  missing = missing + claimed - members
  members = claimed
end
local part = 1 - missing / members
local mute = 0
if asked.members == 0 and type(redis.pcall('PUBLISH', asked.channel, '')) == 'table' then mute = 1 end
-- A try is not taken for contact: its answer may be lost, and who asks goes on living on its own share.
redis.call('HSET', KEYS[1], asked.me, string.format('%.0f %d', asked.tries and mine or now, math.max(done, asked.first + #asked.endings)))
redis.call('PEXPIRE', KEYS[1], 86400000)

-- What all should know of the exchange, by name.
local notes, noted = {}, tonumber(redis.call('HGET', KEYS[2], '#') or '0')
if #asked.notes > 0 then
  noted = redis.call('HINCRBY', KEYS[2], '#', 1)
  for _, note in ipairs(asked.notes) do redis.call('HSET', KEYS[2], note[1], note[2]) end
  redis.call('PEXPIRE', KEYS[2], 604800000)
end
if noted ~= asked.noted then
  local all = redis.call('HGETALL', KEYS[2])
  for i = 1, #all, 2 do if all[i] ~= '#' then notes[#notes + 1] = { all[i], all[i + 1] } end end
end

-- A bucket that is not there starts with nothing to give where anybody may have used it.
local function born(b)
  local r = { t = now, s = 0, g = 0, u = 0, p = 0, w = {}, b = now, l = now, n = 0, v = {}, o = {}, q = {} }
  if not (lost or learning > now or b.cold or b.birth > 0) then return r end
  if b.rate > 0 then r.t = now + b.saved / b.rate end
  if b.window > 0 then
    for i = 1, 20 do
      r.w[i * 2 - 1] = now + (i / 20 - 1) * b.window
      r.w[i * 2] = b.planned / 20
    end
  end
  return r
end

local function read(b, raw)
  b.dirty = not raw
  local r = raw and cmsgpack.unpack(raw) or born(b)
  -- The clock went back, to another machine's: all instants with it.
  local ahead = r.l - now
  if ahead > 0 then
    r.t, r.u = r.t - ahead, r.u - ahead
    for i = 1, #r.w, 2 do r.w[i] = r.w[i] - ahead end
    for _, turn in ipairs(r.q) do turn[3] = turn[3] - ahead end
  end
  r.l = now
  for i = #r.q, 1, -1 do if r.q[i][3] < now then table.remove(r.q, i) end end
  local w, kept = r.w, {}
  b.sum = 0
  for i = 1, #w, 2 do
    if w[i] + b.span > now and w[i + 1] ~= 0 then
      kept[#kept + 1] = w[i]
      kept[#kept + 1] = w[i + 1]
      b.sum = b.sum + w[i + 1]
    end
  end
  r.w = kept
  if b.open >= 0 then
    b.sum = 0
    local before = r.o[asked.me] and r.o[asked.me][1] or 0
    if b.open < before then redis.pcall('PUBLISH', asked.channel, cjson.encode({ asked.me, KEYS[b.key], b.field })) end
    if b.open ~= before then b.dirty = true end
    r.o[asked.me] = b.open > 0 and { b.open, now } or nil
    for name, one in pairs(r.o) do
      if one[2] + asked.place < now and name ~= asked.me then r.o[name] = nil
      else b.sum = b.sum + one[1] end
    end
  elseif b.sums then b.sum = r.s end
  b.r = r
end

local names = { 'key', 'field', 'planned', 'cap', 'saved', 'rate', 'window', 'span', 'from', 'till', 'jitter', 'open', 'birth', 'heard', 'seen', 'wants', 'heaviest', 'comes', 'horizon' }
local buckets, byKey = {}, {}
for i, values in ipairs(asked.buckets) do
  local b = {}
  for j, name in ipairs(names) do b[name] = values[j] end
  b.cold, b.sums = values[20] == 1, values[21] == 1
  buckets[i] = b
  byKey[b.key] = byKey[b.key] or {}
  table.insert(byKey[b.key], b)
end
for key, list in pairs(byKey) do
  local fields = {}
  for i, b in ipairs(list) do fields[i] = b.field end
  local found = redis.call('HMGET', KEYS[key], unpack(fields))
  for i, b in ipairs(list) do read(b, found[i]) end
end

local function take(b, cost)
  local r = b.r
  b.dirty = true
  r.s, r.g = r.s + cost, r.g + cost
  if b.rate > 0 then
    -- With the first that goes, what was saved up above the capacity is gone: it was for one alone.
    r.t = math.max(r.t, now + (b.saved - b.cap) / b.rate) + cost / (b.rate * part)
  end
  if b.open >= 0 then
    local own = r.o[asked.me] or { 0, now }
    r.o[asked.me] = { own[1] + cost, now }
    b.sum = b.sum + cost
  elseif b.sums then b.sum = b.sum + cost
  elseif b.window > 0 then
    local w = r.w
    b.sum = b.sum + cost
    if #w > 0 and w[#w - 1] > now then w[#w] = w[#w] + cost
    else
      w[#w + 1] = now + math.max(1000, b.window / 60)
      w[#w + 1] = cost
    end
  end
end

-- What was charged at an instant cost so much more, or less. What has left the window since is not there.
local function correct(b, at, more, paced)
  local r, w = b.r, b.r.w
  b.dirty = true
  if paced then
    r.s = r.s + more
    if b.rate > 0 then r.t = math.max(r.t, now) + more / (b.rate * part) end
  end
  if b.sums then b.sum = b.sum + more end
  if b.window == 0 or b.sums or b.open >= 0 then return end
  local slot = math.max(1000, b.window / 60)
  for i = 1, #w, 2 do
    if w[i] > at and w[i] <= at + slot then
      local left = math.max(0, w[i + 1] + more)
      b.sum = b.sum + left - w[i + 1]
      w[i + 1] = left
      return
    end
  end
  if more > 0 then
    b.sum = b.sum + more
    w[#w + 1] = now + slot
    w[#w + 1] = more
  end
end

-- Somebody has seen more of it: it is a replica's, which has not heard of the last.
for _, b in ipairs(buckets) do
  local r = b.r
  if b.birth == r.b then
    if b.seen > r.g then
      -- Others have seen more still: they say so in a moment.
      take(b, b.seen - r.g)
      r.u = math.max(r.u, now + 200000)
    end
    if b.heard > r.n then r.n, b.dirty = b.heard, true end
  end
end

local endings = {}
function endings.cost(b, e) correct(b, e[3], e[4], true) end
function endings.late(b, e)
  correct(b, e[3], -e[4], false)
  correct(b, now, e[4], false)
end
function endings.used(b, e) take(b, e[3]) end
function endings.open() end
function endings.tried(b)
  -- Refused meanwhile, it is not over.
  if b.r.p ~= 2 then return end
  b.r.p, b.r.u, b.dirty = 0, 0, true
  redis.pcall('PUBLISH', asked.channel, cjson.encode({ asked.me, KEYS[b.key], b.field }))
end
function endings.told(b, e)
  local r = b.r
  r.n = r.n + 1
  r.v[e[3]] = { r.n, e[4], string.format('%.0f', e[5]), asked.me }
  b.dirty = true
  if e[6] <= 0 then return end
  -- It began when it was told.
  r.u = math.max(r.u, math.min(now, e[5] > 0 and e[5] or now) + e[6])
  if e[7] == 1 or r.p == 2 then r.p = 1 end
  redis.pcall('PUBLISH', asked.channel, cjson.encode({ asked.me, KEYS[b.key], b.field, e[4], string.format('%.0f', e[5]), r.n }))
end
-- What was said before, and nobody knew whether it was heard.
for i, e in ipairs(asked.endings) do
  if asked.first + i > done then endings[e[2]](buckets[e[1] + 1], e) end
end

-- When so much has left the window that this fits.
local function rolled(b, room, at)
  local w, sum, i = b.r.w, b.sum, 1
  while i < #w and w[i] + b.span <= at do sum, i = sum - w[i + 1], i + 2 end
  while sum > room + 1e-9 do
    if i > #w then return at end
    at, sum, i = w[i] + b.span, sum - w[i + 1], i + 2
  end
  return at
end

-- A charge counts in every window that it may be counted in.
local function aligned(b, room, at)
  local w = b.r.w
  for window = math.floor((at - b.till) / b.window), math.floor((at + b.jitter - b.from) / b.window) do
    local since, sum = b.from + window * b.window - b.jitter, 0
    for i = #w - 1, 1, -2 do
      if w[i] <= since then break end
      sum = sum + w[i + 1]
    end
    if sum > room + 1e-9 then return b.till + (window + 1) * b.window end
  end
  return at
end

-- Of those who wait here whoever came first goes first: what they wait for is not there for this process.
local function before(b)
  local sum = 0
  for _, turn in ipairs(b.r.q) do
    if turn[1] == asked.me then return sum end
    sum = sum + turn[2]
  end
  return sum
end

local function granted(b, cost)
  for i, turn in ipairs(b.r.q) do
    if turn[1] == asked.me then
      turn[2] = turn[2] - cost
      if turn[2] <= 1e-9 then table.remove(b.r.q, i) end
      return
    end
  end
end

local function denied(b, cost, at)
  b.wants, b.heaviest = b.wants + cost, math.max(b.heaviest, cost)
  b.comes = math.min(b.comes, at - now)
end

-- A turn is for what goes with one question: so all take turns, however many wait with each. Whoever does
-- not come when it can go loses its turn.
local function queue(b)
  if b.wants == 0 then return end
  local last = now + b.comes + 100000
  b.dirty = true
  for _, turn in ipairs(b.r.q) do
    if turn[1] == asked.me then
      turn[3] = math.max(turn[3], last)
      return
    end
  end
  table.insert(b.r.q, { asked.me, math.min(b.wants, b.heaviest + b.rate * b.horizon), last })
end

local function earliest(b, cost, leave)
  local at = math.max(now, b.r.u)
  if cost == 0 or b.planned < 0 then return at end
  local planned = b.planned * part
  local ahead = before(b)
  local room = math.max(0, planned * (1 - leave) - cost) - ahead
  if (b.sums or b.open >= 0) then return b.sum > room + 1e-9 and never or at end
  while true do
    local fits = at
    if b.rate > 0 then
      local saved = b.saved * part
      local need = math.min(saved, cost + leave * b.cap * part) + ahead
      fits = math.max(fits, b.r.t - (saved - need) / (b.rate * part))
    end
    if b.window > 0 then
      if b.till > 0 then fits = math.max(fits, aligned(b, room, fits))
      else fits = rolled(b, room, fits) end
    end
    if fits <= at then return at end
    if fits == never then return never end
    at = fits
  end
end

local replies, refused = {}, {}
for i, ask in ipairs(asked.asks) do
  local at, limiting, behind = now, 0, false
  local costs = {}
  for j = 5, #ask, 2 do costs[ask[j]] = (costs[ask[j]] or 0) + ask[j + 1] end
  for index, cost in pairs(costs) do
    local free = earliest(buckets[index + 1], cost, ask[1])
    if ask[3] == 1 and cost > 0 and refused[index] then
      free = math.max(free, refused[index])
      behind = true
    end
    if free > at then at, limiting = free, index end
  end
  if at - now <= ask[2] and not behind then
    local tries = 0
    for j = 5, #ask, 2 do
      local b = buckets[ask[j] + 1]
      if ask[j + 1] > 0 then
        take(b, ask[j + 1])
        granted(b, ask[j + 1])
      end
      -- After a block one call goes alone: the block lasts until it is answered, or was for too long.
      if b.r.p > 0 and b.r.u <= at then
        b.r.p, b.r.u, b.dirty, tries = 2, at + asked.overdue, true, 1
      end
    end
    replies[i] = { 1, string.format('%.0f', at - now), tries }
  else
    if costs[limiting] > 0 and at ~= never and at - now <= ask[4] then
      denied(buckets[limiting + 1], costs[limiting], at)
    end
    if ask[3] == 1 then refused[limiting] = math.max(refused[limiting] or 0, at) end
    local blocked = buckets[limiting + 1].r.u > now and 1 or 0
    replies[i] = { 0, at == never and '-1' or string.format('%.0f', at - now), limiting, blocked }
  end
end

local states = {}
for i, b in ipairs(buckets) do
  local r, news = b.r, {}
  for topic, one in pairs(r.v) do
    if one[1] > b.heard and one[4] ~= asked.me then news[#news + 1] = one[2]; news[#news + 1] = one[3] end
  end
  queue(b)
  states[i] = { string.format('%.17g', r.s), string.format('%.17g', r.g), string.format('%.0f', r.b), r.n, news }
  if b.dirty then
    redis.call('HSET', KEYS[b.key], b.field, cmsgpack.pack(r))
    redis.call('PEXPIRE', KEYS[b.key], math.max(86400000, math.ceil(b.window / 500)))
  end
end
return {'ok', string.format('%.0f', now), members, missing, mute, states, replies, noted, notes}
`;

export const script: Script = { source, sha: createHash("sha1").update(source).digest("hex") };
