import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { posts } from '#contract/posts.ts'
import { profiles } from '#contract/profiles.ts'
import { fakeBrowser } from '#tests/support/web/fake-browser.ts'
import { call } from './api.ts'
import { ApiError, ignoreNotFound } from './api-error.ts'
import { clearToken, sessionToken, storeToken } from './session.ts'

interface Seen {
  method: string | undefined
  url: string | undefined
  headers: IncomingHttpHeaders
  body: string
}

const servers: Server[] = []
const CREDENTIALS = { body: { user: { email: 'amy@loge.test', password: 'red-velvet-seat' } } }

/** A server that sends these answers one after the other, and records the requests. */
async function serve(...answers: RequestListener[]): Promise<{ url: string; seen: Seen[] }> {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    seen.push({ method: request.method, url: request.url, headers: request.headers, body })
    answers[seen.length - 1]?.(request, response)
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

function answer(status: number, body: unknown, headers: Record<string, string> = {}): RequestListener {
  return (_request, response) => response.writeHead(status, headers).end(JSON.stringify(body))
}

async function api(...answers: RequestListener[]) {
  const { url, seen } = await serve(...answers)
  vi.stubEnv('VITE_API_HOST', `${url}/api`)
  return seen
}

beforeEach(() => {
  fakeBrowser()
})

afterEach(() => {
  clearToken()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

test('An error response has a status, a code, a problem for each field, and the server’s message', async () => {
  await api(answer(422, { error: 'Taken', code: 'email_taken', fields: { email: 'is taken' } }))
  const error = await call(accounts.sign_up, CREDENTIALS).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    status: 422,
    code: 'email_taken',
    message: 'Taken',
    fields: { email: 'is taken' },
    retryAfter: null,
  })
})

test('A rate-limited client is told how long to wait', async () => {
  await api(answer(429, { error: 'Slow down', code: 'rate_limited' }, { 'retry-after': '90' }))
  await expect(call(accounts.sign_in, CREDENTIALS)).rejects.toMatchObject({ status: 429, retryAfter: 90 })
})

test('An error response that is not JSON is an ApiError as well', async () => {
  await api((_request, response) => response.writeHead(502).end('<h1>Bad gateway</h1>'))
  await expect(call(accounts.get_user)).rejects.toMatchObject({ status: 502, code: null, fields: {} })
})

// Spec 8.43
test('A network failure is thrown unchanged', async () => {
  vi.stubEnv('VITE_API_HOST', 'http://127.0.0.1:1/api')
  await expect(call(accounts.get_user)).rejects.toThrow(TypeError)
})

test('A request can be aborted', async () => {
  await api(() => {})
  const giveUp = new AbortController()
  const calling = call(accounts.get_user, undefined, { signal: giveUp.signal })
  giveUp.abort()
  await expect(calling).rejects.toMatchObject({ name: 'AbortError' })
})

test('A refused token is deleted', async () => {
  await api(answer(401, { error: 'No', code: 'unauthenticated' }))
  storeToken('ended')
  await expect(call(accounts.get_user)).rejects.toMatchObject({ status: 401 })
  expect(sessionToken()).toBeNull()
})

test('A late refusal of an old token does not end the new session', async () => {
  await api((request, response) => {
    storeToken('new')
    answer(401, { error: 'No' })(request, response)
  })
  storeToken('old')
  await expect(call(accounts.get_user)).rejects.toMatchObject({ status: 401 })
  expect(sessionToken()).toBe('new')
})

test('A sign-out that is answered with 401 keeps the token, which the sign-out itself deletes', async () => {
  await api(answer(401, { error: 'No' }))
  storeToken('ended')
  await expect(call(accounts.sign_out)).rejects.toMatchObject({ status: 401 })
  expect(sessionToken()).toBe('ended')
})

// Spec 7.5
test('Another origin neither receives our token nor can set one', async () => {
  const stranger = await serve(answer(200, {}, { authorization: 'planted' }))
  await api((_request, response) => response.writeHead(307, { location: `${stranger.url}/trap` }).end())
  storeToken('ours')
  await call(accounts.get_user)
  expect(stranger.seen[0]?.headers.authorization).toBeUndefined()
  expect(sessionToken()).toBe('ours')
})

// Spec 7.5
test('A response that arrives after a sign-out does not sign the member in again', async () => {
  await api((request, response) => {
    clearToken()
    answer(200, {}, { authorization: 'rotated' })(request, response)
  })
  storeToken('first')
  await call(accounts.get_user)
  expect(sessionToken()).toBeNull()
})

test('A visitor sends no Authorization header', async () => {
  const seen = await api(answer(200, {}))
  await call(accounts.sign_in, CREDENTIALS)
  expect(seen[0]?.headers.authorization).toBeUndefined()
})

// Spec 7.4, 7.5
test('A member’s token is sent without a prefix, and a new one in the response replaces it', async () => {
  const seen = await api(answer(200, {}, { authorization: 'second' }), answer(200, {}))
  storeToken('first')
  await call(accounts.get_user)
  await call(accounts.get_user)
  expect(seen.map(({ headers }) => headers.authorization)).toEqual(['first', 'second'])
})

test('Whoever signs in is known before their session starts', async () => {
  await api(answer(200, { username: 'amy' }, { authorization: 'fresh' }))
  const before: unknown[] = []
  await call(accounts.sign_in, CREDENTIALS, { beforeToken: (user) => before.push(user.username, sessionToken()) })
  expect(before).toEqual(['amy', null])
  expect(sessionToken()).toBe('fresh')
})

// Spec 7.2
test('A request without a form has the content type JSON, also if its body is empty', async () => {
  const seen = await api(answer(200, {}), answer(200, {}))
  await call(accounts.sign_in, CREDENTIALS)
  await call(accounts.sign_out)
  expect(seen[0]).toMatchObject({ method: 'POST', url: '/api/users/sign_in', body: JSON.stringify(CREDENTIALS.body) })
  expect(seen[1]).toMatchObject({ method: 'DELETE', url: '/api/users/sign_out', body: '' })
  expect(seen.map(({ headers }) => headers['content-type'])).toEqual(['application/json', 'application/json'])
})

// Spec 7.1
test('Every request goes to one host: /api of the page itself, unless the build sets another', async () => {
  const ask = vi.fn(async (_url: string) => Response.json({}))
  vi.stubGlobal('fetch', ask)
  vi.stubEnv('VITE_API_HOST', '')
  await call(accounts.get_user)
  vi.stubEnv('VITE_API_HOST', 'https://api.loge.test/v1')
  await call(profiles.get_profile, { query: {}, params: { username: 'amy' } })
  expect(ask.mock.calls.map(([url]) => url)).toEqual(['/api/user', 'https://api.loge.test/v1/profiles/amy'])
})

// Spec 7.3
test('A form is sent with its own content type', async () => {
  const seen = await api(answer(200, {}))
  const form = new FormData()
  form.set('bio', 'Dancer')
  await call(profiles.put_profile, { params: { id: 'amy' }, form })
  expect(seen[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/)
  expect(seen[0]?.body).toContain('Dancer')
})

test('Input in a path or a query is URL-encoded', async () => {
  const seen = await api(answer(200, {}), answer(200, []))
  await call(profiles.get_profile, { query: {}, params: { username: '../posts?x=é' } })
  await call(posts.list_posts, { query: { username: 'a&b', cursor: undefined } as { username: string } })
  expect(seen.map(({ url }) => url)).toEqual(['/api/profiles/..%2Fposts%3Fx%3D%C3%A9', '/api/posts?username=a%26b'])
})

test('A new token in an error response is stored as well', async () => {
  storeToken('a day old')
  await api(answer(422, { error: 'username is taken', code: 'username_taken' }, { authorization: 'fresh' }))
  await expect(call(accounts.update_user, { body: { username: 'taken' } })).rejects.toThrow(ApiError)
  expect(sessionToken()).toBe('fresh')
})

test('Deleting something that is already gone succeeds, and other errors are thrown', async () => {
  await expect(Promise.reject(new ApiError(404, null, null)).catch(ignoreNotFound)).resolves.toBeUndefined()
  await expect(Promise.reject(new ApiError(403, null, null)).catch(ignoreNotFound)).rejects.toThrow(ApiError)
  await expect(Promise.reject(new TypeError('network')).catch(ignoreNotFound)).rejects.toThrow('network')
})
