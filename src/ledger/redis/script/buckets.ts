/**
 * The buckets of a question: read, taken from, corrected and written.
 *
 *     t       when the pacer is whole again        w       slots of a window: when each ends, and its sum
 *     s, g    all that was taken, less and with    o       what is open, by process, and since when
 *             what was given back                  q       turns: whose, how much, until when
 *     u, p    a block's end, and whether one       v, n    what was told, by topic, and how often
 *             has to try then, or tries            b, l    when it was made, and last read
 */
export const buckets = `
-- A bucket that is not there starts with nothing to give where anybody may have used it.
local function born(b)
  local r = { t = now, s = 0, g = 0, u = 0, p = 0, w = {}, b = now, l = now, n = 0, v = {}, o = {}, q = {} }
  if not (lost or learning or b.cold or b.birth > 0) then return r end
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
  b.r = r
  -- The clock went back, to another machine's: all instants with it.
  local ahead = r.l - now
  if ahead > 0 then
    r.t, r.u = r.t - ahead, r.u - ahead
    for i = 1, #r.w, 2 do r.w[i] = r.w[i] - ahead end
    for _, turn in ipairs(r.q) do turn[3] = turn[3] - ahead end
  end
  r.l = now
  for i = #r.q, 1, -1 do if r.q[i][3] < now then table.remove(r.q, i) end end
  local w, size, gone = r.w, #r.w, 0
  while gone < size and w[gone + 1] + b.span <= now do gone = gone + 2 end
  if gone > 0 then
    for i = 1, size do w[i] = w[i + gone] end
  end
  b.sum = 0
  for i = 2, #w, 2 do b.sum = b.sum + w[i] end
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
end

local function take(b, cost)
  local r = b.r
  b.dirty = true
  r.s, r.g = r.s + cost, r.g + cost
  if b.rate > 0 then
    -- With the first that goes, what was saved up above the capacity is gone: it was for one alone.
    r.t = math.max(r.t, now + (b.saved - b.cap) / b.rate) + cost / (b.rate * paced)
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
local function correct(b, at, more, pacer)
  local r, w = b.r, b.r.w
  b.dirty = true
  if pacer then
    r.s = r.s + more
    if b.rate > 0 then r.t = math.max(r.t, now) + more / (b.rate * paced) end
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

-- Missing is lost, and not idle: what nobody uses stays for a day. What time gives nothing back stays for a year.
local function write()
  for key, list in pairs(byKey) do
    local fields, staysMs = {}, 0
    for _, b in ipairs(list) do
      if b.dirty then
        fields[#fields + 1] = b.field
        fields[#fields + 1] = cmsgpack.pack(b.r)
        staysMs = math.max(staysMs, b.sums and 31536000000 or 86400000, math.ceil(b.window / 500))
      end
    end
    if #fields > 0 then
      redis.call('HSET', KEYS[key], unpack(fields))
      if redis.call('PTTL', KEYS[key]) < 0.9 * staysMs then redis.call('PEXPIRE', KEYS[key], staysMs) end
    end
  end
end

for key, list in pairs(byKey) do
  for i, b in ipairs(list) do read(b, found[key][i]) end
end
`;
