/**
 * The steps of the Redis stash that must happen at once, as Lua. Keys: `c` the content, `m` what is kept beside it, `t` a mark that outlives
 * both and tells how they went, `z` all keys by last use, `n` about how many bytes there are.
 */

/** KEYS c t m z n; ARGV bytes, ttl, ttl of the mark, now, key, meta or ''. Gives the content as it is now stored. */
export const PUT = `
local before = 0
for _, name in ipairs({KEYS[1], KEYS[3]}) do
  local size = redis.pcall('STRLEN', name)
  if type(size) == 'number' then before = before + size end
end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
redis.call('SET', KEYS[2], 'stored', 'PX', ARGV[3])
if ARGV[6] ~= '' then redis.call('SET', KEYS[3], ARGV[6], 'PX', ARGV[2]) else redis.call('PEXPIRE', KEYS[3], ARGV[2]) end
redis.call('ZADD', KEYS[4], ARGV[4], ARGV[5])
redis.call('INCRBY', KEYS[5], #ARGV[1] + redis.call('STRLEN', KEYS[3]) - before)
return redis.call('GET', KEYS[1])`

/** KEYS c t m z; ARGV ttl, ttl of the mark, now, key. */
export const TOUCH = `
if redis.call('PEXPIRE', KEYS[1], ARGV[1]) == 0 then return 0 end
redis.call('PEXPIRE', KEYS[3], ARGV[1])
redis.call('SET', KEYS[2], 'stored', 'PX', ARGV[2])
redis.call('ZADD', KEYS[4], ARGV[3], ARGV[4])
return 1`

/** KEYS c t m z n; ARGV key, why, and the last use that was seen or '' for any. Gives 1 when the entry went. */
export const DROP = `
local score = redis.call('ZSCORE', KEYS[4], ARGV[1])
if ARGV[3] ~= '' and score and tonumber(score) > tonumber(ARGV[3]) then return 0 end
local size = 0
for _, name in ipairs({KEYS[1], KEYS[3]}) do
  local length = redis.pcall('STRLEN', name)
  if type(length) == 'number' then size = size + length end
end
local went = redis.call('DEL', KEYS[1])
redis.call('DEL', KEYS[3])
redis.call('ZREM', KEYS[4], ARGV[1])
if went == 1 then
  redis.call('SET', KEYS[2], ARGV[2], 'XX', 'KEEPTTL')
  redis.call('DECRBY', KEYS[5], size)
end
return went`

/** KEYS z. Gives keys and times in turn; asked from a script, the reply is the same in both versions of the protocol. */
export const LIST = `return redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES')`

/** KEYS z and pairs c m; ARGV the key of each pair. Gives the sizes of each pair, -1 for an entry that is gone, which is forgotten. */
export const LOOK = `
local sizes = {}
for i, key in ipairs(ARGV) do
  local content, meta = KEYS[2 * i], KEYS[2 * i + 1]
  if redis.call('EXISTS', content) == 1 then
    local size = redis.pcall('STRLEN', content)
    table.insert(sizes, type(size) == 'number' and size or 0)
    size = redis.pcall('STRLEN', meta)
    table.insert(sizes, type(size) == 'number' and size or 0)
  else
    redis.call('ZREM', KEYS[1], key)
    table.insert(sizes, -1)
    table.insert(sizes, 0)
  end
end
return sizes`
