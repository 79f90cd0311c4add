/**
 * May each of them go, and when: at the latest instant that one of its buckets names. Processes whose calls
 * have to wait take turns: of those who wait for a bucket whoever came first goes first.
 */
export const asks = `
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

-- What those wait for who came before is not there for this process.
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

local function waits(b, cost, at)
  b.wants, b.heaviest = (b.wants or 0) + cost, math.max(b.heaviest or 0, cost)
  b.comes = math.min(b.comes or never, at)
end

-- A turn is for what goes with one question: so all take turns, however many wait with each. Whoever does
-- not come when it can go loses its turn.
local function queue(b)
  if not b.wants then return end
  local last = b.comes + 100000
  b.dirty = true
  for _, turn in ipairs(b.r.q) do
    if turn[1] == asked.me then
      turn[3] = math.max(turn[3], last)
      return
    end
  end
  table.insert(b.r.q, { asked.me, math.min(b.wants, math.max(1, math.ceil(b.rate * b.horizon / b.heaviest)) * b.heaviest), last })
end

local function earliest(b, cost, leave)
  local at = math.max(now, b.r.u)
  if cost == 0 or b.planned < 0 then return at end
  if part == 0 then return never end
  local planned = b.planned * part
  local ahead = before(b)
  local room = math.max(0, planned * (1 - leave) - cost) - ahead
  if b.sums or b.open >= 0 then return b.sum > room + 1e-9 and never or at end
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
  local at, limiting, behind = now, -1, false
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
  local wait = at == never and '-1' or string.format('%.0f', math.ceil(at - now))
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
    replies[i] = { 1, wait, limiting, tries }
  else
    if costs[limiting] > 0 and at ~= never and at - now <= ask[4] then
      waits(buckets[limiting + 1], costs[limiting], at)
    end
    if ask[3] == 1 then refused[limiting] = math.max(refused[limiting] or 0, at) end
    replies[i] = { 0, wait, limiting, buckets[limiting + 1].r.u > now and 1 or 0 }
  end
end
`;
