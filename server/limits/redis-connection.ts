import { createHmac } from 'node:crypto'
import { Redis, type RedisOptions } from 'ioredis'
import type { Log } from '#server/log.ts'

/**
 * How long a request waits for Redis: far longer than an answer takes, so that a busy moment does not make the processes
 * count alone. Only the requests that are asking when Redis hangs wait that long.
 */
const ANSWER_MS = 200

/**
 * The connection for what the processes count together. A request waits for it for a moment at most (circuit breaker): a
 * late answer closes the connection, and until it is open again, requests do not ask at all. Then a reader of the result
 * gets `undefined` and counts in memory.
 */
export class LimitsConnection {
  readonly #redis: Redis
  readonly #log: Log
  readonly #on_ready: (() => void)[] = []
  #is_lost = false
  /** Set by a late answer until the next connection is open: the old one counts as open until its end was confirmed. */
  #is_late = false
  #has_refused = false

  constructor(url: string, log: Log, scripts: RedisOptions['scripts'] = {}) {
    this.#log = log
    this.#redis = new Redis(url, {
      connectionName: 'loge-limits',
      scripts,
      lazyConnect: true,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      connectTimeout: 2000,
      // A hung Redis does not confirm the end of a connection.
      disconnectTimeout: 100,
      // For the handshake. Requests have the shorter limit of `ask`.
      commandTimeout: 2000,
      retryStrategy: (attempts) => Math.min(attempts * 50, 1000),
    })
    // Each failed attempt to reconnect is an error too; `#onLost` has logged the loss once.
    this.#redis.on('error', () => {})
    this.#redis.on('close', () => this.#onLost())
    this.#redis.on('ready', () => this.#onReady())
    this.#redis.connect().catch(() => {})
  }

  /** Resolves when the connection is open, or after this time. */
  async opened(within_ms: number): Promise<void> {
    if (this.is_open) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, within_ms)
      this.#redis.once('ready', () => {
        clearTimeout(timer)
        resolve()
      })
    })
  }

  get is_open(): boolean {
    return this.#redis.status === 'ready' && !this.#is_late
  }

  /** Called each time the connection is open again, and the first time. */
  onReady(listener: () => void): void {
    this.#on_ready.push(listener)
  }

  /** The answer of Redis. Undefined if it is away, hung, or answers with an error. */
  async ask<T>(send: (redis: Redis) => Promise<T>): Promise<T | undefined> {
    if (!this.is_open) return undefined
    const { promise: late, resolve } = Promise.withResolvers<'late'>()
    // If the event loop was busy, the timer runs before an answer that has arrived is read: `setImmediate` lets it be read first.
    const timer = setTimeout(() => setImmediate(resolve, 'late'), ANSWER_MS)
    try {
      const answer = await Promise.race([send(this.#redis), late])
      if (answer !== 'late') {
        this.#has_refused = false
        return answer as T
      }
      if (this.is_open) this.#reconnect()
    } catch (error) {
      // The loss of the connection is logged by itself.
      if (this.is_open) this.#onRefused(error)
    } finally {
      clearTimeout(timer)
    }
    return undefined
  }

  close(): void {
    this.#redis.removeAllListeners('close')
    this.#redis.disconnect()
  }

  #reconnect(): void {
    this.#is_late = true
    this.#redis.disconnect(true)
  }

  #onReady(): void {
    this.#is_late = false
    if (this.#is_lost) this.#log.info('the connection to Redis is restored: limits are counted for all processes again')
    this.#is_lost = false
    for (const listener of this.#on_ready) listener()
  }

  #onLost(): void {
    if (!this.#is_lost)
      this.#log.warn('Redis cannot be reached: limits are counted by this process alone until it is back')
    this.#is_lost = true
  }

  /** For example without memory, or as a replica that is read-only. Logged once, until it answers again. */
  #onRefused(error: unknown): void {
    if (!this.#has_refused)
      this.#log.error({ err: error }, 'Redis refuses to count: limits are counted by this process alone')
    this.#has_refused = true
  }
}

/** Hides what a key is made of: nobody who reads Redis learns an address. */
export function keyedHash(secret: Buffer, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url').slice(0, 22)
}
