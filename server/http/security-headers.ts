import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'

/** What a page of ours may load and do. `inline_scripts` are the hashes of the scripts that stand in the page itself. */
export function pagePolicy(config: Pick<Config, 'web'>, inline_scripts: string[]): string {
  const outside = [config.web.api_host, config.web.sentry_dsn ?? '']
    .filter((url) => URL.canParse(url))
    .map((url) => new URL(url).origin)
  const socket = outside.slice(0, 1).map((origin) => origin.replace(/^http/, 'ws'))
  const also = outside.length > 0 ? ` ${[...outside, ...socket].join(' ')}` : ''
  return [
    "default-src 'none'",
    `script-src 'self'${inline_scripts.map((hash) => ` '${hash}'`).join('')}`,
    "style-src 'self'",
    `img-src 'self' blob:${also}`,
    `media-src 'self' blob:${also}`,
    "font-src 'self'",
    `connect-src 'self'${also}`,
    "manifest-src 'self'",
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
}

/** Data is never a page: nothing it contains may run or be framed. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"

export function installSecurityHeaders(app: FastifyInstance, config: Pick<Config, 'public_url'>): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'content-security-policy': DATA_POLICY,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    })
    if (config.public_url?.startsWith('https:')) {
      reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
    }
  })
}
