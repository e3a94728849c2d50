import { connect, type Socket } from 'node:net'

/** A client that sends what it likes and never answers a close frame, which no library would let it. */
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

  /** Asks for an upgrade, and does not wait for it. */
  upgrade(path: string): this {
    this.socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    )
    return this
  }

  /** The connection has ended, by whichever side; a reset is an end too, so this never rejects. */
  async over(): Promise<void> {
    if (!this.is_over) await new Promise<void>((resolve) => this.socket.once('close', () => resolve()))
  }
}

/** One frame of a client: a text by default, its end or a part of it. The mask changes nothing. */
export function clientFrame(payload: string, { opcode = 1, fin = true } = {}): Buffer {
  const body = Buffer.from(payload)
  const length = body.length < 126 ? [0x80 | body.length] : [0x80 | 126, body.length >> 8, body.length & 0xff]
  return Buffer.concat([Buffer.from([(fin ? 0x80 : 0) | opcode, ...length, 0, 0, 0, 0]), body])
}

/** A text in so many fragments of a letter each, with or without its end. */
export function fragments(count: number, { isWhole = false } = {}): Buffer {
  return Buffer.concat(
    Array.from({ length: count }, (_, index) =>
      clientFrame('x', { opcode: index === 0 ? 1 : 0, fin: isWhole && index === count - 1 }),
    ),
  )
}
