import { connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** A connection that a test writes bytes into; it reads nothing until it is told to. */
export interface RawConnection {
  socket: Socket
  closed: Promise<void>
  /** All that was said until the server ended the connection, or a piece of it fulfils `until`. */
  read(until?: (piece: string) => boolean): Promise<string>
}

const opened: Socket[] = []

/** For `afterAll`: what is still open would keep the server from closing. */
export function closeRawConnections(): void {
  for (const socket of opened.splice(0)) socket.destroy()
}

export function openRaw(app: FastifyInstance): RawConnection {
  const address = app.addresses()[0]
  if (typeof address !== 'object') throw new Error('the app does not listen')
  const socket = connect(address.port, address.address)
  opened.push(socket)
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  socket.on('close', () => resolve())
  // Being hung up on while writing is what some tests are about.
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
