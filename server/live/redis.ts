import { Redis } from 'ioredis'
import type { Log } from '#server/log.ts'
import { audienceOf, forPerson } from './audience.ts'
import { type BusEvent, inProcessLive, type Live } from './live.ts'

/** Heartbeat: each process publishes to all through Redis, and reconnects if its own did not arrive for this long. */
const HEARTBEAT_MS = 2000
const DEAD_AFTER_MS = 3 * HEARTBEAT_MS
/** The start waits this long for Redis, then continues without it. */
const START_MS = 3000
/** An event for more people than this is published once, to all processes. */
const PEOPLE_MAX = 100
/** How many channels are subscribed with one command after a reconnect. */
const SUBSCRIBED_AT_ONCE = 1000

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

/** A message in a Redis channel; without an event it is a heartbeat. The field is called `notice` for the versions below. */
interface ChannelMessage {
  from: string
  notice?: BusEvent
  /** In the shared channel: a copy for processes of the previous version. The others have it from their own channels. */
  is_copy?: true
}

/** A person who is followed: by how many sockets, and when the subscription is in place. */
interface Followed {
  count: number
  subscribed: Promise<void>
}

/**
 * The bus of a product with several processes. This process receives its own events at once, the others through Redis
 * pub/sub, which stores nothing. Each person has a channel, and a process subscribes to those of the people with an
 * open socket there. Events that are lost while Redis is unavailable are replaced by `missed_news`: published locally
 * when the subscriber has reconnected, and to the other processes when the publisher has.
 *
 * Processes of the previous version share one channel, which has the name without a suffix. All processes listen to it.
 * While a heartbeat there shows that one of them is running, events are published there too.
 */
export async function redisLive(url: string, shared_channel: string, log: Log): Promise<Live> {
  const local = inProcessLive()
  const { process_id } = local
  const everybody = `${shared_channel}:everybody`
  const person_channel = `${shared_channel}:person:`
  const publisher = new Redis(url, { ...CONNECTION, connectionName: 'loge-voice' })
  const subscriber = new Redis(url, { ...CONNECTION, connectionName: 'loge-ear' })
  const connections = [publisher, subscriber]
  const followed = new Map<string, Followed>()
  /** When each process was heard last. */
  const heard = new Map<string, number>()
  let old_version_heard_at = Number.NEGATIVE_INFINITY
  let is_lost = false
  let is_subscribed = false
  let has_unpublished = false

  const isRecent = (at: number | undefined) => at !== undefined && performance.now() - at < DEAD_AFTER_MS
  const isConnected = () => is_subscribed && publisher.status === 'ready' && isRecent(heard.get(process_id))

  function send(channel: string, message: Omit<ChannelMessage, 'from'>): void {
    publisher.publish(channel, JSON.stringify({ from: process_id, ...message })).catch(() => {
      if (message.notice) has_unpublished = true
    })
  }

  function sendEvent(notice: BusEvent): void {
    const people = audienceOf(notice)
    if (people === undefined || people.length > PEOPLE_MAX) send(everybody, { notice })
    else for (const user_id of new Set(people)) send(person_channel + user_id, { notice })
    if (isRecent(old_version_heard_at)) send(shared_channel, { notice, is_copy: true })
  }

  function receive(channel: string, text: string): void {
    try {
      const { from, notice: event, is_copy } = JSON.parse(text) as ChannelMessage
      if (channel === everybody && !event) heard.set(from, performance.now())
      if (channel === shared_channel && !is_copy) old_version_heard_at = performance.now()
      if (!event || is_copy || from === process_id) return
      const isForOne = channel.startsWith(person_channel)
      const own = isForOne ? forPerson(event, channel.slice(person_channel.length)) : event
      if (own) local.publish(own)
    } catch (error) {
      log.error({ err: error }, 'a message from Redis could not be read')
    }
  }

  async function subscribe(): Promise<void> {
    const people = [...followed.keys()].map((user_id) => person_channel + user_id)
    const channels = [everybody, shared_channel, ...people]
    for (let start = 0; start < channels.length; start += SUBSCRIBED_AT_ONCE) {
      await subscriber.subscribe(...channels.slice(start, start + SUBSCRIBED_AT_ONCE))
    }
    is_subscribed = true
    heard.set(process_id, performance.now())
    if (is_lost) {
      log.info('the connection to Redis is restored: open pages fetch what they may have missed')
      local.publish({ kind: 'missed_news' })
    }
    is_lost = false
  }

  async function subscribeTo(user_id: string): Promise<void> {
    try {
      await subscriber.subscribe(person_channel + user_id)
    } catch {
      // Without a connection, `subscribe` does it when there is one. A connection that does not answer is reopened.
      if (subscriber.status === 'ready') subscriber.disconnect(true)
    }
  }

  function onLost(): void {
    if (!is_lost) log.warn('Redis cannot be reached: live events stay within this process until it is back')
    is_lost = true
    is_subscribed = false
  }

  function sendHeartbeat(): void {
    for (const [id, at] of heard) if (!isRecent(at) && id !== process_id) heard.delete(id)
    if (publisher.status === 'ready') {
      send(everybody, {})
      if (has_unpublished) sendEvent({ kind: 'missed_news' })
      has_unpublished = false
    }
    // Half-open connections are reopened. Until then, everything that is written to them would pile up in memory.
    if (is_subscribed && !isRecent(heard.get(process_id))) {
      for (const connection of connections) connection.disconnect(true)
    }
  }

  // Each failed attempt to reconnect is an error too; `onLost` has logged the loss once.
  for (const connection of connections) connection.on('error', () => {})
  publisher.on('ready', sendHeartbeat)
  subscriber.on('close', onLost)
  subscriber.on('message', receive)
  const subscribed = new Promise<void>((resolve) => {
    subscriber.on('ready', () => void subscribe().then(resolve, () => subscriber.disconnect(true)))
    setTimeout(resolve, START_MS).unref()
  })
  const timer = setInterval(sendHeartbeat, HEARTBEAT_MS).unref()
  for (const connection of connections) connection.connect().catch(() => {})
  await subscribed

  return {
    process_id,
    reach: 'redis',
    publish(event) {
      local.publish(event)
      sendEvent(event)
    },
    listen: local.listen,
    async follow(user_id) {
      const known = followed.get(user_id)
      if (known) known.count += 1
      else followed.set(user_id, { count: 1, subscribed: subscribeTo(user_id) })
      await followed.get(user_id)?.subscribed
    },
    unfollow(user_id) {
      const known = followed.get(user_id)
      if (!known) return
      known.count -= 1
      if (known.count > 0) return
      followed.delete(user_id)
      subscriber.unsubscribe(person_channel + user_id).catch(() => {})
    },
    isConnected,
    hears: (id) => isRecent(heard.get(id)),
    async close() {
      clearInterval(timer)
      subscriber.removeAllListeners('close')
      for (const connection of connections) connection.disconnect()
      await local.close()
    },
  }
}
