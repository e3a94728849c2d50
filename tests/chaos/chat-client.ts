import { randomUUID } from 'node:crypto'
import { WebSocket } from 'ws'
import type { Conversation, Message } from '#contract/conversations.ts'
import { CONVERSATION_CHANNEL, type LiveEvent } from '#contract/live.ts'
import { call } from '#tests/crash/writers.ts'
import {
  gapBefore,
  type Page,
  type Thread,
  withEvent,
  withNewest,
  withoutPending,
  withPending,
  withSent,
} from '#web/features/conversations/thread-cache.ts'
import { logicalTime } from '#web/lib/queries/freshness.ts'
import type { FaultyProxy } from './faulty-proxy.ts'

/** One participant of a conversation. It merges messages with the code of the web app (thread-cache.ts). */
export class ChatClient {
  readonly user_id: string
  readonly #network: FaultyProxy
  readonly #token: string
  readonly #conversation_id: string
  thread: Thread | undefined
  /** Every message that the product acknowledged. */
  readonly acknowledged: Message[] = []
  /** How many requests were retried. */
  retries = 0
  #socket: WebSocket | undefined
  #is_leaving = false
  #catching_up: Promise<void> = Promise.resolve()
  #onChange: () => void = () => {}

  constructor(network: FaultyProxy, conversation_id: string, { id, token }: { id: string; token: string }) {
    this.user_id = id
    this.#network = network
    this.#token = token
    this.#conversation_id = conversation_id
  }

  /** Opens the live socket, and reconnects whenever it is closed. */
  listen(): void {
    this.#is_leaving = false
    const identifier = JSON.stringify({ channel: CONVERSATION_CHANNEL, conversation_id: this.#conversation_id })
    const socket = new WebSocket(`${this.#network.url.replace('http', 'ws')}/api/cable?token=${this.#token}`, [
      'actioncable-v1-json',
    ])
    this.#socket = socket
    socket.on('error', () => {})
    socket.on('close', () => {
      void this.#network.reachable().then(() => this.#is_leaving || this.listen())
    })
    socket.on('message', (data) => {
      const frame = JSON.parse(data.toString())
      if (frame.type === 'welcome') socket.send(JSON.stringify({ command: 'subscribe', identifier }))
      else if (frame.type === 'confirm_subscription') this.catchUp()
      else if (frame.type === undefined) this.#apply(frame.message)
    })
  }

  leave(): void {
    this.#is_leaving = true
    this.#socket?.terminate()
  }

  /** Sends a message, with retries until it is acknowledged. All attempts have the same `client_id` (idempotent). */
  async send(content: string): Promise<void> {
    const client_id = randomUUID()
    if (this.thread) {
      const entry = { client_id, content, sender_id: this.user_id, created_at: new Date().toISOString() }
      this.thread = withPending(this.thread, { ...entry, status: 'sending' })
    }
    const message = await this.#retry(async () => {
      const answer = await this.#call('POST', '/messages', { content, client_id })
      if (answer.status !== 201) throw new Error(`a message was answered with ${answer.status}`)
      return (await answer.json()) as Message
    })
    this.acknowledged.push(message)
    if (this.thread) this.thread = withSent(withoutPending(this.thread, client_id), client_id, message)
    this.#onChange()
  }

  async react(message_id: string, emoji: string, isWanted: boolean): Promise<void> {
    const path = `/messages/${message_id}/reactions`
    await this.#retry(async () => {
      const { status } = isWanted
        ? await this.#call('POST', path, { emoji })
        : await this.#call('DELETE', `${path}/${encodeURIComponent(emoji)}`)
      if (status !== 200) throw new Error(`a reaction was answered with ${status}`)
    })
  }

  /** Fetches the thread again. These fetches are serialised, because responses must not overtake each other. */
  catchUp(): void {
    this.#catching_up = this.#catching_up.then(() => this.#retry(() => this.#refetch()))
  }

  /** Waits until the condition holds, with a timeout. */
  async until(isDone: (thread: Thread) => boolean, deadline_ms = 120_000): Promise<void> {
    const deadline = AbortSignal.timeout(deadline_ms)
    while (!(this.thread && isDone(this.thread))) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      this.#onChange = resolve
      const fail = () => reject(new Error(`After ${deadline_ms} ms ${this.thread?.messages.length} messages are known`))
      deadline.addEventListener('abort', fail, { once: true })
      await promise
      deadline.removeEventListener('abort', fail)
    }
  }

  async #refetch(): Promise<void> {
    const asked_at = logicalTime()
    const newest: Page = { conversation: await this.#fetchThread(''), asked_at }
    const between: Page[] = []
    for (let gap = gapBefore(this.thread, newest.conversation); gap !== null; ) {
      const page: Page = { conversation: await this.#fetchThread(`?before=${gap}`), asked_at }
      between.push(page)
      gap = gapBefore(this.thread, page.conversation)
    }
    this.thread = withNewest(this.thread, newest, between)
    this.#onChange()
  }

  async #fetchThread(query: string): Promise<Conversation> {
    const answer = await this.#call('GET', query)
    if (answer.status !== 200) throw new Error(`the conversation was answered with ${answer.status}`)
    return (await answer.json()) as Conversation
  }

  #apply(event: LiveEvent): void {
    if (this.thread) this.thread = withEvent(this.thread, event, this.user_id)
    this.#onChange()
  }

  async #call(method: string, path: string, body?: unknown): Promise<Response> {
    return await call(this.#network.url, method, `/conversations/${this.#conversation_id}${path}`, body, this.#token)
  }

  /** Retries after network errors and server errors. Any other refusal is a failure of the test. */
  async #retry<T>(attempt: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await attempt()
      } catch (error) {
        const isCut = error instanceof TypeError || (error as Error).name === 'TimeoutError'
        if (!isCut && !/answered with 5/.test(String(error))) throw error
        this.retries += 1
        await this.#network.reachable()
      }
    }
  }
}
