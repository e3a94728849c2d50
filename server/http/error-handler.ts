import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contract/errors.ts'
import { AppError, notFound } from '#server/errors.ts'
import { isHangUp } from './hang-up.ts'

/** One place turns whatever was thrown into an answer. What is not ours to explain is a 500 without internals. */
export function installErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => answerError(error, request, reply))
}

export function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return answerError(notFound(), request, reply)
}

export function answerError(
  thrown: FastifyError | AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const error = thrown instanceof AppError ? thrown : isHangUp(thrown, request.raw) ? givenUp() : explain(thrown)
  // A full queue is no failure, and one log line for each refused request would be a cost of its own.
  if (error.status >= 500 && error.code !== 'busy') request.log.error({ err: thrown }, 'a request failed')
  if (error.retry_after !== undefined) reply.header('retry-after', String(error.retry_after))
  reply.header('cache-control', 'no-store')
  const { code, reason, fields } = error
  return reply
    .code(error.status)
    .send({ error: error.message, code, ...(reason && { reason }), ...(fields && { fields }) })
}

/** Nobody reads this; it is what the log and the metrics count. */
function givenUp(): AppError {
  return new AppError('malformed', 'The request was given up')
}

const BY_STATUS: Record<number, [ErrorCode, string]> = {
  // A name in the path that is longer than any can be.
  414: ['not_found', 'Not found'],
  413: ['too_large', 'The request is too large'],
  415: ['unsupported_type', 'This content type is not supported'],
}

/** What the web framework or the database threw, in our words. */
function explain(error: FastifyError): AppError {
  if (error.validation) return explainValidation(error)
  if (isDatabaseAway(error))
    return new AppError('unavailable', 'The service is not available at the moment. Please try again.')
  const status = error.statusCode ?? 500
  if (status >= 500) return new AppError('internal', 'Something went wrong on our side')
  const [code, message] = BY_STATUS[status] ?? ['malformed', 'The request could not be read']
  return new AppError(code, message)
}

function explainValidation(error: FastifyError): AppError {
  // A malformed id names nothing, so it is as absent as an unknown one.
  if (error.validationContext === 'params') return notFound()
  const fields: Record<string, string> = {}
  for (const problem of error.validation ?? []) {
    const missing = problem.params.missingProperty
    const path = [...problem.instancePath.split('/').slice(1), ...(typeof missing === 'string' ? [missing] : [])].join(
      '.',
    )
    // A pattern is for machines: nobody learns from it what is wrong.
    const reason = problem.keyword === 'pattern' ? undefined : problem.message
    fields[path || 'body'] = missing ? 'is required' : (reason ?? 'is invalid')
  }
  const [first] = Object.entries(fields)
  return new AppError('invalid', first ? `${first[0]} ${first[1]}` : 'The request is invalid', fields)
}

const DATABASE_AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '53100',
  // A time limit of the role that serves requests: of a statement, for a lock, of an idle transaction.
  '57014',
  '55P03',
  '25P03',
])

/** The database is restarting, out of reach, out of space or too busy: the caller may try again. */
function isDatabaseAway(error: FastifyError): boolean {
  return DATABASE_AWAY.has(error.code)
}
