import { once } from 'node:events'
import type { FastifyInstance } from 'fastify'
import { expect } from 'vitest'
import { type ClientOptions, WebSocket } from 'ws'
import { CONVERSATION_CHANNEL, INBOX_CHANNEL } from '#contract/live.ts'

const PROTOCOLS = ['actioncable-v1-json', 'actioncable-unsupported']

export interface Frame {
  type?: string
  identifier?: string
  // biome-ignore lint/suspicious/noExplicitAny: each test asserts on the messages it expects
  message?: any
  reason?: string
  reconnect?: boolean
}

/** A client of the live socket that records every frame in order. */
export class CableClient {
  readonly socket: WebSocket
  readonly frames: Frame[] = []
  close_code: number | undefined

  constructor(socket: WebSocket) {
    this.socket = socket
    socket.on('message', (data) => void this.frames.push(JSON.parse(data.toString())))
    socket.on('close', (code) => {
      this.close_code = code
    })
    socket.on('error', () => {})
  }

  /** All frames except pings. */
  get news(): Frame[] {
    return this.frames.filter(({ type }) => type !== 'ping')
  }

  get messages(): Frame['message'][] {
    return this.frames.flatMap(({ type, message }) => (type === undefined ? [message] : []))
  }

  say(command: string, identifier: string, data?: unknown): void {
    this.socket.send(JSON.stringify({ command, identifier, ...(data !== undefined && { data: JSON.stringify(data) }) }))
  }

  /** Subscribes to a channel, and waits for the confirmation or the rejection. */
  async subscribe(identifier: string): Promise<string | undefined> {
    const answers = () =>
      this.frames.filter((frame) => frame.identifier === identifier && frame.type?.endsWith('_subscription'))
    const before = answers().length
    this.say('subscribe', identifier)
    await expect.poll(() => answers().length).toBeGreaterThan(before)
    return answers().at(-1)?.type
  }

  /** Waits until the server has handled everything that was sent before: it answers commands in order. */
  async settle(): Promise<void> {
    const identifier = JSON.stringify({ channel: 'NoSuchChannel', nonce: crypto.randomUUID() })
    await this.subscribe(identifier)
  }

  async ended(): Promise<number> {
    if (this.close_code === undefined) await once(this.socket, 'close')
    return this.close_code ?? 0
  }
}

export function conversationChannel(conversation_id: string): string {
  return JSON.stringify({ channel: CONVERSATION_CHANNEL, conversation_id })
}

export const inboxChannel = JSON.stringify({ channel: INBOX_CHANNEL })

/** Returns the URL of the live socket of an app, and makes the app listen if it does not yet. */
export async function cableAddress(app: FastifyInstance): Promise<string> {
  const address = app.server.listening ? addressOf(app) : await app.listen({ port: 0, host: '127.0.0.1' })
  return `${address.replace(/^http/, 'ws')}/api/cable`
}

function addressOf(app: FastifyInstance): string {
  const address = app.server.address()
  return typeof address === 'object' ? `http://127.0.0.1:${address?.port}` : ''
}

/** Opens a socket without waiting for it. What happens is in its frames. */
export function openSocket(url: string, token?: string, options: ClientOptions = {}): CableClient {
  const full = token === undefined ? url : `${url}?token=${token}`
  const socket = new WebSocket(full, PROTOCOLS, { perMessageDeflate: false, ...options })
  return new CableClient(socket)
}

/** Opens a socket, and waits for the welcome of the server. */
export async function connectCable(url: string, token: string | undefined): Promise<CableClient> {
  const client = openSocket(url, token)
  await expect.poll(() => client.news[0]?.type).toBe('welcome')
  return client
}

/** The HTTP status with which the server refuses a socket. */
export async function refusal(url: string, options: ClientOptions = {}): Promise<number | undefined> {
  const { socket } = openSocket(url, undefined, options)
  const [, response] = await once(socket, 'unexpected-response')
  response.destroy()
  return response.statusCode
}
