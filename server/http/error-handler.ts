import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contract/errors.ts'
import { isDatabaseAway } from '#server/db/database-errors.ts'
import { AccountFrozenError, AppError, notFound, SecondStepError } from '#server/errors.ts'
import { isDisconnect } from './client-disconnect.ts'

/** The only place that turns errors into responses. An unknown error becomes a 500 without internal details. */
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
  const error = thrown instanceof AppError ? thrown : isDisconnect(thrown, request.raw) ? aborted() : explain(thrown)
  // A full queue is not an error, and a log line for each refused request would add to the load.
  if (error.status >= 500 && error.code !== 'busy') request.log.error({ err: thrown }, 'a request failed')
  else if (error.cause !== undefined) request.log.warn({ err: error.cause }, 'a request was refused by somebody else')
  if (error.retry_after !== undefined) reply.header('retry-after', String(error.retry_after))
  reply.header('cache-control', 'no-store')
  const { code, reason, fields } = error
  return reply.code(error.status).send({
    error: error.message,
    code,
    ...(reason && { reason }),
    ...(fields && { fields }),
    ...(error instanceof AccountFrozenError && presentFreeze(error)),
    ...(error instanceof SecondStepError && { ticket: error.ticket, methods: error.methods }),
  })
}

function presentFreeze({ freeze, statement }: AccountFrozenError) {
  const { ends_at, ground, facts } = freeze
  return { ends_at: ends_at?.toISOString() ?? null, ground, facts, ...(statement !== undefined && { statement }) }
}

/** The client has disconnected: only the log and the metrics see this. */
function aborted(): AppError {
  return new AppError('malformed', 'The request was given up')
}

const BY_STATUS: Record<number, [ErrorCode, string]> = {
  // A path parameter that is longer than any valid one.
  414: ['not_found', 'Not found'],
  413: ['too_large', 'The request is too large'],
  415: ['unsupported_type', 'This content type is not supported'],
}

/** Translates errors of the web framework and the database. */
function explain(error: FastifyError): AppError {
  if (error.validation) return explainValidation(error)
  if (isDatabaseAway(error))
    return new AppError('unavailable', 'The service is not available at the moment. Please try again.')
  // The status that another server has answered an SDK with is not ours.
  const status = 'rawType' in error ? 500 : (error.statusCode ?? 500)
  if (status >= 500) return new AppError('internal', 'Something went wrong on our side')
  const [code, message] = BY_STATUS[status] ?? ['malformed', 'The request could not be read']
  return new AppError(code, message)
}

function explainValidation(error: FastifyError): AppError {
  // A malformed id is answered like an unknown one.
  if (error.validationContext === 'params') return notFound()
  const fields: Record<string, string> = {}
  for (const problem of error.validation ?? []) {
    const missing = problem.params.missingProperty
    const path = [...problem.instancePath.split('/').slice(1), ...(typeof missing === 'string' ? [missing] : [])].join(
      '.',
    )
    // A regular expression does not help a person, so it is not shown.
    const reason = problem.keyword === 'pattern' ? undefined : problem.message
    fields[path || 'body'] = missing ? 'is required' : (reason ?? 'is invalid')
  }
  const [first] = Object.entries(fields)
  return new AppError('invalid', first ? `${first[0]} ${first[1]}` : 'The request is invalid', fields)
}
