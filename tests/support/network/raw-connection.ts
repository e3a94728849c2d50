import { connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** A TCP connection to the server for raw HTTP. It reads nothing until `read` is called. */
export interface RawConnection {
  socket: Socket
  closed: Promise<void>
  /** Reads until the server closes the connection, or until `until` returns true for a chunk. */
  read(until?: (piece: string) => boolean): Promise<string>
}

const opened: Socket[] = []

/** For `afterAll`: open connections would keep the server from closing. */
export function closeRawConnections(): void {
  for (const socket of opened.splice(0)) socket.destroy()
}

export function openRaw(app: FastifyInstance): RawConnection {
  const address = app.addresses()[0]
  if (typeof address !== 'object') throw new Error('The app does not listen')
  const socket = connect(address.port, address.address)
  opened.push(socket)
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  socket.on('close', () => resolve())
  // Some tests expect that the server closes the connection while they write.
  socket.on('error', () => {})
  return {
    socket,
    closed,
    async read(until = () => false) {
      const said: string[] = []
      const done = Promise.withResolvers<void>()
      const take = (data: Buffer) => {
        const piece = data.toString('latin1')
        said.push(piece)
        if (until(piece)) done.resolve()
      }
      socket.on('data', take).resume()
      await Promise.race([closed, done.promise])
      socket.off('data', take).pause()
      return said.join('')
    },
  }
}

export function rawGet(path: string, headers: Record<string, string | undefined> = {}): string {
  const lines = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]))
  return [`GET ${path} HTTP/1.1`, 'Host: loge.test', ...lines, '', ''].join('\r\n')
}
