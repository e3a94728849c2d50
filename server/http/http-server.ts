import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Config } from '#server/config.ts'
import type { Log } from '#server/log.ts'
import { boundConnections } from './connection-bounds.ts'
import type { HttpLimits } from './http-limits.ts'

interface ServerOptions {
  config: Pick<Config, 'trust_proxy'>
  log: Pick<Log, 'warn'>
  limits: HttpLimits
  /** True for requests that may be upgraded to a WebSocket. */
  isUpgrade: (request: IncomingMessage) => boolean
}

/** Node's HTTP server with timeouts and limits for single connections and for all of them. */
export function createHttpServer(handle: RequestListener, { config, log, limits, isUpgrade }: ServerOptions): Server {
  const server = createServer(
    {
      headersTimeout: limits.headers_ms,
      requestTimeout: limits.request_ms,
      keepAliveTimeout: limits.keep_alive_ms,
      connectionsCheckingInterval: Math.min(5000, limits.headers_ms),
      // A connection cannot be upgraded while a response is being sent.
      shouldUpgradeCallback: (request) => isUpgrade(request) && !isAnswering(request.socket),
    },
    serializePipelined(handle, limits.unanswered_requests),
  )
  server.setTimeout(limits.idle_ms)
  closeUnusedWithIdle(server)
  boundConnections(server, { limits, is_behind_proxy: config.trust_proxy !== false, log })
  return server
}

/**
 * Browsers open connections in advance. Node does not count one that has sent nothing as idle: a server that closes would
 * wait for it until the client gives it up.
 */
function closeUnusedWithIdle(server: Server): void {
  const open = new Set<Socket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  const closeIdle = server.closeIdleConnections.bind(server)
  server.closeIdleConnections = () => {
    closeIdle()
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  }
}

interface Pipeline {
  unanswered: number
  waiting: (() => void)[]
}

/**
 * Handles the pipelined requests of one connection in sequence. Node would start all of them at once: each opens its file
 * and holds its buffers until the responses before it are read, which an attacker never does. Browsers do not pipeline. A
 * connection with more than `unanswered_max` requests is closed.
 */
function serializePipelined(handle: RequestListener, unanswered_max: number): RequestListener {
  const pipelines = new WeakMap<Socket, Pipeline>()
  return (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const pipeline = pipelines.get(socket) ?? { unanswered: 0, waiting: [] }
    pipelines.set(socket, pipeline)
    pipeline.unanswered += 1
    if (pipeline.unanswered > unanswered_max) {
      socket.destroy()
      return
    }
    response.once('close', () => {
      pipeline.unanswered -= 1
      // Nobody can read the other responses.
      if (socket.destroyed) pipeline.waiting.length = 0
      pipeline.waiting.shift()?.()
    })
    if (pipeline.unanswered === 1) handle(request, response)
    else pipeline.waiting.push(() => handle(request, response))
  }
}

/**
 * True while a response is being sent on this connection. Node keeps it in this property, and throws if the socket is
 * assigned to another response before it is finished.
 */
function isAnswering(socket: Socket & { _httpMessage?: unknown }): boolean {
  return Boolean(socket._httpMessage)
}
