import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Access, Endpoint, Form } from '#contract/endpoint.ts'
import { ErrorBody } from '#contract/errors.ts'
import { hasAccess } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import { AppError, forbidden, invalid, notFound, unauthenticated } from '#server/errors.ts'
import { type CallLimit, limitCall } from '#server/limits/rate-limits.ts'
import type { SessionViewer } from '#server/store/sessions.ts'
import { authenticate, rotateOldToken } from './authenticate.ts'
import { addressOf, type Caller, callerOf } from './caller.ts'
import { watchDisconnect } from './client-disconnect.ts'
import type { FormFields } from './form-reader.ts'
import { type ReadForm, readForm } from './forms.ts'
import { hasNul, refuseNul, responseSchema } from './schemas.ts'
import type { Shortcut } from './shortcuts.ts'

export interface Answer {
  status(code: number): void
  header(name: string, value: string): void
}

/**
 * A streamed response, for endpoints that produce more than JSON. If a piece after the first fails, the connection is
 * closed, so that the client does not take a part for the whole.
 */
export class StreamedAnswer {
  readonly content_type: string
  readonly pieces: AsyncIterable<string | Uint8Array>

  constructor(content_type: string, pieces: AsyncIterable<string | Uint8Array>) {
    this.content_type = content_type
    this.pieces = pieces
  }
}

/** A form is read lazily: the handler calls `readForm` after its own checks. */
type WithForm<Input> = Input extends { form: infer Fields }
  ? Omit<Input, 'form'> & { readForm: () => Promise<ReadForm<Fields>> }
  : Input

/** A raw body comes with the headers, which contain its signature. */
export interface RawBody {
  bytes: Buffer
  headers: Readonly<Record<string, string | string[] | undefined>>
}

type WithRaw<Input> = Input extends { raw: Uint8Array } ? Omit<Input, 'raw'> & { raw: RawBody } : Input

type Call<Input, Level> = WithRaw<WithForm<Input>> & {
  caller: Caller
  answer: Answer
  /** Runs work with a signal that aborts when the client disconnects. */
  whileConnected: <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T>
} & (Level extends 'public'
    ? {
        /** Optional authentication of a public call. */ findViewer: () => Promise<SessionViewer | undefined>
      }
    : { viewer: SessionViewer })

/** `serve(endpoints.toggle_like, { limit: 'like' })(async ({ viewer, body }) => …)` */
export type Serve = <Input, Output, Level extends Access>(
  endpoint: Endpoint<Input, Output, Level>,
  options?: { limit?: CallLimit<Level>; shortcut?: Shortcut },
) => (handle: (call: Call<Input, Level>) => Promise<Output | StreamedAnswer>) => void

declare module 'fastify' {
  interface FastifyRequest {
    viewer: SessionViewer | null
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
    limit?: CallLimit | undefined
    shortcut?: Shortcut | undefined
  }
}

/** `/profiles/{username}` in Fastify's notation. */
function fastifyPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

/** Serves endpoints of the contract. The order of refusals is: parse, authenticate, authorise, validate, count. */
export function createServe(app: FastifyInstance, ctx: Context): Serve {
  return (endpoint, options) => (handle) => {
    const limit: CallLimit | undefined = options?.limit
    const raw_max = endpoint.takes_raw_body
    const addRoute = (scope: FastifyInstance) =>
      scope.route({
        method: endpoint.method,
        url: fastifyPath(endpoint.path),
        config: { endpoint, limit, shortcut: options?.shortcut },
        schema: schemaOf(endpoint),
        preValidation: async (request) => {
          if (endpoint.access !== 'public') await admit(ctx, endpoint.access, request)
        },
        // A callback and not async, because a promise for every request would be a measurable cost.
        onSend: (request, reply, payload, done) => {
          const rotation = request.viewer && rotateOldToken(ctx, request.viewer, reply)
          if (rotation) rotation.then(() => done(null, payload), done)
          else done(null, payload)
        },
        handler: async (request, reply) => {
          // A path parameter with a NUL is answered like an unknown one.
          if (hasNul(request.params)) throw notFound()
          refuseNul(request.query, raw_max === undefined && request.body)
          reply.code(endpoint.status ?? 200)
          if (typeof limit === 'string') await limitCall(ctx, limit, countedIn(request))
          const uploads: (() => Promise<void>)[] = []
          try {
            const output = await handle(callOf(ctx, endpoint, request, reply, uploads))
            if (!(output instanceof StreamedAnswer)) return output
            const pieces = Readable.from(request.method === 'HEAD' ? [] : output.pieces, { objectMode: false })
            // An error before the first piece is answered like any other error.
            await once(pieces, 'readable')
            reply.type(output.content_type)
            return pieces
          } finally {
            for (const remove of uploads) await remove()
          }
        },
      })
    if (raw_max === undefined) addRoute(app)
    else app.register(async (scope) => void addRoute(takeBytes(scope, raw_max)))
  }
}

