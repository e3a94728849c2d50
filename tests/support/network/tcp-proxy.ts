import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy in front of a database: one address whose server can hang or be switched. */
export interface TcpProxy {
  /** The URL of the database through the proxy. */
  url: string
  /** From now on the open connections carry nothing, as with a server that hangs. New ones work. */
  freeze(): void
  /** From now on new connections reach the server of this URL. */
  pointTo(database_url: string): void
  close(): void
}

export async function startTcpProxy(database_url: string): Promise<TcpProxy> {
  let target = new URL(database_url)
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const other = connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [client, other],
      [other, client],
    ] as const) {
      sockets.add(from)
      from.setNoDelay(true)
      from.pipe(to)
      from.on('error', () => {}).on('close', () => to.destroy())
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(database_url)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    freeze() {
      for (const socket of sockets) socket.unpipe().pause()
    },
    pointTo(next) {
      target = new URL(next)
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
