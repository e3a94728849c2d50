import { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { Counter, Histogram, type Registry } from 'prom-client'
import { isDisconnect } from './client-disconnect.ts'
import { RETRIED_STATUS } from './shutdown.ts'

/**
 * The access log and the request metrics. A line contains the pattern of the route, never the URL, a header or a body,
 * because each of them may contain a token.
 */
export function installRequestLog(app: FastifyInstance, registry: Registry): void {
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
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    const status = reply.statusCode
    seconds.observe({ method: request.method, route, status }, reply.elapsedTime / 1000)
    if (status >= 500 && status !== RETRIED_STATUS) errors.inc()
    request.log.info(
      { method: request.method, route, status, ms: Math.round(reply.elapsedTime), user_id: request.viewer?.id },
      'request completed',
    )
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
