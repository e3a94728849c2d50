import { createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import { emailKey } from '#server/emails.ts'
import { network } from '#server/limits/rate-limits.ts'

/**
 * The security log: one line for each failed sign-in, each password reset, and each response 403 or 429. It contains the
 * network and a keyed hash of the account, never an e-mail address.
 */
export function installSecurityLog(app: FastifyInstance, ctx: Pick<Context, 'secret'>): void {
  app.addHook('onResponse', (request, reply, done) => {
    const event = eventOf(request, reply)
    if (event) {
      const { level, message } = event
      const account = accountOf(request)
      request.log[level](
        {
          security: true,
          route: request.routeOptions.url ?? 'unknown',
          status: reply.statusCode,
          network: networkOf(request),
          ...(account !== undefined && { account: accountPseudonym(ctx.secret, account) }),
        },
        message,
      )
    }
    done()
  })
}

/**
 * A pseudonym of an account: equal for equal addresses, so that lines can be grouped and counted. It is keyed (HMAC), so
 * that nobody can find the address by hashing guesses.
 */
export function accountPseudonym(secret: Buffer, email: string): string {
  return createHmac('sha256', secret).update('security log ').update(emailKey(email)).digest('base64url').slice(0, 16)
}

interface SecurityEvent {
  level: 'info' | 'warn'
  message: string
}

function eventOf(request: FastifyRequest, { statusCode }: FastifyReply): SecurityEvent | undefined {
  const { endpoint } = request.routeOptions.config
  if (statusCode === 429) return { level: 'warn', message: 'a request exceeded a rate limit' }
  if (statusCode === 403) return { level: 'warn', message: 'a request was forbidden' }
  if (endpoint === endpoints.sign_in && statusCode === 401) return { level: 'warn', message: 'a sign-in failed' }
  if (endpoint === endpoints.request_password_reset && statusCode < 400)
    return { level: 'info', message: 'a password reset was requested' }
  if (endpoint === endpoints.confirm_password_reset && statusCode >= 400)
    return { level: 'warn', message: 'a password reset failed' }
  return undefined
}

/** The address of the viewer, or the one in the body of a request without a session. */
function accountOf({ viewer, body }: FastifyRequest): string | undefined {
  if (viewer) return viewer.email
  const email = (body as { user?: { email?: unknown } } | null | undefined)?.user?.email
  return typeof email === 'string' ? email : undefined
}

/** A closed socket has no address, unless a proxy has sent it. */
function networkOf({ ip }: { ip: string | undefined }): string {
  return ip === undefined ? 'unknown' : network(ip)
}
