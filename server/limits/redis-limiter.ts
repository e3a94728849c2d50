import type { Redis, Result } from 'ioredis'
import { type Counter, memoryRateLimiter, type RateLimiter, type Refusal, refusalOf } from './rate-limiter.ts'
import { keyedHash, type LimitsConnection } from './redis-connection.ts'

/**
 * A counter is a number with an expiry, so the clock of Redis alone decides when a window ends. The last key is an index of
 * all counters by the end of their window, which bounds their number: beyond it a new counter removes another one at random,
 * in a flood probably one of the flood.
 */
const TAKE = `
local index = KEYS[#KEYS]
local max_keys = tonumber(ARGV[1])
for i = 1, #KEYS - 1 do
  local key, max, window, amount = KEYS[i], tonumber(ARGV[3 * i - 1]), tonumber(ARGV[3 * i]), tonumber(ARGV[3 * i + 1])
  local count = redis.call('incrby', key, amount)
  if count - amount >= max then
    redis.call('decrby', key, amount)
    return redis.call('pttl', key)
  end
  if count == amount and redis.call('pttl', key) < 0 then
    redis.call('pexpire', key, window)
    local time = redis.call('time')
    local now = time[1] * 1000 + math.floor(time[2] / 1000)
    redis.call('zadd', index, now + window, key)
    redis.call('pexpire', index, 172800000)
    for _, old in ipairs(redis.call('zrangebyscore', index, '-inf', now, 'limit', 0, 4)) do
      redis.call('zrem', index, old)
    end
    if redis.call('zcard', index) > max_keys then
      local other = redis.call('zrandmember', index)
      redis.call('zrem', index, other)
      redis.call('del', other)
    end
  end
end
return -1`

const PEEK = `
for i, key in ipairs(KEYS) do
  if tonumber(redis.call('get', key) or '0') >= tonumber(ARGV[i]) then return redis.call('pttl', key) end
end
return -1`

const UNCOUNT = `
for _, key in ipairs(KEYS) do
  if tonumber(redis.call('get', key) or '0') > 0 then redis.call('decr', key) end
end
return 0`

declare module 'ioredis' {
  interface RedisCommander<Context> {
    takeCounts(keys: number, ...args: (string | number)[]): Result<number, Context>
    peekCounts(keys: number, ...args: (string | number)[]): Result<number, Context>
    uncount(keys: number, ...args: string[]): Result<number, Context>
  }
}

/** About 100 MB of Redis: a counter and its place in the index are 320 bytes. */
const MAX_KEYS = 300_000

/**
 * The limiter of several processes. Redis counts what all of them do. Each process also counts what it does itself, in
 * memory, and decides by that while Redis is away.
 */
export function redisRateLimiter(
  connection: LimitsConnection,
  { prefix, secret, max_keys = MAX_KEYS }: { prefix: string; secret: Buffer; max_keys?: number },
): RateLimiter {
  const own = memoryRateLimiter()
  // The keys contain addresses.
  const keyOf = (key: string) => `${prefix}:${keyedHash(secret, key)}`
  const index = `${prefix}:counters`

  async function decide(
    counted: Promise<Refusal | undefined>,
    ask: (redis: Redis) => Promise<number>,
  ): Promise<Refusal | undefined> {
    const wait_ms = await connection.ask(ask)
    if (wait_ms === undefined) return await counted
    return wait_ms < 0 ? undefined : refusalOf(wait_ms)
  }

  return {
    take: (counters, now) =>
      decide(own.take(counters, now), (redis) =>
        redis.takeCounts(counters.length + 1, ...hashed(counters), index, max_keys, ...counters.flatMap(limitOf)),
      ),
    peek: (counters, now) =>
      decide(own.peek(counters, now), (redis) =>
        redis.peekCounts(counters.length, ...hashed(counters), ...counters.map(({ limit }) => limit.max)),
      ),
    async uncount(keys) {
      await own.uncount(keys)
      await connection.ask((redis) => redis.uncount(keys.length, ...keys.map(keyOf)))
    },
  }

  function hashed(counters: readonly Counter[]): string[] {
    return counters.map(({ key }) => keyOf(key))
  }
}

function limitOf({ limit, amount = 1 }: Counter): number[] {
  return [limit.max, limit.window_ms, amount]
}

/** Sent to Redis once per connection. */
export const LIMITER_SCRIPTS = {
  takeCounts: { lua: TAKE },
  peekCounts: { lua: PEEK },
  uncount: { lua: UNCOUNT },
}
