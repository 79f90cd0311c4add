/**
 * Who takes part, and what all should know. Whoever has not been heard of for long may live on its own part,
 * which is kept for it until it comes back or its place is over: as much as it was told that it may take.
 * All that was told to anybody is never more than there is.
 */
export const members = `
local members, connected, kept, others = 1, 1, 0, 0
local claimed, lostAt, done, mine, knows = 0, 0, 0, 0, 0
for i = 1, #seen, 2 do
  local name, at, heard, told = seen[i], string.match(seen[i + 1], '([%d.]+) ?(%d*) ?([%d.]*)')
  at, told = tonumber(at), tonumber(told) or 1
  if name == '#claimed' then claimed = at
  elseif name == '#lost' then lostAt = at
  elseif name == asked.me then mine, done, knows = at, tonumber(heard) or 0, told
  else
    -- The clock went back, and what it says of them with it.
    if at > now then
      at = now
      redis.call('HSET', KEYS[1], name, string.format('%.0f %s %.17g', now, heard, told))
    end
    if at + asked.place < now then redis.call('HDEL', KEYS[1], name)
    else
      members, others = members + 1, others + 1 / told
      if at + asked.overdue < now then kept = kept + 1 / told else connected = connected + 1 end
    end
  end
end
local lost = #seen == 0 and asked.members > 0
if lost then
  claimed, lostAt = asked.members, now
  redis.call('HSET', KEYS[1], '#claimed', claimed, '#lost', string.format('%.0f', lostAt))
end
-- What was there may be gone, and who took part is not known before all of them have been heard of.
local learning = lostAt > 0 and lostAt + asked.overdue > now
if lostAt > 0 and lostAt + asked.place > now and claimed > members then
  kept = kept + 1 - members / claimed
  members = claimed
end
local part = math.max(0, 1 - kept)
-- What it may take if it is cut off: as much as each of those who are here, and no more than the others may not.
-- Before they have heard of it, that is next to nothing.
local parts = math.max(members, math.min(math.max(connected / part, 1 / math.max(0, 1 - others)), 10 * members))
local mute = 0
if asked.members == 0 and type(redis.pcall('PUBLISH', asked.channel, '')) == 'table' then mute = 1 end
-- It may not have heard the last answer, and go on as it was told before.
local told = math.min(asked.parts, parts)
-- A try is not taken for contact: its answer may be lost, and who asks goes on living on its own part.
if asked.tries or #asked.endings > 0 or told ~= knows or now < mine or now - mine > asked.overdue / 10 then
  redis.call('HSET', KEYS[1], asked.me, string.format('%.0f %d %.17g', asked.tries and mine or now, math.max(done, asked.first + #asked.endings), told))
  redis.call('PEXPIRE', KEYS[1], 86400000)
end

-- What all should know of the exchange, by name.
local notes, noted = {}, tonumber(noteVersion or '0')
if #asked.notes > 0 then
  noted = redis.call('HINCRBY', KEYS[2], '#', 1)
  for _, note in ipairs(asked.notes) do redis.call('HSET', KEYS[2], note[1], note[2]) end
  redis.call('PEXPIRE', KEYS[2], 604800000)
end
if noted ~= asked.noted then
  local all = redis.call('HGETALL', KEYS[2])
  for i = 1, #all, 2 do if all[i] ~= '#' then notes[#notes + 1] = { all[i], all[i + 1] } end end
end
`;
