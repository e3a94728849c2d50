import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * The maximum length of each header that contains a list or a range. Browsers stay far below. A longer header is removed,
 * which is always safe: each of them is only an optional preference.
 */
const MAX_LENGTHS = {
  'accept-encoding': 500,
  'accept-language': 500,
  'if-none-match': 2000,
  'if-range': 500,
  range: 200,
} as const

/** Limits headers before any other hook runs, so that neither our code nor a library parses hostile values. */
export function installBoundedHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    boundHeaders(request.raw.headers)
    done()
  })
}

function boundHeaders(headers: IncomingHttpHeaders): void {
  for (const [name, max] of Object.entries(MAX_LENGTHS)) {
    const value = headers[name]
    if (value !== undefined && value.length > max) delete headers[name]
  }
  const forwarded = headers['x-forwarded-for']
  // An empty text and not undefined: the request did come through a proxy, so it must not count as local.
  if (forwarded !== undefined) headers['x-forwarded-for'] = trustedForwardedFor(String(forwarded))
}

/** More proxies than anybody has in a chain, and more characters than their addresses have. */
const HOPS_MAX = 20
const LENGTH_MAX = 1000

/**
 * Returns the trustworthy part of an `X-Forwarded-For` header. Each proxy appends an address at the right end, so an entry
 * that is not an address was sent by the client, and is dropped together with everything to the left of it.
 */
export function trustedForwardedFor(header: string): string {
  const readable: string[] = []
  const entries = header.slice(-LENGTH_MAX).split(',').slice(-HOPS_MAX)
  for (const entry of entries.reverse()) {
    const address = addressIn(entry.trim())
    if (address === undefined) break
    readable.unshift(address)
  }
  return readable.join(', ')
}

/** Removes the port, which some proxies add (`192.0.2.1:4711`, `[2001:db8::1]:4711`), and an IPv6 zone. */
function addressIn(entry: string): string | undefined {
  const closing = entry.startsWith('[') ? entry.indexOf(']') : -1
  const bare = closing > 0 ? entry.slice(1, closing) : withoutPort(entry)
  const [address = ''] = bare.split('%', 1)
  return isIP(address) === 0 ? undefined : address
}

/** An IPv6 address without brackets cannot have a port, because the colon would be ambiguous. */
function withoutPort(entry: string): string {
  const [address = '', port, ...more] = entry.split(':')
  return port !== undefined && more.length === 0 ? address : entry
}
