import { afterAll } from 'vitest'
import { type RedisServer, startRedisServer } from './redis-server.ts'

/** A Redis for one test file. Undefined on a machine without redis-server. */
export async function startRedis(): Promise<RedisServer | undefined> {
  const redis = await startRedisServer()
  if (redis) afterAll(redis.kill)
  return redis
}
