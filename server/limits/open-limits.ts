import { createHash } from 'node:crypto'
import type { Config } from '#server/config.ts'
import type { Log } from '#server/log.ts'
import { MemoryPlaces, type Places } from './places.ts'
import { memoryRateLimiter, type RateLimiter } from './rate-limiter.ts'

/** The start waits this long for Redis, then continues without it. */
const START_MS = 3000

export interface Limits {
  limiter: RateLimiter
  /** The open live sockets of each user. */
  places: Places
  close(): Promise<void>
}

/** Opens what the processes count together: in Redis if REDIS_URL is set, otherwise in memory. The keys contain a hash of the secret, because other products may use the same Redis. */
export async function openLimits({ redis_url }: Pick<Config, 'redis_url'>, secret: Buffer, log: Log): Promise<Limits> {
  if (redis_url === undefined) {
    return { limiter: memoryRateLimiter(), places: new MemoryPlaces(), close: async () => {} }
  }
  const { LimitsConnection } = await import('./redis-connection.ts')
  const { LIMITER_SCRIPTS, redisRateLimiter } = await import('./redis-limiter.ts')
  const { PLACES_SCRIPTS, RedisPlaces } = await import('./redis-places.ts')
  const prefix = `loge:${createHash('sha256').update('limits').update(secret).digest('hex').slice(0, 32)}`
  const connection = new LimitsConnection(redis_url, log, { ...LIMITER_SCRIPTS, ...PLACES_SCRIPTS })
  const places = new RedisPlaces(connection, { prefix, secret })
  await connection.opened(START_MS)
  return {
    limiter: redisRateLimiter(connection, { prefix, secret }),
    places,
    async close() {
      await places.close()
      connection.close()
    },
  }
}
