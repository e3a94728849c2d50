import { Redis } from 'ioredis'

export interface RedisFacts {
  version: string
  latency_ms: number
  /** 0 means no limit. */
  max_memory: number
  eviction: string
  /** By the clock of Redis. */
  time: Date
}

/** Asks Redis over a connection of its own, for the health check. Throws with the reason if it cannot be used. */
export async function probeRedis(url: string, wait_ms: number): Promise<RedisFacts> {
  let reason: unknown
  const redis = new Redis(url, {
    connectionName: 'loge-doctor',
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: wait_ms,
    commandTimeout: wait_ms,
    disconnectTimeout: 100,
    retryStrategy: () => null,
  })
  // The rejection of `connect` only says that the connection is closed.
  redis.on('error', (error) => {
    reason ??= error
  })
  try {
    await redis.connect()
    const before = performance.now()
    await redis.ping()
    const latency_ms = performance.now() - before
    const [seconds = 0, micros = 0] = (await redis.time()).map(Number)
    const server = fieldsOf(await redis.info('server'))
    const memory = fieldsOf(await redis.info('memory'))
    return {
      version: server.redis_version ?? '',
      latency_ms,
      max_memory: Number(memory.maxmemory ?? 0),
      eviction: memory.maxmemory_policy ?? 'noeviction',
      time: new Date(seconds * 1000 + micros / 1000),
    }
  } catch (error) {
    throw reason ?? error
  } finally {
    redis.disconnect()
  }
}

function fieldsOf(info: string): Record<string, string> {
  return Object.fromEntries(info.split('\r\n').map((line) => line.split(':', 2) as [string, string]))
}
