import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { cableAddress, openSocket } from '#tests/support/network/cable-client.ts'
import { world } from '#tests/support/world.ts'

const web_root = await mkdtemp(path.join(tmpdir(), 'loge-web-'))
afterAll(() => rm(web_root, { recursive: true, force: true }))
await writeFile(path.join(web_root, 'index.html'), '<!doctype html><html lang="en"><head></head></html>')
await writeFile(path.join(web_root, 'favicon.svg'), '<svg/>')

const { app, logs, member, visitor } = await world({ ALLOWED_ORIGINS: 'https://friend.example' }, { web_root })
const amy = await member('amy')
const NEW_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const headers = { 'x-request-id': 'proxy-7.example:42' }

describe('A request id that is not well-formed', () => {
  it.each([
    ['empty', ''],
    ['too long', 'x'.repeat(129)],
    ['with spaces', 'a b'],
    ['with quotes', 'a"b'],
    ['with markup', '<script>'],
    ['with a letter that is not ASCII', 'caf\u00e9'],
    ['that begins like an option', '-rf'],
    ['sent twice', 'one, two'],
  ])('A request id that is %s is replaced by a new one', async (_, id) => {
    const { headers } = await visitor.ask('GET', '/health/live', undefined, { headers: { 'x-request-id': id } })
    expect(headers['x-request-id']).toMatch(NEW_ID)
  })
})

describe('A well-formed request id', () => {
  it.each(['a', 'x'.repeat(128), '1-67891233-abcdef012345678912345678', 'Root=1-67891233-abcdef', '4bf92f35/17:b.c+d'])(
    'The request id %s is given back',
    async (id) => {
      const { headers } = await visitor.ask('GET', '/health/live', undefined, { headers: { 'x-request-id': id } })
      expect(headers['x-request-id']).toBe(id)
    },
  )

  it('The log lines of a request have its request id', async () => {
    logs.length = 0
    await amy.ask('GET', '/admin/users', undefined, { headers })
    expect(logs.map((line) => JSON.parse(line).request_id)).toEqual([headers['x-request-id'], headers['x-request-id']])
  })

  it('Every answer has the request id: pages, files, refusals and errors', async () => {
    const requests = [
      { url: '/' },
      { url: '/favicon.svg' },
      { url: '/assets/gone.js' },
      { url: '/api/nothing' },
      { url: '/api/%E0%A4%A' },
      { url: '/api/user' },
      { url: '/api/metrics', remoteAddress: '203.0.113.9' },
      { url: '/api/users/sign_in', method: 'POST' as const, payload: '{"broken"' },
      { url: '/api/users/sign_in', method: 'POST' as const, payload: 'x'.repeat(200_000) },
      { url: '/api/posts', method: 'POST' as const, payload: 'x', headers: { 'content-type': 'multipart/form-data' } },
    ]
    for (const request of requests) {
      const all = { 'content-type': 'application/json', ...request.headers, ...headers }
      const reply = await app.inject({ ...request, headers: all })
      expect(reply.headers['x-request-id'], request.url).toBe(headers['x-request-id'])
    }
  })

  it('A live socket that is accepted, and one that is refused, have the request id', async () => {
    const url = await cableAddress(app)
    const accepted = openSocket(url, amy.token, { headers })
    const [upgraded] = await once(accepted.socket, 'upgrade')
    expect(upgraded.headers['x-request-id']).toBe(headers['x-request-id'])
    const refused = openSocket(url, amy.token, { headers: { ...headers, origin: 'https://evil.example' } })
    const [, refusal] = await once(refused.socket, 'unexpected-response')
    expect(refusal.headers['x-request-id']).toBe(headers['x-request-id'])
    refusal.destroy()
    accepted.socket.terminate()
  })

  it('A page of another origin may send a request id and read it', async () => {
    const origin = 'https://friend.example'
    const asked = { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'x-request-id' }
    const preflight = await app.inject({ method: 'OPTIONS', url: '/api/user', headers: asked })
    expect(preflight.headers['access-control-allow-headers']).toContain('X-Request-Id')
    const { headers } = await visitor.ask('GET', '/health/live', undefined, { headers: { origin } })
    expect(headers['access-control-expose-headers']).toContain('X-Request-Id')
    expect(headers['x-request-id']).toMatch(NEW_ID)
  })
})
