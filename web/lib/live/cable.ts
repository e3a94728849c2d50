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
import { withPatience } from '#web/lib/patience.ts'
import { sessionToken } from '#web/lib/session.ts'
import { comeback } from './cable-comeback.ts'
import { askForTicket, type TicketCall } from './cable-ticket.ts'
import { keepLive } from './live.ts'

/** The live socket, through the published Action Cable client, which is fetched with the first member who is seen. */

export type CableStatus = 'connecting' | 'connected' | 'disconnected'

interface Follower {
  onEvent(event: { type: string }): void
  /** On every confirmation, the first and those after a lost connection: what happened in between has to be asked for. */
  onConfirmed(): void
  onRejected?(): void
}

/** One subscription, whoever follows it: the server confirms a channel only once a connection. */
interface Channel {
  params: { channel: string; conversation_id?: string }
  followers: Set<Follower>
  subscription: Subscription | null
  isConfirmed: boolean
}

/** What the client keeps to itself and its types leave out. */
interface Inside {
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
let consumer: (Consumer & Inside) | null = null
/** Whose connection it is, and what to do when the server will not have them. */
let owner: { user_id: string; onRefused: () => void } | null = null
let isKept = false
let isWanted = false
let isFetching = false
let lastToken: string | null = null
/** The ticket that the next attempt is made with, while it is on its way. */
let asked: TicketCall | null = null
let isAsking = false
let ticket = ''
const quickly = comeback(() => consumer && !consumer.connection.isActive() && consumer.connection.reopen())

/** Connects a member for as long as the session lasts, from page to page. Somebody else gets a connection of their own. */
export function keepConnected(user_id: string, onRefused: () => void): void {
  if (owner && owner.user_id !== user_id) disconnect()
  owner = { user_id, onRefused }
  if (!isKept) keepLive({ open: () => void connect(), renew, close: disconnect })
  isKept = true
  if (!isWanted && sessionToken() !== null) void connect()
}

export function cableStatus(): CableStatus {
  if (!consumer) return isFetching ? 'connecting' : 'disconnected'
  const { connection } = consumer
  // After a sleep the socket may still look open; without a sign of life it is about to be replaced.
  if (connection.isOpen()) return connection.monitor.connectionIsStale() ? 'connecting' : 'connected'
  return isAsking || connection.isState('connecting') ? 'connecting' : 'disconnected'
}

interface ConversationFollower {
  onEvent(event: LiveEvent): void
  onConfirmed(): void
  onRejected(): void
}

/** Types this client does not know reach `onEvent` too, where they are ignored. */
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
  // A connection that was given up may still have something to say.
  const isCurrent = () => joinedWith === consumer
  channel.subscription = consumer.subscriptions.create(channel.params, {
    connected() {
      if (!isCurrent()) return
      channel.isConfirmed = true
      quickly.over()
      for (const follower of [...channel.followers]) follower.onConfirmed()
    },
    received(event: unknown) {
      if (!isCurrent() || !isEvent(event)) return
      for (const follower of [...channel.followers]) follower.onEvent(event)
    },
    disconnected({ willAttemptReconnect }) {
      if (!isCurrent()) return
      channel.isConfirmed = false
      if (willAttemptReconnect) quickly.lost()
      else refused()
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
  // The ticket and the client are fetched at the same time: neither waits for the other.
  ask()
  try {
    const { createConsumer } = await withPatience(import('@rails/actioncable'))
    if (!isWanted) return
    // A function, so that every attempt is made with a ticket of its own.
    consumer = createConsumer(address) as Consumer & Inside
    askBeforeOpening(consumer)
    addEventListener('online', hurry)
    consumer.connect()
    for (const channel of channels.values()) join(channel)
  } catch {
    // The chunk did not come. It is asked for again with the next channel, or when the network is back.
    addEventListener('online', hurry)
  } finally {
    isFetching = false
  }
}

/** A token in an address is written into the logs of proxies: a ticket is worth nothing there a minute later. */
function ask(): TicketCall {
  asked?.cancel()
  lastToken = sessionToken()
  asked = askForTicket()
  return asked
}

/** The published client takes its address from a function that cannot wait, so its attempts are held up until there is a ticket. */
function askBeforeOpening(mine: Consumer & Inside): void {
  const { connection } = mine
  const open = connection.open
  connection.open = () => {
    if (connection.isActive() || isAsking) return false
    // The client's own monitor tries again when it takes too long, with growing pauses, also where no ticket comes.
    connection.monitor.start()
    void openWith(mine, asked ?? ask(), open)
    return true
  }
}

async function openWith(mine: Consumer & Inside, coming: TicketCall, open: () => boolean): Promise<void> {
  isAsking = true
  const given = await coming.ticket
  // Somebody else's connection, or a newer attempt, has taken its place.
  if (asked !== coming || consumer !== mine) return
  forgetTicket()
  if (given === null) return quickly.lost()
  ticket = given
  open()
}

function forgetTicket(): void {
  asked?.cancel()
  asked = null
  isAsking = false
}

function address(): string {
  const url = new URL(`${apiHost()}${CABLE_PATH}`, location.href)
  url.protocol = url.protocol.replace('http', 'ws')
  url.searchParams.set('token', ticket)
  return url.href
}

/** The network is back: no need to wait for the next attempt. */
function hurry(): void {
  if (!consumer) return void connect()
  const { connection } = consumer
  forgetTicket()
  if (!connection.isOpen() || connection.monitor.connectionIsStale()) connection.reopen()
}

/** A socket that is open stays so: the session is the same. One that was refused tries again. */
function renew(): void {
  if (consumer && !consumer.connection.isActive()) consumer.connect()
}

/** Who logs out is refused as well, a moment before their token goes: that is nothing to ask about. */
const ASKED_AFTER_MS = 1_000

/** The server ended the connection for good. Where the token has changed since, the new one may still be welcome. */
function refused(): void {
  if (consumer?.connection.isActive()) return
  if (sessionToken() !== null && sessionToken() !== lastToken) consumer?.connect()
  else setTimeout(() => sessionToken() === lastToken && owner?.onRefused(), ASKED_AFTER_MS)
}

function disconnect(): void {
  isWanted = false
  owner = null
  quickly.over()
  forgetTicket()
  removeEventListener('online', hurry)
  if (!consumer) return
  const retired = consumer
  const socket = retired.connection.webSocket
  consumer = null
  retired.disconnect()
  // The client forgets an attempt that is under way, and one that it has put off.
  if (socket?.readyState === WebSocket.CONNECTING) socket.addEventListener('open', () => socket.close())
  retired.connection.isActive = () => true
  for (const channel of channels.values()) {
    channel.subscription = null
    channel.isConfirmed = false
  }
}
