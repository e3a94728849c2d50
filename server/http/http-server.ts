import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { Config } from '#server/config.ts'
import type { Log } from '#server/log.ts'
import { boundConnections } from './connection-bounds.ts'
import type { HttpLimits } from './http-limits.ts'
import { isAnswering, oneAtATime } from './one-at-a-time.ts'

interface ServerOptions {
  config: Pick<Config, 'trust_proxy'>
  log: Pick<Log, 'warn'>
  limits: HttpLimits
  /** Which requests would like to become something else than an answer. */
  isUpgrade: (request: IncomingMessage) => boolean
}

/** Node's server with every bound that a single connection, or many of them, could otherwise do without. */
export function createHttpServer(handle: RequestListener, { config, log, limits, isUpgrade }: ServerOptions): Server {
  const server = createServer(
    {
      headersTimeout: limits.headers_ms,
      requestTimeout: limits.request_ms,
      keepAliveTimeout: limits.keep_alive_ms,
      connectionsCheckingInterval: Math.min(5000, limits.headers_ms),
      // A connection with an answer under way belongs to that answer.
      shouldUpgradeCallback: (request) => isUpgrade(request) && !isAnswering(request.socket),
    },
    oneAtATime(handle, limits.unanswered_requests),
  )
  server.setTimeout(limits.idle_ms)
  boundConnections(server, { limits, is_behind_proxy: config.trust_proxy !== false, log })
  return server
}
