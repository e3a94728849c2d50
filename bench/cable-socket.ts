import { WebSocket } from 'ws'

/** A subscribed socket with little overhead. It reports every message of its channel, and nothing else. */
export interface CableSocket {
  /** Performs an action of the channel. */
  perform(data: Record<string, unknown>): void
  onMessage(listener: (frame: string) => void): void
  close(): void
}

const CONFIRMED_MS = 30_000

/** Connects to any Action Cable server. Resolves once the subscription is confirmed. */
export function subscribe(url: string, identifier: string): Promise<CableSocket> {
  return new Promise((resolve, reject) => {
    let listener: (frame: string) => void = () => {}
    const socket = new WebSocket(url, ['actioncable-v1-json'], { perMessageDeflate: false })
    const timer = setTimeout(() => {
      reject(new Error(`The subscription was not confirmed within ${CONFIRMED_MS / 1000} s.`))
      socket.terminate()
    }, CONFIRMED_MS)
    socket.once('close', () => clearTimeout(timer))
    const say = (frame: Record<string, unknown>) => socket.send(JSON.stringify(frame))
    const cable: CableSocket = {
      perform: (data) => say({ command: 'message', identifier, data: JSON.stringify(data) }),
      onMessage(next) {
        listener = next
      },
      close: () => socket.terminate(),
    }
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('The server closed the socket.')))
    socket.on('message', (data) => {
      const frame = data.toString()
      // Most frames are messages of the channel, so only other frames are parsed. Pings have a `message` too, but begin with their type.
      if (frame.includes('"message":') && !frame.startsWith('{"type"')) return listener(frame)
      const { type, reason } = JSON.parse(frame) as { type?: string; reason?: string }
      if (type === 'welcome') say({ command: 'subscribe', identifier })
      else if (type === 'confirm_subscription') {
        clearTimeout(timer)
        resolve(cable)
      } else if (type === 'reject_subscription') reject(new Error('The subscription was rejected.'))
      else if (type === 'disconnect') reject(new Error(`The server disconnected: ${reason}`))
    })
  })
}
