import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { Counter, Histogram, type Registry } from 'prom-client'
import { isDisconnect } from './client-disconnect.ts'
import { RETRIED_STATUS } from './shutdown.ts'

/** A request that has been answered. */
interface Completed {
  /** Where the log is not that of the request, which names it. */
  request_id?: string
  method: string
  /** The pattern of the route. */
  route: string
  status: number
  ms: number
  user_id?: string | undefined
}

/** Writes down an answered request: the access log, and the metrics. */
export type RecordRequest = (log: Pick<FastifyBaseLogger, 'info'>, request: Completed) => void

/**
 * The access log and the request metrics. A line contains the pattern of the route, never the URL, a header or a body,
 * because each of them may contain a token.
 */
export function createRequestLog(registry: Registry): RecordRequest {
  const seconds = new Histogram({
    name: 'loge_http_request_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  const errors = new Counter({
    name: 'loge_http_errors_total',
    help: 'Requests that ended in a 5xx',
    registers: [registry],
  })
  return (log, { ms, ...request }) => {
    const { method, route, status } = request
    seconds.observe({ method, route, status }, ms / 1000)
    if (status >= 500 && status !== RETRIED_STATUS) errors.inc()
    log.info({ ...request, ms: Math.round(ms) }, 'request completed')
  }
}

export function installRequestLog(app: FastifyInstance, record: RecordRequest): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, log, viewer } = request
    const route = request.routeOptions.url ?? 'unknown'
    record(log, { method, route, status: reply.statusCode, ms: reply.elapsedTime, user_id: viewer?.id })
    done()
  })
}

/** Turns off the framework's own log lines, except for a response that fails while it is being sent, which no hook reports. */
export class RequestLogController extends LogController {
  constructor() {
    super({ disableRequestLogging: true, requestIdLogLabel: 'request_id' })
  }

  override streamError(error: Error, request: FastifyRequest, _reply: FastifyReply): void {
    if (isDisconnect(error, request.raw)) request.log.info('a client disconnected before the response was complete')
    else request.log.error({ err: error }, 'a response failed while it was being sent')
  }
}