/** Reads every body as bytes, whatever its content type says. */
function takeBytes(scope: FastifyInstance, bodyLimit: number): FastifyInstance {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, done) => done(null, body))
  return scope
}

function countedIn(request: FastifyRequest) {
  return { user_id: request.viewer?.id, ip: addressOf(request), body: request.body }
}

const JSON_TYPE = 'application/json'
const NO_FORM: Form = { fields: Type.Object({}), files: [] }

/** Validates the fields of a form against the contract, like a JSON body. */
function checkFields(request: FastifyRequest, { form }: Endpoint, fields: FormFields): void {
  refuseNul(fields)
  const validate = request.compileValidationSchema(form?.fields ?? {}, 'body')
  if (validate(fields)) return
  const [problem] = validate.errors ?? []
  const name = String(problem?.params.missingProperty ?? problem?.instancePath.slice(1))
  if (form?.incomplete && isBlank(fields[name])) throw invalid(name, form.incomplete)
  throw Object.assign(new Error('a form is invalid'), { validation: validate.errors, validationContext: 'body' })
}

function isBlank(value: FormFields[string] | undefined): boolean {
  return value === undefined || (typeof value === 'string' && value.trim() === '')
}

function schemaOf(endpoint: Endpoint) {
  const isJson = [endpoint.produces ?? JSON_TYPE].flat().includes(JSON_TYPE)
  return {
    ...(endpoint.params && { params: endpoint.params }),
    ...(endpoint.query && { querystring: endpoint.query }),
    ...(endpoint.body && { body: endpoint.body }),
    response: {
      // 2xx and not one number: a handler that sets another status would send unfiltered fields.
      ...(isJson && { '2xx': responseSchema(endpoint.response) }),
      ...(endpoint.unavailable && { 503: endpoint.unavailable }),
      '4xx': ErrorBody,
      '5xx': ErrorBody,
    },
  }
}

async function admit(ctx: Context, access: Access, request: FastifyRequest): Promise<void> {
  const viewer = await authenticate(ctx, request)
  if (!viewer) throw unauthenticated()
  request.viewer = viewer
  if (hasAccess(viewer, access)) return
  const { shut_role } = viewer
  if (shut_role && hasAccess({ ...viewer, role: shut_role }, access))
    throw new AppError('second_factor_required', 'Staff need a second factor: set one up, or log in with it')
  throw forbidden()
}

/** Builds the argument of a handler. The schemas have validated what its type promises. What few handlers need is made lazily. */
function callOf<C>(
  ctx: Context,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  uploads: (() => Promise<void>)[],
): C {
  const call: unknown = {
    params: request.params,
    query: request.query,
    body: request.body,
    viewer: request.viewer,
    get caller() {
      return callerOf(request)
    },
    get raw(): RawBody {
      const { body, headers } = request
      return { bytes: Buffer.isBuffer(body) ? body : Buffer.alloc(0), headers }
    },
    answer: {
      status: (code: number) => void reply.code(code),
      header: (name: string, value: string) => void reply.header(name, value),
    },
    whileConnected: async <T>(work: (signal: AbortSignal) => Promise<T>) => {
      const { signal, stop } = watchDisconnect(request.raw.socket)
      try {
        return await work(signal)
      } finally {
        stop()
      }
    },
    findViewer: async () => {
      request.viewer ??= (await authenticate(ctx, request)) ?? null
      return request.viewer ?? undefined
    },
    readForm: async () => {
      const form = await readForm(request, endpoint.form ?? NO_FORM, ctx.config)
      uploads.push(form.remove)
      checkFields(request, endpoint, form.fields)
      return form
    },
  }
  return call as C
}
