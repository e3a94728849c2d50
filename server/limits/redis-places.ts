import { randomUUID } from 'node:crypto'
import type { Result } from 'ioredis'
import { MemoryPlaces, type Places } from './places.ts'
import { keyedHash, type LimitsConnection } from './redis-connection.ts'

/**
 * A user's places are a hash: how many each process holds. What a process that is gone held does not count. A process says
 * its own number each time, so that what was lost with a connection is put right by the next call.
 */
const TAKE = `
local held, process, own, max = KEYS[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
local total = own
local counts = redis.call('hgetall', held)
for i = 1, #counts, 2 do
  if counts[i] ~= process then
    if redis.call('exists', ARGV[1] .. counts[i]) == 1 then total = total + tonumber(counts[i + 1])
    else redis.call('hdel', held, counts[i]) end
  end
end
if total > max then return 0 end
redis.call('hset', held, process, own)
redis.call('expire', held, ARGV[5])
return 1`

declare module 'ioredis' {
  interface RedisCommander<Context> {
    takePlace(keys: number, ...args: (string | number)[]): Result<number, Context>
  }
}

export const PLACES_SCRIPTS = { takePlace: { lua: TAKE } }

/** A process that has not said for this long that it lives is gone, and its places are free. */
const GONE_AFTER_MS = 15_000
const ALIVE_EVERY_MS = 5000
/** A user's hash is forgotten after a day without a change. Then each process still enforces the maximum for itself. */
const KEPT_SECONDS = 24 * 60 * 60
/** How many users are written at a time after a reconnect. */
const BATCH = 500

/** The places of all processes. While Redis is away, each process counts its own. */
export class RedisPlaces implements Places {
  readonly #own = new MemoryPlaces()
  readonly #connection: LimitsConnection
  readonly #prefix: string
  readonly #secret: Buffer
  readonly #process = randomUUID()
  readonly #timer: NodeJS.Timeout

  constructor(connection: LimitsConnection, { prefix, secret }: { prefix: string; secret: Buffer }) {
    this.#connection = connection
    this.#prefix = prefix
    this.#secret = secret
    this.#timer = setInterval(() => void this.#sayAlive(), ALIVE_EVERY_MS).unref()
    connection.onReady(() => void this.#announceAll())
  }

  async take(user_id: string, max: number): Promise<boolean> {
    // Taken here first, so that parallel calls see each other.
    if (!this.#own.takeNow(user_id, max)) return false
    const taken = await this.#connection.ask((redis) =>
      redis.takePlace(
        1,
        this.#keyOf(user_id),
        this.#aliveKey(''),
        this.#process,
        this.#own.countOf(user_id),
        max,
        KEPT_SECONDS,
      ),
    )
    if (taken !== 0) return true
    this.giveBack(user_id)
    return false
  }

  giveBack(user_id: string): void {
    this.#own.giveBack(user_id)
    void this.#announce([user_id])
  }

  /** Frees the places at once, instead of when the process is found to be gone. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#connection.ask((redis) => redis.del(this.#aliveKey(this.#process)))
  }

  async #sayAlive(): Promise<void> {
    const key = this.#aliveKey(this.#process)
    const before = await this.#connection.ask(async (redis) => [await redis.set(key, 1, 'PX', GONE_AFTER_MS, 'GET')])
    // Others took this process for gone, so they may have dropped its numbers.
    if (before?.[0] === null) await this.#announceUsers()
  }

  /** A new connection may lead to an empty Redis. */
  async #announceAll(): Promise<void> {
    await this.#connection.ask((redis) => redis.set(this.#aliveKey(this.#process), 1, 'PX', GONE_AFTER_MS))
    await this.#announceUsers()
  }

  async #announceUsers(): Promise<void> {
    const users = [...this.#own.users()]
    for (let from = 0; from < users.length; from += BATCH) await this.#announce(users.slice(from, from + BATCH))
  }

  async #announce(user_ids: readonly string[]): Promise<void> {
    await this.#connection.ask(async (redis) => {
      const pipeline = redis.pipeline()
      for (const user_id of user_ids) {
        const count = this.#own.countOf(user_id)
        const key = this.#keyOf(user_id)
        if (count === 0) pipeline.hdel(key, this.#process)
        else pipeline.hset(key, this.#process, count).expire(key, KEPT_SECONDS)
      }
      return await pipeline.exec()
    })
  }

  #keyOf(user_id: string): string {
    return `${this.#prefix}:sockets:${keyedHash(this.#secret, user_id)}`
  }

  #aliveKey(process: string): string {
    return `${this.#prefix}:process:${process}`
  }
}
