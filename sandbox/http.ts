import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { answerApi } from './api.ts'
import { ApiError } from './api-error.ts'
import { answerControl, type Controls } from './control-api.ts'
import { answerPage } from './pages/answer-page.ts'
import { runDue } from './renewals.ts'

const KEEP_ALIVE_MS = 120_000
const BODY_MAX = 1024 * 1024
const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/
const LOOPBACK_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i

/** `/v1` for the SDK, `/pay`, `/portal` and `/connect` for people, `/sandbox` for tests. */
export function createHttpServer(controls: Controls, secret: string): Server {
  const server = createServer((request, response) => {
    void handle(controls, secret, request, response).catch((error: unknown) => {
      if (response.headersSent || response.destroyed) return void response.destroy()
      const refusal = error instanceof ApiError ? error : undefined
      const message = error instanceof Error ? error.message : String(error)
      sendJson(response, refusal?.status ?? 500, JSON.stringify({ error: refusal?.body ?? { message } }))
    })
  })
  // The SDK keeps its connections. It should not send a request into one that is just being closed.
  server.keepAliveTimeout = KEEP_ALIVE_MS
  return server
}

async function handle(
  controls: Controls,
  secret: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { state, faults } = controls
  const method = request.method ?? 'GET'
  const [path = '/', query = ''] = (request.url ?? '/').split('?')
  const body = await readBody(request)
  if (path === '/sandbox' || path.startsWith('/sandbox/')) {
    refuseStrangers(request)
    const answer = answerControl(controls, method, path, body)
    return sendJson(response, answer?.status ?? 404, answer?.body ?? '{}')
  }
  runDue(state)
  if (!path.startsWith('/v1/')) {
    const answer = answerPage(state, { method, path, form: method === 'POST' ? body : query, headers: request.headers })
    response.writeHead(answer.status, answer.headers).end(answer.body)
    return
  }
  if (faults.api.away)
    return sendJson(response, 503, '{"error":{"type":"api_error","message":"The stand-in is away."}}')
  const answer = answerApi(state, secret, {
    method,
    path,
    form: [query, body].filter((part) => part !== '').join('&'),
    headers: {
      authorization: request.headers.authorization,
      'stripe-version': oneOf(request.headers['stripe-version']),
      key: oneOf(request.headers['idempotency-key']),
      account: oneOf(request.headers['stripe-account']),
    },
  })
  if (faults.api.lose_answers > 0) {
    faults.api.lose_answers -= 1
    request.socket.destroy()
    return
  }
  sendJson(response, answer.status, answer.body, {
    'request-id': answer.request_id,
    ...(answer.is_replayed && { 'idempotent-replayed': 'true' }),
  })
}

/**
 * The control API has no password. The address of the other end must be this machine, and so must the name in the address,
 * or a page from elsewhere could get here through its own name (DNS rebinding). A form of such a page cannot send JSON.
 */
function refuseStrangers(request: IncomingMessage): void {
  const isNear = isThisMachine(request.socket.remoteAddress, request.headers.host)
  const isJson = request.method === 'GET' || request.headers['content-type']?.startsWith('application/json') === true
  if (!isNear || !isJson)
    throw new ApiError(403, { type: 'invalid_request_error', message: 'Only for this machine, as JSON.' })
}

export function isThisMachine(address = '', host = ''): boolean {
  return LOOPBACK.test(address) && LOOPBACK_HOST.test(host)
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > BODY_MAX) throw new ApiError(413, { type: 'invalid_request_error', message: 'The body is too large.' })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function sendJson(response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers }).end(body)
}

function oneOf(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}
