import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'

/** The Content-Security-Policy of a page. `inline_scripts` are the hashes of its inline scripts. */
export function pagePolicy({ web, s3 }: Pick<Config, 'web' | 's3'>, inline_scripts: string[]): string {
  const api = originOf(web.api_host)
  const socket = api?.replace(/^http/, 'ws')
  return [
    "default-src 'none'",
    sources('script-src', "'self'", ...inline_scripts.map((hash) => `'${hash}'`)),
    "style-src 'self'",
    // Public pictures are loaded from the S3 bucket directly.
    sources('img-src', "'self'", 'blob:', api, originOf(s3?.endpoint)),
    sources('media-src', "'self'", 'blob:', api),
    "font-src 'self'",
    sources('connect-src', "'self'", api, socket, originOf(web.sentry_dsn)),
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // Neither our code nor a library creates HTML or scripts from strings. The one policy names the script of the worker, and
    // nothing else (web/lib/service-worker.ts).
    'trusted-types worker',
  ].join('; ')
}

/** The policy of the service worker, whose requests are those of the pages that it answers. */
export function workerPolicy({ web, s3 }: Pick<Config, 'web' | 's3'>): string {
  return ["default-src 'none'", sources('connect-src', "'self'", originOf(web.api_host), originOf(s3?.endpoint))].join(
    '; ',
  )
}

function sources(directive: string, ...from: (string | undefined)[]): string {
  return [directive, ...from.filter((source) => source !== undefined)].join(' ')
}

/** The origin of an absolute URL. Undefined for a path, which is on our own origin. */
function originOf(address: string | undefined): string | undefined {
  return address !== undefined && URL.canParse(address) ? new URL(address).origin : undefined
}

/** True if pages of another origin show the media of this server. */
export function isEmbeddedElsewhere({ web, allowed_origins }: Pick<Config, 'web' | 'allowed_origins'>): boolean {
  return originOf(web.api_host) !== undefined || allowed_origins.length > 0
}

/** For everything that is not a page: nothing in it may run or be framed. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"

export function securityHeaders({ public_url }: Pick<Config, 'public_url'>): Record<string, string> {
  return {
    'content-security-policy': DATA_POLICY,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    ...(public_url?.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
}

export function installSecurityHeaders(app: FastifyInstance, config: Pick<Config, 'public_url'>): void {
  const headers = securityHeaders(config)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}
