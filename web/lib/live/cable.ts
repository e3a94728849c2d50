import type { Consumer, Subscription } from '@rails/actioncable'
import {
  CABLE_PATH,
  CONVERSATION_CHANNEL,
  INBOX_CHANNEL,
  type InboxEvent,
  type LiveEvent,
  TYPING_ACTION,
} from '#contract/live.ts'
import { apiHost } from '#web/lib/api.ts'
import { withChunkTimeout } from '#web/lib/chunk-timeout.ts'
import { sessionToken } from '#web/lib/session.ts'
import { requestTicket, type TicketRequest } from './cable-ticket.ts'
import { reconnectBackoff } from './reconnect-backoff.ts'
import { connectWithSession } from './session-connection.ts'

/** The live socket. It uses the published Action Cable client, which is loaded when the first member is signed in. */

export type CableStatus = 'connecting' | 'connected' | 'disconnected'

interface Follower {
  onEvent(event: { type: string }): void
  /** Called on every confirmed subscription, also after a reconnect: missed events have to be fetched then. */
  onConfirmed(): void
  onRejected?(): void
}

/** One subscription, shared by all its followers: the server confirms a channel only once per connection. */
interface Channel {
  params: { channel: string; conversation_id?: string }
  followers: Set<Follower>
  subscription: Subscription | null
  isConfirmed: boolean
}

/** Internals of the Action Cable client that its types leave out. */
interface ClientInternals {
  connection: {
    webSocket?: WebSocket
    isActive(): boolean
    isOpen(): boolean
    isState(state: string): boolean
    open(): boolean
    reopen(): void
    monitor: { connectionIsStale(): boolean; start(): void }
  }
}

const channels = new Map<string, Channel>()
let consumer: (Consumer & ClientInternals) | null = null
/** The member who is connected, and the callback for a refused connection. */
let owner: { user_id: string; onRefused: () => void } | null = null
let isBoundToSession = false
let isWanted = false
let isFetching = false
let lastToken: string | null = null
/** The pending request for the ticket of the next attempt. */
let pendingTicket: TicketRequest | null = null
let isWaitingForTicket = false
let ticket = ''
const backoff = reconnectBackoff(() => consumer && !consumer.connection.isActive() && consumer.connection.reopen())

/** Keeps a member connected until the session ends. Another member gets a new connection. */
export function keepConnected(user_id: string, onRefused: () => void): void {
  if (owner && owner.user_id !== user_id) disconnect()
  owner = { user_id, onRefused }
  if (!isBoundToSession) connectWithSession({ open: () => void connect(), renew, close: disconnect })
  isBoundToSession = true
  if (!isWanted && sessionToken() !== null) void connect()
}

export function cableStatus(): CableStatus {
  if (!consumer) return isFetching ? 'connecting' : 'disconnected'
  const { connection } = consumer
  // After the device has slept, the socket may still look open. A stale one is about to be replaced.
  if (connection.isOpen()) return connection.monitor.connectionIsStale() ? 'connecting' : 'connected'
  return isWaitingForTicket || connection.isState('connecting') ? 'connecting' : 'disconnected'
}

interface ConversationFollower {
  onEvent(event: LiveEvent): void
  onConfirmed(): void
  onRejected(): void
}

/** `onEvent` also receives event types that this version does not know, and must ignore them. */
export function followConversation(conversation_id: string, follower: ConversationFollower) {
  const { channel, leave } = follow(
    { channel: CONVERSATION_CHANNEL, conversation_id },
    {
      ...follower,
      onEvent: (event) => follower.onEvent(event as LiveEvent),
    },
  )
  return { typing: () => void channel.subscription?.perform(TYPING_ACTION), leave }
}

export function followInbox(onEvent: (event: InboxEvent) => void, onConfirmed: () => void): () => void {
  return follow({ channel: INBOX_CHANNEL }, { onEvent: (event) => onEvent(event as InboxEvent), onConfirmed }).leave
}

function follow(params: Channel['params'], follower: Follower) {
  const key = JSON.stringify(params)
  const known = channels.get(key)
  const channel = known ?? { params, followers: new Set(), subscription: null, isConfirmed: false }
  channel.followers.add(follower)
  if (!known) {
    channels.set(key, channel)
    join(channel)
  } else if (channel.isConfirmed) {
    queueMicrotask(() => channel.followers.has(follower) && follower.onConfirmed())
  }
  function leave() {
    channel.followers.delete(follower)
    if (channel.followers.size > 0) return
    channel.subscription?.unsubscribe()
    channel.subscription = null
    if (channels.get(key) === channel) channels.delete(key)
  }
  return { channel, leave }
}

