import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { cableAddress, connectCable, openSocket, refusal } from '#tests/support/cable-client.ts'
import { world } from '#tests/support/world.ts'

const { app, logs, member, visitor } = await world({
  PUBLIC_URL: 'https://loge.example',
  ALLOWED_ORIGINS: 'https://friend.example',
})
const url = await cableAddress(app)
const { host } = new URL(url)
const bob = await member('bob')
const limited = await world({ RATE_LIMITS: 'on' })

describe('A page that is not ours', () => {
  it.each(['https://evil.example', 'null', 'https://loge.example.evil.example', 'nonsense', ''])(
    'of %j opens no socket, whatever token it has',
    async (origin) => {
      expect(await refusal(`${url}?token=${bob.token}`, { headers: { origin } })).toBe(403)
    },
  )
})

describe('A page of ours', () => {
  it.each(['https://loge.example', 'https://friend.example', `http://${host}`])('of %s may connect', async (origin) => {
    const client = openSocket(url, bob.token, { headers: { origin } })
    await expect.poll(() => client.frames[0]).toEqual({ type: 'welcome' })
  })
})

describe('Behind a proxy', () => {
  const origin = 'https://front.example'
  const forwarded = { origin, 'x-forwarded-host': 'front.example', 'x-forwarded-proto': 'https' }

  it('the host that it was asked for is ours when the proxy is trusted', async () => {
    const behind = await world({ TRUST_PROXY: '1' })
    const cat = await behind.member('cat')
    const client = openSocket(await cableAddress(behind.app), cat.token, { headers: forwarded })
    await expect.poll(() => client.frames[0]).toEqual({ type: 'welcome' })
    const elsewhere = { ...forwarded, origin: 'https://evil.example' }
    expect(await refusal(await cableAddress(behind.app), { headers: elsewhere })).toBe(403)
  })

  it('that nobody trusts, what it says of the host is hearsay', async () => {
    expect(await refusal(`${url}?token=${bob.token}`, { headers: forwarded })).toBe(403)
  })
})

describe('What is no browser', () => {
  it('may connect without an origin, below the API and at the root', async () => {
    await connectCable(url, bob.token)
    await connectCable(url.replace('/api/cable', '/cable'), bob.token)
  })
})

describe('The words spoken', () => {
  it.each([
    [['actioncable-v1-json', 'actioncable-unsupported'], 'actioncable-v1-json'],
    [['actioncable-unsupported'], 'actioncable-unsupported'],
    [[], ''],
  ])('of %j are %j', async (offered, chosen) => {
    const socket = new WebSocket(`${url}?token=${bob.token}`, offered)
    await once(socket, 'open')
    expect(socket.protocol).toBe(chosen)
    socket.terminate()
  })

  it('are never compressed: many small frames would cost more memory than they save', async () => {
    const socket = new WebSocket(`${url}?token=${bob.token}`)
    await once(socket, 'open')
    expect(socket.extensions).toBe('')
    socket.terminate()
  })
})

describe('What is no socket', () => {
  it('finds nothing there', async () => {
    expect((await visitor.ask('GET', '/cable')).status).toBe(404)
    expect((await visitor.ask('POST', '/cable', {})).status).toBe(404)
  })

  it('is upgraded nowhere else, and answered as if it had not asked', async () => {
    const upgrade = { connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' }
    const answer = await talk(`GET /api/health/live HTTP/1.1\r\n${lines(upgrade)}`)
    expect(answer).toContain('HTTP/1.1 200 OK')
    expect(answer).toContain('{"status":"ok"}')
    expect(await talk(`GET /api/nothing HTTP/1.1\r\n${lines(upgrade)}`)).toContain('HTTP/1.1 404')
  })

  it('is not waited for when it promises a body, which an upgraded request never ends', async () => {
    const upgrade = { connection: 'upgrade', upgrade: 'websocket', 'content-type': 'application/json' }
    for (const method of ['POST', 'HEAD', 'DELETE']) {
      const request = `${method} /api/cable HTTP/1.1\r\n${lines({ ...upgrade, 'content-length': '2' })}{}`
      expect(await talk(request)).toContain('HTTP/1.1 404')
    }
  })

  it('is refused where the words are older than sockets', async () => {
    const upgrade = { connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' }
    expect(await talk(`GET /api/cable?token=${bob.token} HTTP/1.0\r\n${lines(upgrade)}`)).toMatch(/^HTTP\/1\.1 4\d\d /)
  })

  it.each([
    ['no key', {}],
    ['a short key', { 'sec-websocket-key': 'x' }],
    ['another version', { 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', 'sec-websocket-version': '7' }],
  ])('is refused with %s', async (_, headers) => {
    const upgrade = { connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-version': '13', ...headers }
    expect(await talk(`GET /api/cable?token=${bob.token} HTTP/1.1\r\n${lines(upgrade)}`)).toMatch(/^HTTP\/1\.1 4\d\d /)
  })
})

describe('The log', () => {
  it('knows the path of a socket and never its token', () => {
    expect(logs.join('')).toContain('"route":"/api/cable"')
    expect(logs.join('')).not.toContain(bob.token)
  })
})

describe('Whoever connects too often', () => {
  it('is told when to come back, by address, and for each account', async () => {
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

function lines(headers: Record<string, string>): string {
  const all = { host, ...headers }
  return `${Object.entries(all)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\r\n')}\r\n\r\n`
}

/** The raw answer to a raw request, up to its first pause. */
async function talk(request: string): Promise<string> {
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
