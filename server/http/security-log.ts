import { createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import { emailKey } from '#server/emails.ts'
import { network } from '#server/limits/rate-limits.ts'

/**
 * One line for each answer that somebody who looks for an attack wants to see: failed sign-ins, password resets, and
 * everything that was forbidden or came too often. It names the network and a mark of the account, never its address.
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
          ...(account !== undefined && { account: accountMark(ctx.secret, account) }),
        },
        message,
      )
    }
    done()
  })
}

/**
 * The same for the same address, so that lines can be told apart and counted. It is keyed: without the secret nobody can
 * find out by trying which address it stands for.
 */
export function accountMark(secret: Buffer, email: string): string {
  return createHmac('sha256', secret).update('security log ').update(emailKey(email)).digest('base64url').slice(0, 16)
}

interface SecurityEvent {
  level: 'info' | 'warn'
  message: string
}

function eventOf(request: FastifyRequest, { statusCode }: FastifyReply): SecurityEvent | undefined {
  const { endpoint } = request.routeOptions.config
  if (statusCode === 429) return { level: 'warn', message: 'a request came too often' }
  if (statusCode === 403) return { level: 'warn', message: 'a request was forbidden' }
  if (endpoint === endpoints.sign_in && statusCode === 401) return { level: 'warn', message: 'a sign-in failed' }
  if (endpoint === endpoints.request_password_reset && statusCode < 400)
    return { level: 'info', message: 'a password reset was asked for' }
  if (endpoint === endpoints.confirm_password_reset && statusCode >= 400)
    return { level: 'warn', message: 'a password reset failed' }
  return undefined
}

/** Whose request it was, or whom it named. */
function accountOf({ viewer, body }: FastifyRequest): string | undefined {
  if (viewer) return viewer.email
  const email = (body as { user?: { email?: unknown } } | null | undefined)?.user?.email
  return typeof email === 'string' ? email : undefined
}

/** Who has hung up has no address any more, unless a proxy told it. */
function networkOf({ ip }: { ip: string | undefined }): string {
  return ip === undefined ? 'unknown' : network(ip)
}
