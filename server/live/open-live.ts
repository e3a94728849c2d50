import { createHash } from 'node:crypto'
import type { Config } from '#server/config.ts'
import type { Log } from '#server/log.ts'
import { inProcessLive, type Live } from './live.ts'

/** Redis where one is named. The channel is the product's own: others may use the same Redis. */
export async function openLive({ redis_url }: Pick<Config, 'redis_url'>, secret: Buffer, log: Log): Promise<Live> {
  if (redis_url === undefined) return inProcessLive()
  const channel = `loge:${createHash('sha256').update('live').update(secret).digest('hex').slice(0, 32)}`
  const { redisLive } = await import('./redis.ts')
  return await redisLive(redis_url, channel, log)
}
