import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { cableAddress, connectCable, openSocket, refusal } from '#tests/support/network/cable-client.ts'
import { world } from '#tests/support/world.ts'

const { app, logs, member, visitor } = await world({
  PUBLIC_URL: 'https://loge.example',
  ALLOWED_ORIGINS: 'https://friend.example',
})
const url = await cableAddress(app)
const { host } = new URL(url)
const bob = await member('bob')
const limited = await world({ RATE_LIMITS: 'on' })

describe('Pages of other origins', () => {
  it.each(['https://evil.example', 'null', 'https://loge.example.evil.example', 'nonsense', ''])(
    'A page of the origin %j opens no socket, whatever token it has',
    async (origin) => {
      expect(await refusal(`${url}?token=${bob.token}`, { headers: { origin } })).toBe(403)
    },
  )
})

describe('Pages of allowed origins', () => {
  it.each(['https://loge.example', 'https://friend.example', `http://${host}`])(
    'A page of the allowed origin %s may connect',
    async (origin) => {
      const client = openSocket(url, bob.token, { headers: { origin } })
      await expect.poll(() => client.frames[0]).toEqual({ type: 'welcome' })
    },
  )
})

describe('Behind a proxy', () => {
  const origin = 'https://front.example'
  const forwarded = { origin, 'x-forwarded-host': 'front.example', 'x-forwarded-proto': 'https' }

  it('The host that a trusted proxy was asked for is an allowed origin', async () => {
    const behind = await world({ TRUST_PROXY: '1' })
    const cat = await behind.member('cat')
    const client = openSocket(await cableAddress(behind.app), cat.token, { headers: forwarded })
    await expect.poll(() => client.frames[0]).toEqual({ type: 'welcome' })
    const elsewhere = { ...forwarded, origin: 'https://evil.example' }
    expect(await refusal(await cableAddress(behind.app), { headers: elsewhere })).toBe(403)
  })

  it('The host that an untrusted proxy reports is not an allowed origin', async () => {
    expect(await refusal(`${url}?token=${bob.token}`, { headers: forwarded })).toBe(403)
  })
})

describe('Clients that are no browser', () => {
  it('A client without an origin may connect, below the API and at the root', async () => {
    await connectCable(url, bob.token)
    await connectCable(url.replace('/api/cable', '/cable'), bob.token)
  })
})

describe('The subprotocol', () => {
  it.each([
    [['actioncable-v1-json', 'actioncable-unsupported'], 'actioncable-v1-json'],
    [['actioncable-unsupported'], 'actioncable-unsupported'],
    [[], ''],
  ])('A client that offers the protocols %j gets %j', async (offered, chosen) => {
    const socket = new WebSocket(`${url}?token=${bob.token}`, offered)
    await once(socket, 'open')
    expect(socket.protocol).toBe(chosen)
    socket.terminate()
  })

  it('Frames are never compressed, because many small frames would cost more memory than they save', async () => {
    const socket = new WebSocket(`${url}?token=${bob.token}`)
    await once(socket, 'open')
    expect(socket.extensions).toBe('')
    socket.terminate()
  })
})

describe('Requests that are no WebSocket handshake', () => {
  it('A plain request to the path of the live socket gets 404', async () => {
    expect((await visitor.ask('GET', '/cable')).status).toBe(404)
    expect((await visitor.ask('POST', '/cable', {})).status).toBe(404)
  })

  it('An upgrade request to any other path is answered as a plain request', async () => {
    const upgrade = { connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' }
    const answer = await rawAnswer(`GET /api/health/live HTTP/1.1\r\n${headerLines(upgrade)}`)
    expect(answer).toContain('HTTP/1.1 200 OK')
    expect(answer).toContain('{"status":"ok"}')
    expect(await rawAnswer(`GET /api/nothing HTTP/1.1\r\n${headerLines(upgrade)}`)).toContain('HTTP/1.1 404')
  })

  it('An upgrade request with a body is answered without waiting for that body', async () => {
    const upgrade = { connection: 'upgrade', upgrade: 'websocket', 'content-type': 'application/json' }
    for (const method of ['POST', 'HEAD', 'DELETE']) {
      const request = `${method} /api/cable HTTP/1.1\r\n${headerLines({ ...upgrade, 'content-length': '2' })}{}`
      expect(await rawAnswer(request)).toContain('HTTP/1.1 404')
    }
  })

  it('An upgrade request in HTTP/1.0 is refused', async () => {
    const upgrade = { connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' }
    expect(await rawAnswer(`GET /api/cable?token=${bob.token} HTTP/1.0\r\n${headerLines(upgrade)}`)).toMatch(
      /^HTTP\/1\.1 4\d\d /,
    )
  })

  it.each([
    ['no key', {}],
    ['a short key', { 'sec-websocket-key': 'x' }],
    ['another version', { 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', 'sec-websocket-version': '7' }],
  ])('An upgrade request with %s is refused', async (_, headers) => {
    const upgrade = { connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-version': '13', ...headers }
    expect(await rawAnswer(`GET /api/cable?token=${bob.token} HTTP/1.1\r\n${headerLines(upgrade)}`)).toMatch(
      /^HTTP\/1\.1 4\d\d /,
    )
  })
})

describe('The log', () => {
  it('The log contains the path of a socket and never its token', () => {
    expect(logs.join('')).toContain('"route":"/api/cable"')
    expect(logs.join('')).not.toContain(bob.token)
  })
})

describe('Rate limits of connections', () => {
  it('Whoever connects too often is asked to come back later, by address and by account', async () => {
    const limitedUrl = await cableAddress(limited.app)
    const cat = await limited.member('cat')
    const clients = Array.from({ length: 31 }, () => openSocket(limitedUrl, cat.token))
    const first = () => clients.map(({ frames }) => frames[0]?.reason ?? frames[0]?.type)
    await expect.poll(() => first().filter(Boolean).length).toBe(31)
    expect(first().filter((word) => word === 'welcome')).toHaveLength(30)
    expect(first().filter((word) => word === 'rate_limited')).toHaveLength(1)
    const strangers = Array.from({ length: 119 }, () => openSocket(limitedUrl))
    await Promise.all(strangers.map((client) => client.ended()))
    expect(await refusal(limitedUrl)).toBe(429)
  })
})

function headerLines(headers: Record<string, string>): string {
  const all = { host, ...headers }
  return `${Object.entries(all)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\r\n')}\r\n\r\n`
}

/** The raw answer to a raw request, up to its first pause. */
async function rawAnswer(request: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  let answer = ''
  socket.on('data', (data) => {
    answer += data
  })
  socket.write(request)
  await expect.poll(() => answer).toMatch(/\r\n\r\n/)
  socket.destroy()
  return answer
}
