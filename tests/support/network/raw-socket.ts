import { connect, type Socket } from 'node:net'

/** A WebSocket client that can send invalid frames and never answers a close frame. No library allows that. */
export class RawSocket {
  readonly socket: Socket
  received = Buffer.alloc(0)
  is_over = false

  constructor(url: string) {
    const { hostname, port } = new URL(url)
    this.socket = connect(Number(port), hostname)
    this.socket.on('data', (data) => {
      this.received = Buffer.concat([this.received, data])
    })
    this.socket.on('error', () => {})
    this.socket.on('close', () => {
      this.is_over = true
    })
  }

  /** Sends the upgrade request without waiting for the answer. */
  upgrade(path: string): this {
    this.socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    )
    return this
  }

  /** Resolves when the connection has ended, by either side. A reset is an end too, so this never rejects. */
  async over(): Promise<void> {
    if (!this.is_over) await new Promise<void>((resolve) => this.socket.once('close', () => resolve()))
  }
}

/** A frame of a client, by default a complete text message. Its mask is zero. */
export function clientFrame(payload: string, { opcode = 1, fin = true } = {}): Buffer {
  const body = Buffer.from(payload)
  const length = body.length < 126 ? [0x80 | body.length] : [0x80 | 126, body.length >> 8, body.length & 0xff]
  return Buffer.concat([Buffer.from([(fin ? 0x80 : 0) | opcode, ...length, 0, 0, 0, 0]), body])
}

/** A text message in fragments of one character, with or without the last fragment. */
export function fragments(count: number, { isWhole = false } = {}): Buffer {
  return Buffer.concat(
    Array.from({ length: count }, (_, index) =>
      clientFrame('x', { opcode: index === 0 ? 1 : 0, fin: isWhole && index === count - 1 }),
    ),
  )
}
