import type { Server, Socket } from 'node:net'
import { MINUTE_MS } from '#contract/time.ts'
import type { Log } from '#server/log.ts'
import { isLoopback } from './caller.ts'
import { HANDLES_PER_CONNECTION, type HttpLimits } from './http-limits.ts'
import { network } from './limit.ts'

interface BoundsOptions {
  limits: HttpLimits
  /** Then all connections come from the proxy's address, and only their sum is bounded. */
  is_behind_proxy: boolean
  log: Pick<Log, 'warn'>
}

/** Refuses connections for which there would be no file handles left, so that those that are there can be served. */
export function boundConnections(server: Server, { limits, is_behind_proxy, log }: BoundsOptions): void {
  const counts = new Map<string, number>()
  const warn = atMostEvery(MINUTE_MS, (message: string) => log.warn({ connections: limits.connections }, message))
  server.maxConnections = limits.connections
  let live_sockets = 0
  const countLiveSocket = (by: number) => {
    live_sockets += by
    server.maxConnections = limits.connections + Math.floor(live_sockets / HANDLES_PER_CONNECTION)
  }
  // A live socket opens no file, so each of them leaves half of its place to others.
  server.on('upgrade', (_request, socket: Socket) => {
    countLiveSocket(1)
    socket.once('close', () => countLiveSocket(-1))
  })
  server.on('drop', () => warn('connections are refused: there are as many as this process can hold'))
  if (is_behind_proxy) return
  server.on('connection', (socket) => {
    const { remoteAddress } = socket
    // A proxy on this machine that the settings do not name is everybody, too.
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

function atMostEvery(ms: number, tell: (message: string) => void): (message: string) => void {
  let last = Number.NEGATIVE_INFINITY
  return (message) => {
    const now = performance.now()
    if (now - last < ms) return
    last = now
    tell(message)
  }
}
