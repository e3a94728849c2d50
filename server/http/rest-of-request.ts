import type { FastifyInstance } from 'fastify'
import { announcesBody } from './request-body.ts'

/** Who was refused may finish what they are sending, so that they read why. Beyond this the connection is closed. */
const REST_MAX_BYTES = 32 * 1024 * 1024

/**
 * Closing a connection while its client is still sending makes the client lose the answer, and reading no further keeps
 * both waiting. So the rest of a refused upload is read and thrown away, for a while.
 */
export function readRestOfRefused(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    const { raw } = request
    if (!announcesBody(raw) || raw.readableEnded || raw.destroyed) return
    // The framework would rather hang up on a body that is too large.
    if (reply.statusCode === 413) reply.removeHeader('connection')
    let bytes = 0
    raw.unpipe()
    raw.removeAllListeners('data')
    raw.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > REST_MAX_BYTES) raw.socket.destroy()
    })
    raw.resume()
  })
}
