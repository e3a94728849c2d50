import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '#server/context.ts'
import type { KeptAnswers, ShortAnswer } from './kept-answers.ts'
import { announcesBody } from './request-body.ts'
import { REQUEST_ID_HEADER, requestIdOf } from './request-id.ts'
import type { RecordRequest } from './request-log.ts'
import type { Shutdown } from './shutdown.ts'

/**
 * A shorter way to answer the most common form of a GET call, without hooks, validation and serialisation. It never refuses
 * anything: without an answer, or after an error, the request takes the ordinary way from its beginning.
 */
export type Shortcut = (request: FastifyRequest) => Promise<ShortAnswer | undefined> | undefined

/** Headers that ask for something else than the whole answer. */
const CONDITIONS = ['range', 'if-none-match', 'if-modified-since', 'if-match', 'if-unmodified-since'] as const

function asksForWhole(request: IncomingMessage): boolean {
  const { method, headers } = request
  return method === 'GET' && !announcesBody(request) && CONDITIONS.every((name) => headers[name] === undefined)
}

interface ShortcutOptions {
  kept: KeptAnswers
  shutdown: Shutdown
}

/** Installs the shortcuts of the routes. It has to be the first hook, because a shortcut makes all headers itself. */
export function installShortcuts(
  app: FastifyInstance,
  { config, now }: Pick<Context, 'config' | 'now'>,
  { kept, shutdown }: ShortcutOptions,
): void {
  // The headers of CORS depend on the origin that asks.
  if (config.allowed_origins.length > 0) return

  app.addHook('onRequest', (request, reply, done) => {
    const { shortcut, url: route = '' } = request.routeOptions.config
    if (!shortcut || shutdown.has_begun || !asksForWhole(request.raw)) return done()
    const { url = '', headers } = request.raw
    const has_session = headers.authorization !== undefined
    const known = has_session ? undefined : kept.find(url, now())
    if (known) return sendReply(request, reply, known.answer)
    const { generation } = kept
    const answering = shortcut(request)
    if (!answering) return done()
    answering.then(
      (answer) => {
        if (!answer) return done()
        if (!has_session) kept.keep(url, { answer, route }, { now: now(), generation })
        sendReply(request, reply, answer)
      },
      // The ordinary way fails in the same way, and answers it.
      () => done(),
    )
  })

  // Whatever this process changes for somebody is seen in its next answer.
  app.addHook('onSend', ({ method }, _reply, payload, done) => {
    if (method !== 'GET' && method !== 'HEAD') kept.forgetAll()
    done(null, payload)
  })
}

/** The hooks that write the log and the metrics run as always. */
function sendReply(request: FastifyRequest, reply: FastifyReply, answer: ShortAnswer): void {
  if (answer.viewer) request.viewer = answer.viewer
  reply.hijack()
  send(reply.raw, answer, request.id)
}

function send(response: ServerResponse, { head, body }: ShortAnswer, request_id: string): void {
  response.writeHead(200, [...head, REQUEST_ID_HEADER, request_id])
  response.end(body)
}

/** Sends kept answers before the framework sees the request. `handle` gets all others. */
export function answerKept(
  handle: RequestListener,
  { log, now }: Pick<Context, 'log' | 'now'>,
  { kept, shutdown, record }: ShortcutOptions & { record: RecordRequest },
): RequestListener {
  return (request, response) => {
    const known = kept.find(request.url ?? '', now())
    if (!known || request.headers.authorization !== undefined || shutdown.has_begun || !asksForWhole(request))
      return handle(request, response)
    const started_at = performance.now()
    const request_id = requestIdOf(request)
    const { answer, route } = known
    response.once('finish', () =>
      record(log, { request_id, method: 'GET', route, status: 200, ms: performance.now() - started_at }),
    )
    send(response, answer, request_id)
  }
}
