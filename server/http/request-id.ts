import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

export const REQUEST_ID_HEADER = 'x-request-id'

/** Long enough for the ids of every proxy, and without characters that mean something in a log, a shell or a page. */
const WELL_FORMED = /^[A-Za-z0-9][A-Za-z0-9._:=+/-]{0,127}$/

/** The id of a request: the one that the client or a proxy gave it (a correlation id), or a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers[REQUEST_ID_HEADER]
  return typeof given === 'string' && WELL_FORMED.test(given) ? given : randomUUID()
}

/** Sends the id with every response, so that a report of a user can be found in the log. Errors have it too. */
export function installRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id)
    done()
  })
}
