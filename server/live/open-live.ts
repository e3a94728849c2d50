import { createHash } from 'node:crypto'
import type { Config } from '#server/config.ts'
import type { Log } from '#server/log.ts'
import { inProcessLive, type Live } from './live.ts'

/** Opens the bus: Redis if REDIS_URL is set, otherwise in-process. The channel name contains a hash of the secret, because other products may use the same Redis. */
export async function openLive({ redis_url }: Pick<Config, 'redis_url'>, secret: Buffer, log: Log): Promise<Live> {
  if (redis_url === undefined) return inProcessLive()
  const channel = `loge:${createHash('sha256').update('live').update(secret).digest('hex').slice(0, 32)}`
  const { redisLive } = await import('./redis.ts')
  return await redisLive(redis_url, channel, log)
}
