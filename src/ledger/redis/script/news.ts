/** What became of calls, and what they were told. What is sent twice is heard once. */
export const news = `
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
  -- It began when it was told, or less than a microsecond later.
  r.u = math.max(r.u, math.min(now, e[5] > 0 and e[5] or now) + e[6] + 1)
  if e[7] == 1 or r.p == 2 then r.p = 1 end
  redis.pcall('PUBLISH', asked.channel, cjson.encode({ asked.me, KEYS[b.key], b.field, e[4], string.format('%.0f', e[5]), r.n }))
end
-- What was said before, and nobody knew whether it was heard.
for i, e in ipairs(asked.endings) do
  if asked.first + i > done then endings[e[2]](buckets[e[1] + 1], e) end
end
`;
