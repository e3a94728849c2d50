import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { HttpLimits } from './http-limits.ts'

export function announcesBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

/** A timeout for bodies. Only a form may be large, so only a form may take long to arrive. */
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

/** Ends a request as Node's own request timeout does. If a response was sent already, only the connection is closed. */
function endLate(app: FastifyInstance, request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request
  // A request that a test injects has no real socket.
  if (request.complete || !(socket instanceof Socket) || socket.destroyed) return
  if (response.headersSent) socket.destroy()
  else app.server.emit('clientError', Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
}

/** How much of a refused upload is read before the connection is closed. */
const DRAIN_MAX_BYTES = 32 * 1024 * 1024

/**
 * Drains refused uploads. Closing a connection while its client is still sending makes the client lose the response, and
 * not reading would block both sides. So the rest of the body is read and discarded, up to a limit.
 */
export function drainRefusedUploads(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    const { raw } = request
    if (!announcesBody(raw) || raw.readableEnded || raw.destroyed) return
    // The framework would close the connection for a body that is too large.
    if (reply.statusCode === 413) reply.removeHeader('connection')
    let bytes = 0
    raw.unpipe()
    raw.removeAllListeners('data')
    raw.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > DRAIN_MAX_BYTES) raw.socket.destroy()
    })
    raw.resume()
  })
}
