import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import type { Log } from '#server/log.ts'
import { type BusEvent, inProcessLive, type Live } from './live.ts'

/** Heartbeat: each process publishes to itself through Redis, and reconnects if nothing arrived for this long. */
const HEARTBEAT_MS = 2000
const DEAD_AFTER_MS = 3 * HEARTBEAT_MS
/** The start waits this long for Redis, then continues without it. */
const START_MS = 3000

const CONNECTION = {
  lazyConnect: true,
  // Nothing is queued while Redis is unavailable: `missed_news` after the reconnect covers all of it.
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResubscribe: false,
  autoResendUnfulfilledCommands: false,
  connectTimeout: 2000,
  commandTimeout: 2000,
  retryStrategy: (attempts: number) => Math.min(attempts * 50, 1000),
}

/**
 * A message in the Redis channel; without an event it is a heartbeat. The field is called `notice` because processes of
 * an earlier version may be connected to the same channel during an update.
 */
interface ChannelMessage {
  from: string
  notice?: BusEvent
}

/**
 * The bus of a product with several processes. This process receives its own events at once, the others through Redis
 * pub/sub, which stores nothing. Events that are lost while Redis is unavailable are replaced by `missed_news`:
 * published locally when the subscriber has reconnected, and to the other processes when the publisher has.
 */
export async function redisLive(url: string, channel: string, log: Log): Promise<Live> {
  const local = inProcessLive()
  const process_id = randomUUID()
  const publisher = new Redis(url, { ...CONNECTION, connectionName: 'loge-voice' })
  const subscriber = new Redis(url, { ...CONNECTION, connectionName: 'loge-ear' })
  const connections = [publisher, subscriber]
  let is_lost = false
  let is_subscribed = false
  let has_unpublished = false
  let received_at = performance.now()
  const isConnected = () =>
    is_subscribed && publisher.status === 'ready' && performance.now() - received_at < DEAD_AFTER_MS

  function send(message: ChannelMessage): void {
    publisher.publish(channel, JSON.stringify(message)).catch(() => {
      if (message.notice) has_unpublished = true
    })
  }

  function receive(text: string): void {
    try {
      const { from, notice: event } = JSON.parse(text) as ChannelMessage
      if (from === process_id) received_at = performance.now()
      else if (event) local.publish(event)
    } catch (error) {
      log.error({ err: error }, 'a message from Redis could not be read')
    }
  }

  async function subscribe(): Promise<void> {
    await subscriber.subscribe(channel)
    is_subscribed = true
    received_at = performance.now()
    if (is_lost) {
      log.info('the connection to Redis is restored: open pages fetch what they may have missed')
      local.publish({ kind: 'missed_news' })
    }
    is_lost = false
  }

  function onLost(): void {
    if (!is_lost) log.warn('Redis cannot be reached: live events stay within this process until it is back')
    is_lost = true
    is_subscribed = false
  }

  function sendHeartbeat(): void {
    if (publisher.status === 'ready' && has_unpublished) {
      has_unpublished = false
      send({ from: process_id, notice: { kind: 'missed_news' } })
    } else if (publisher.status === 'ready') send({ from: process_id })
    // Half-open connections are reopened. Until then, everything that is written to them would pile up in memory.
    if (is_subscribed && performance.now() - received_at > DEAD_AFTER_MS) {
      for (const connection of connections) connection.disconnect(true)
    }
  }

  // Each failed attempt to reconnect is an error too; `onLost` has logged the loss once.
  for (const connection of connections) connection.on('error', () => {})
  publisher.on('ready', sendHeartbeat)
  subscriber.on('close', onLost)
  subscriber.on('message', (_channel, text) => receive(text))
  const subscribed = new Promise<void>((resolve) => {
    subscriber.on('ready', () => void subscribe().then(resolve, () => subscriber.disconnect(true)))
    setTimeout(resolve, START_MS).unref()
  })
  const timer = setInterval(sendHeartbeat, HEARTBEAT_MS).unref()
  for (const connection of connections) connection.connect().catch(() => {})
  await subscribed

  return {
    publish(event) {
      local.publish(event)
      send({ from: process_id, notice: event })
    },
    listen: local.listen,
    isConnected,
    async close() {
      clearInterval(timer)
      subscriber.removeAllListeners('close')
      for (const connection of connections) connection.disconnect()
      await local.close()
    },
  }
}
