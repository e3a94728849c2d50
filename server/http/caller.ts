import type { FastifyRequest } from 'fastify'
import type { Locale } from '#contract/accounts.ts'
import { preferredLocale, requestLocale } from './locale.ts'

/** Metadata of a request besides its input. */
export interface Caller {
  ip: string
  is_head: boolean
  headers: { range: string | undefined; if_none_match: string | undefined; if_range: string | undefined }
  /** The request came from this machine directly, not through a reverse proxy on it. */
  is_local: boolean
  authorization: string | undefined
  cookie: string | undefined
  /** The host and the origin as the browser sent them. */
  host: string | undefined
  origin: string | undefined
  user_agent: string
  /** The length of the body as the client announces it; undefined if it does not. */
  body_bytes: number | undefined
  locale: Locale
  /** The language of `Accept-Language`, if it is supported. */
  asked_locale: Locale | undefined
}

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

export function isLoopback(address: string): boolean {
  return LOOPBACK.has(address)
}

/** A closed socket has no address. */
export function addressOf({ ip }: { ip: string | undefined }): string {
  return ip ?? 'unknown'
}

export function callerOf(request: FastifyRequest): Caller {
  const { method, headers, socket } = request
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
  return {
    ip: addressOf(request),
    is_head: method === 'HEAD',
    headers: {
      range: headers.range,
      if_none_match: headers['if-none-match'],
      if_range: headers['if-range']?.toString(),
    },
    is_local: !isForwarded && isLoopback(socket.remoteAddress ?? ''),
    authorization: headers.authorization,
    cookie: headers.cookie,
    host: headers.host,
    origin: headers.origin,
    body_bytes: headers['content-length'] === undefined ? undefined : Number(headers['content-length']),
    user_agent: (headers['user-agent'] ?? '').slice(0, 400),
    // For API calls the header decides and not the cookie: the web app sends its language there, and on another origin no cookie.
    locale: requestLocale({ 'accept-language': headers['accept-language'] }),
    asked_locale: preferredLocale(headers['accept-language']),
  }
}
