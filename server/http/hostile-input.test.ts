import { connect as connectSocket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { world } from '#tests/support/world.ts'

const { app, visitor, member } = await world({}, { http_limits: { headers_ms: 200, request_ms: 400 } })
await app.listen({ port: 0, host: '127.0.0.1' })
const amy = await member('amy')

describe('Malformed requests', () => {
  it.each([
    ['half a JSON', '{"user": {'],
    ['a text that is no JSON', 'hello'],
    ['a lone quote', '"'],
    ['NUL bytes', '\0\0\0'],
    ['a polluted prototype', '{"user": {"__proto__": {"role": "admin"}, "email": "a@example.com", "password": "x"}}'],
    ['a constructor that is none', '{"constructor": {"prototype": {"role": "admin"}}}'],
  ])('A body with %s is a 400', async (_, payload) => {
    const { status, body } = await visitor.ask('POST', '/users/sign_in', payload)
    expect(status).toBe(400)
    expect(body).toEqual({ error: 'The request could not be read', code: 'malformed' })
  })

  // Spec 7.7
  it('A body that cannot be parsed is a 400 before a missing token is a 401', async () => {
    expect((await visitor.ask('PUT', '/user', '{"username"')).status).toBe(400)
  })

  // Spec 7.7
  it('A missing token is a 401 before an invalid body is a 422', async () => {
    expect((await visitor.ask('PUT', '/user', { username: 5 })).status).toBe(401)
  })

  it.each([
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'nonsense',
  ])('A body of type %s is a 415', async (type) => {
    const { status, body } = await visitor.ask('POST', '/users/sign_in', 'user=x', {
      headers: { 'content-type': type },
    })
    expect(status).toBe(415)
    expect(body.code).toBe('unsupported_type')
  })

  it('A body of a megabyte is a 413', async () => {
    const { status, body } = await visitor.ask('POST', '/users/sign_in', {
      user: { email: 'x'.repeat(1_000_000), password: 'x' },
    })
    expect(status).toBe(413)
    expect(body).toEqual({ error: 'The request is too large', code: 'too_large' })
  })

  it('JSON that is nested ten thousand levels deep is a 422', async () => {
    const { status } = await visitor.ask('POST', '/users/sign_in', `${'['.repeat(10_000)}${']'.repeat(10_000)}`)
    expect(status).toBe(422)
  })

  it('An unknown field of twenty thousand levels is ignored', async () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    const { status } = await visitor.ask(
      'POST',
      '/users/sign_in',
      `{"user": {"email": "a@example.com", "password": "x"}, "z": ${deep}}`,
    )
    expect(status).toBe(401)
  })

  it.each([
    '/media/%00',
    '/media/a%00b.mp4',
    '/profiles/%00',
    '/profiles/amy%00',
    '/profiles/%EF%BF%BF',
    '/profiles/%F0%9F%8E%AD',
  ])('An impossible name in the path is a 404: %s', async (path) => {
    const { status, body } = await amy.ask('GET', path)
    expect(status).toBe(404)
    expect(body).toEqual({ error: 'Not found', code: 'not_found' })
  })

  it('A name of five thousand letters in the path is a 404', async () => {
    const name = 'x'.repeat(5000)
    for (const path of [`/profiles/${name}`, `/conversations/${name}`]) {
      expect(await amy.ask('GET', path)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
  })

  it.each(['/media/%ff', '/profiles/%', '/profiles/%c0%80'])(
    'A path with invalid escapes is a 400: %s',
    async (path) => {
      expect((await amy.ask('GET', path)).status).toBe(400)
    },
  )

  it('NUL in a text is a 422 in every field', async () => {
    expect((await amy.ask('PUT', '/user', { username: 'a\0bc' })).status).toBe(422)
    expect((await visitor.ask('POST', '/users/sign_in', { user: { email: 'a\0', password: 'b' } })).status).toBe(422)
  })

  // Spec 8.42
  it('An unknown path or method is a 404, and a broken path a 400', async () => {
    for (const [method, url] of [
      ['GET', '/nothing'],
      ['PATCH', '/user'],
      ['GET', '/users/sign_in'],
      ['GET', '/../../etc/passwd'],
      ['GET', '/%2e%2e/%2e%2e/etc/passwd'],
    ] as const) {
      const { status, body } = await visitor.ask(method, url)
      expect(status, url).toBe(404)
      expect(body, url).toEqual({ error: 'Not found', code: 'not_found' })
    }
    const broken = await visitor.ask('GET', '/%E0%A4%A')
    expect(broken.status).toBe(400)
    expect(broken.body.error).toEqual(expect.any(String))
  })

  // Spec 7.2
  it('An empty body with a JSON content type counts as no body', async () => {
    const ben = await member('ben')
    const { status } = await ben.ask('DELETE', '/users/sign_out', undefined, {
      headers: { 'content-type': 'application/json' },
    })
    expect(status).toBe(200)
  })
})

/** Writes raw bytes to the server and returns its whole answer, until it closes the connection. */
function raw(...chunks: string[]): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const address = app.addresses()[0]
  if (typeof address !== 'object') throw new Error('not listening')
  const socket = connectSocket(address.port, address.address)
  let response = ''
  socket.on('data', (data) => {
    response += data
  })
  socket.on('close', () => resolve(response))
  socket.on('error', reject)
  for (const chunk of chunks) socket.write(chunk)
  return promise
}

describe('Slow and broken clients', () => {
  it('A client that never ends its headers is disconnected', async () => {
    expect(await raw('GET /api/health/live HTTP/1.1\r\nHost: x\r\nX-Slow: ')).toMatch(/^(HTTP\/1\.1 408|$)/)
  })

  it('A client that never sends the announced body is disconnected', async () => {
    const response = await raw(
      'POST /api/users/sign_in HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"us',
    )
    expect(response).toMatch(/^(HTTP\/1\.1 4|$)/)
  })

  it('A client that sends a megabyte of headers is refused, and everyone else is still served', async () => {
    expect(
      await raw('GET / HTTP/1.1\r\nHost: x\r\n', `X-Big: ${'x'.repeat(1_000_000)}\r\n\r\n`).catch(() => 'HTTP/1.1 431'),
    ).toMatch(/^HTTP\/1\.1 431/)
    expect((await visitor.ask('GET', '/health/live')).status).toBe(200)
  })

  it('A client that does not speak HTTP is disconnected', async () => {
    expect(await raw('\x16\x03\x01\x02\x00nonsense\r\n\r\n')).toMatch(/^(HTTP\/1\.1 400|$)/)
  })
})
