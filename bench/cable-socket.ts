import { WebSocket } from 'ws'

/** A subscribed socket that costs as little as it can: it tells of every message of its channel, and of nothing else. */
export interface CableSocket {
  /** Performs an action of the channel. */
  perform(data: Record<string, unknown>): void
  onMessage(listener: (frame: string) => void): void
  close(): void
}

/** To any Action Cable server: resolves once the subscription is confirmed. */
export function subscribe(url: string, identifier: string): Promise<CableSocket> {
  return new Promise((resolve, reject) => {
    let listener: (frame: string) => void = () => {}
    const socket = new WebSocket(url, ['actioncable-v1-json'], { perMessageDeflate: false })
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
      // Those of the channel are the many; only the protocol's own are looked into, among which pings have a message too.
      if (frame.includes('"message":') && !frame.startsWith('{"type"')) return listener(frame)
      const { type, reason } = JSON.parse(frame) as { type?: string; reason?: string }
      if (type === 'welcome') say({ command: 'subscribe', identifier })
      else if (type === 'confirm_subscription') resolve(cable)
      else if (type === 'reject_subscription') reject(new Error('The subscription was rejected.'))
      else if (type === 'disconnect') reject(new Error(`The server disconnected: ${reason}`))
    })
  })
}
