import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { readableForwardedFor } from './forwarded-for.ts'

/**
 * The longest value that is read of each header with a list or a range in it. Browsers stay far below. A longer value is
 * treated as if the header were absent, which is always a valid answer: each of them only asks for something cheaper.
 */
const LONGEST = {
  'accept-encoding': 500,
  'accept-language': 500,
  'if-none-match': 2000,
  'if-range': 500,
  range: 200,
} as const

/** Runs before any other hook, so that neither we nor a library of ours parses what is too long or unreadable. */
export function installBoundedHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    boundHeaders(request.raw.headers)
    done()
  })
}

function boundHeaders(headers: IncomingHttpHeaders): void {
  for (const [name, longest] of Object.entries(LONGEST)) {
    const value = headers[name]
    if (value !== undefined && value.length > longest) delete headers[name]
  }
  const forwarded = headers['x-forwarded-for']
  // An empty text and not undefined: the request still came through a proxy, and is not a local one.
  if (forwarded !== undefined) headers['x-forwarded-for'] = readableForwardedFor(String(forwarded))
}