function join(channel: Channel): void {
  if (!consumer) return void (isWanted && connect())
  const joinedWith = consumer
  // A retired connection may still deliver events.
  const isCurrent = () => joinedWith === consumer
  channel.subscription = consumer.subscriptions.create(channel.params, {
    connected() {
      if (!isCurrent()) return
      channel.isConfirmed = true
      backoff.reset()
      for (const follower of [...channel.followers]) follower.onConfirmed()
    },
    received(event: unknown) {
      if (!isCurrent() || !isEvent(event)) return
      for (const follower of [...channel.followers]) follower.onEvent(event)
    },
    disconnected({ willAttemptReconnect }) {
      if (!isCurrent()) return
      channel.isConfirmed = false
      if (willAttemptReconnect) backoff.schedule()
      else handleRefusal()
    },
    rejected() {
      if (!isCurrent()) return
      channel.subscription = null
      channels.delete(JSON.stringify(channel.params))
      for (const follower of [...channel.followers]) follower.onRejected?.()
    },
  })
}

function isEvent(event: unknown): event is { type: string } {
  return typeof event === 'object' && event !== null && 'type' in event && typeof event.type === 'string'
}

async function connect(): Promise<void> {
  isWanted = true
  if (consumer || isFetching) return
  isFetching = true
  // The ticket and the client are fetched in parallel.
  startTicketRequest()
  try {
    const { createConsumer } = await withChunkTimeout(import('@rails/actioncable'))
    if (!isWanted) return
    // A function, so that every attempt uses its own ticket.
    consumer = createConsumer(address) as Consumer & ClientInternals
    waitForTicketBeforeOpen(consumer)
    addEventListener('online', reconnectNow)
    consumer.connect()
    for (const channel of channels.values()) join(channel)
  } catch {
    // The chunk failed to load. The next channel, or the `online` event, tries again.
    addEventListener('online', reconnectNow)
  } finally {
    isFetching = false
  }
}

/** Proxies log URLs. The session token would stay valid there, whereas a ticket expires within a minute. */
function startTicketRequest(): TicketRequest {
  pendingTicket?.cancel()
  lastToken = sessionToken()
  pendingTicket = requestTicket()
  return pendingTicket
}

/** The client reads its URL from a synchronous function, so `open` is delayed until the ticket has arrived. */
function waitForTicketBeforeOpen(mine: Consumer & ClientInternals): void {
  const { connection } = mine
  const open = connection.open
  connection.open = () => {
    if (connection.isActive() || isWaitingForTicket) return false
    // The monitor of the client retries with growing delays, also if no ticket arrives.
    connection.monitor.start()
    void openWith(mine, pendingTicket ?? startTicketRequest(), open)
    return true
  }
}

async function openWith(mine: Consumer & ClientInternals, coming: TicketRequest, open: () => boolean): Promise<void> {
  isWaitingForTicket = true
  const given = await coming.ticket
  // The connection of another member, or a newer attempt, has replaced this one.
  if (pendingTicket !== coming || consumer !== mine) return
  dropTicketRequest()
  if (given === null) return backoff.schedule()
  ticket = given
  open()
}

function dropTicketRequest(): void {
  pendingTicket?.cancel()
  pendingTicket = null
  isWaitingForTicket = false
}

function address(): string {
  const url = new URL(`${apiHost()}${CABLE_PATH}`, location.href)
  url.protocol = url.protocol.replace('http', 'ws')
  url.searchParams.set('token', ticket)
  return url.href
}

/** Reconnects at once when the network is back, without waiting for the back-off. */
function reconnectNow(): void {
  if (!consumer) return void connect()
  const { connection } = consumer
  dropTicketRequest()
  if (!connection.isOpen() || connection.monitor.connectionIsStale()) connection.reopen()
}

/** The session has a new token: an open socket stays open, a refused one connects again. */
function renew(): void {
  if (consumer && !consumer.connection.isActive()) consumer.connect()
}

/** A sign-out closes the socket shortly before the token is removed. The delay tells it apart from a refused session. */
const REFUSAL_CHECK_DELAY_MS = 1_000

/** The server has closed the connection and forbids a reconnect. If the token has changed since, the new one is tried. */
function handleRefusal(): void {
  if (consumer?.connection.isActive()) return
  if (sessionToken() !== null && sessionToken() !== lastToken) consumer?.connect()
  else setTimeout(() => sessionToken() === lastToken && owner?.onRefused(), REFUSAL_CHECK_DELAY_MS)
}

function disconnect(): void {
  isWanted = false
  owner = null
  backoff.reset()
  dropTicketRequest()
  removeEventListener('online', reconnectNow)
  if (!consumer) return
  const retired = consumer
  const socket = retired.connection.webSocket
  consumer = null
  retired.disconnect()
  // The client does not cancel a socket that is still connecting, nor a scheduled attempt.
  if (socket?.readyState === WebSocket.CONNECTING) socket.addEventListener('open', () => socket.close())
  retired.connection.isActive = () => true
  for (const channel of channels.values()) {
    channel.subscription = null
    channel.isConfirmed = false
  }
}
