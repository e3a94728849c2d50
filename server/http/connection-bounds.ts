import type { Server, Socket } from 'node:net'
import { MINUTE_MS } from '#contract/time.ts'
import { network } from '#server/limits/rate-limits.ts'
import type { Log } from '#server/log.ts'
import { isLoopback } from './caller.ts'
import { HANDLES_PER_CONNECTION, type HttpLimits } from './http-limits.ts'

interface BoundsOptions {
  limits: HttpLimits
  /** Behind a proxy all connections have its address, so only their sum is limited. */
  is_behind_proxy: boolean
  log: Pick<Log, 'warn'>
}

/** Limits connections in total and per network, so that file descriptors are left for those that are open. */
export function boundConnections(server: Server, { limits, is_behind_proxy, log }: BoundsOptions): void {
  const counts = new Map<string, number>()
  const warn = throttle(MINUTE_MS, (message: string) => log.warn({ connections: limits.connections }, message))
  server.maxConnections = limits.connections
  let live_sockets = 0
  const countLiveSocket = (by: number) => {
    live_sockets += by
    server.maxConnections = limits.connections + Math.floor(live_sockets / HANDLES_PER_CONNECTION)
  }
  // A live socket opens no file, so it needs only half of the descriptors that are reserved for a connection.
  server.on('upgrade', (_request, socket: Socket) => {
    countLiveSocket(1)
    socket.once('close', () => countLiveSocket(-1))
  })
  server.on('drop', () => warn('connections are refused: there are as many as this process can hold'))
  if (is_behind_proxy) return
  server.on('connection', (socket) => {
    const { remoteAddress } = socket
    // A loopback address may be a proxy that TRUST_PROXY does not name, so it is not limited.
    if (remoteAddress === undefined || isLoopback(remoteAddress)) return
    const from = network(remoteAddress)
    const count = (counts.get(from) ?? 0) + 1
    counts.set(from, count)
    socket.once('close', () => {
      const left = (counts.get(from) ?? 1) - 1
      if (left > 0) counts.set(from, left)
      else counts.delete(from)
    })
    if (count <= limits.connections_per_network) return
    warn('connections are refused: one network has too many of them')
    socket.destroy()
  })
}

function throttle(ms: number, log: (message: string) => void): (message: string) => void {
  let last = Number.NEGATIVE_INFINITY
  return (message) => {
    const now = performance.now()
    if (now - last < ms) return
    last = now
    log(message)
  }
}
