import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { HttpLimits } from './http-limits.ts'

export function announcesBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

/** Only a form may be large, so only a form may take long to arrive. */
export function limitBodyTime(app: FastifyInstance, { body_ms }: Pick<HttpLimits, 'body_ms'>): void {
  app.addHook('onRequest', (request, reply, done) => {
    const takesForm = request.routeOptions.config.endpoint?.form !== undefined
    if (!takesForm && announcesBody(request.raw)) {
      const timer = setTimeout(() => endLate(app, request.raw, reply.raw), body_ms).unref()
      request.raw.once('close', () => clearTimeout(timer))
    }
    done()
  })
}

/** As Node ends a request that is late as a whole; who was answered already is told nothing more. */
function endLate(app: FastifyInstance, request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request
  // A request that a test injects came over no connection.
  if (request.complete || !(socket instanceof Socket) || socket.destroyed) return
  if (response.headersSent) socket.destroy()
  else app.server.emit('clientError', Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
}
