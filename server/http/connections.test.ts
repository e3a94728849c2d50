import { once } from 'node:events'
import { createServer, Socket } from 'node:net'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { MINUTE_MS } from '#contract/time.ts'
import { publishLargePicture } from '#tests/support/files/large-picture.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'
import { closeRawConnections, openRaw, rawGet } from '#tests/support/network/raw-connection.ts'
import { world } from '#tests/support/world.ts'
import { boundConnections } from './connection-bounds.ts'
import { connectionsFor, httpLimits } from './http-limits.ts'

/** Much longer than a busy machine needs between two pieces, and shorter than the whole of a slow transfer below. */
const IDLE_MS = 3000
const { app, ctx, creator } = await world(
  {},
  { http_limits: { idle_ms: IDLE_MS, body_ms: 400, request_ms: MINUTE_MS, headers_ms: MINUTE_MS } },
)
await app.listen({ port: 0, host: '127.0.0.1' })
const small = await world({}, { http_limits: { connections: 3 } })
await small.app.listen({ port: 0, host: '127.0.0.1' })
afterAll(closeRawConnections)
const amy = await creator('amy')
const SIZE = 24 * 1024 * 1024
const path = `/api${await publishLargePicture(ctx, amy, SIZE)}`

const PIECE = 64 * 1024

describe('Idle connections', () => {
  it('A connection is closed when the client does not read its answer', async () => {
    const { socket } = openRaw(app)
    const [served] = await once(app.server, 'connection')
    socket.write(rawGet(path, { authorization: amy.token }))
    await once(served, 'close')
  })

  it('A connection is closed when an upload stops in the middle', async () => {
    const { socket, closed } = openRaw(app)
    socket.write(
      `POST /api/posts HTTP/1.1\r\nHost: x\r\nAuthorization: ${amy.token}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 5000\r\n\r\n--x\r\n`,
    )
    socket.resume()
    await closed
  })
})

describe('Slow connections', () => {
  it('A slow client gets a large file whole, although that takes longer than the idle timeout', async () => {
    const { socket } = openRaw(app)
    socket.write(rawGet(path, { authorization: amy.token, connection: 'close' }))
    const started = performance.now()
    let received = 0
    // A little every now and then, as a phone with a weak signal reads.
    const reading = setInterval(() => {
      received += socket.read(PIECE)?.length ?? socket.read()?.length ?? 0
    }, 10)
    await new Promise((resolve) => socket.once('end', resolve))
    clearInterval(reading)
    expect(received).toBeGreaterThan(SIZE)
    expect(performance.now() - started).toBeGreaterThan(IDLE_MS)
  })

  it('A slow client can publish a picture, although sending it takes longer than the timeouts of idle connections and JSON', async () => {
    const picture = await noisePicture({ width: 60, height: 60 })
    const form = Buffer.concat([
      Buffer.from(
        '--x\r\nContent-Disposition: form-data; name="description"\r\n\r\nSlow\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n',
      ),
      picture,
      Buffer.from('\r\n--x--\r\n'),
    ])
    const { socket, read } = openRaw(app)
    const answer = read((response) => response.includes('\r\n\r\n'))
    socket.write(
      `POST /api/posts HTTP/1.1\r\nHost: x\r\nAuthorization: ${amy.token}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${form.length}\r\n\r\n`,
    )
    let sent = 0
    const sending = setInterval(() => {
      socket.write(form.subarray(sent, sent + Math.ceil(form.length / 24)))
      sent += Math.ceil(form.length / 24)
      if (sent >= form.length) clearInterval(sending)
    }, IDLE_MS / 16)
    expect(await answer).toMatch(/^HTTP\/1\.1 201 /)
  })
})

describe('Slow bodies', () => {
  it('A JSON body that arrives byte by byte is a 408, and the connection is closed', async () => {
    const { socket, read } = openRaw(app)
    socket.write(
      'POST /api/users/sign_in HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{',
    )
    const drip = setInterval(() => socket.write(' '), 50)
    const response = await read()
    clearInterval(drip)
    expect(response).toMatch(/^HTTP\/1\.1 408 /)
  })

  it('A body that nobody reads does not keep its connection open for long', async () => {
    const { socket, read } = openRaw(app)
    socket.write(
      'POST /api/nothing HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{',
    )
    const drip = setInterval(() => socket.write(' '), 50)
    const response = await read()
    clearInterval(drip)
    expect(response).toMatch(/^HTTP\/1\.1 4/)
  })
})

describe('The maximum of connections', () => {
  it('Connections beyond the maximum are refused, the others continue, and a closed one makes room', async () => {
    const isOk = (response: string) => response.includes('HTTP/1.1 200')
    const health = rawGet('/api/health/live')
    const first = Array.from({ length: 3 }, () => openRaw(small.app))
    for (const { socket, read } of first) {
      socket.write(health)
      expect(await read(isOk)).toMatch(/^HTTP\/1\.1 200/)
    }
    const refused = Array.from({ length: 20 }, () => openRaw(small.app))
    for (const { socket, read } of refused) {
      socket.write(health)
      expect(await read()).toBe('')
    }
    for (const { socket, read } of first) {
      socket.write(health)
      expect(await read(isOk)).toMatch(/^HTTP\/1\.1 200/)
    }
    const warnings = small.logs.filter((line) => line.includes('connections are refused'))
    expect(warnings).toHaveLength(1)
    first[0]?.socket.destroy()
    await vi.waitFor(async () => {
      const { socket, read } = openRaw(small.app)
      socket.write(health)
      expect(await read(isOk)).toMatch(/^HTTP\/1\.1 200/)
    })
    closeRawConnections()
  })

  it('The maximum of connections leaves two file handles for each, and some for everything else', () => {
    for (const handles of [1024, 4096, 20_000]) expect(connectionsFor(handles) * 2 + 256).toBeLessThanOrEqual(handles)
    expect(connectionsFor(1024)).toBe(384)
    expect(connectionsFor(1_048_576)).toBe(10_000)
    expect(connectionsFor(100)).toBe(64)
  })

  it('Live sockets count as half a connection, because they open no files', async () => {
    const server = createServer()
    boundConnections(server, { limits: httpLimits({ connections: 10 }), is_behind_proxy: true, log: { warn: vi.fn() } })
    const sockets = Array.from({ length: 4 }, () => new Socket())
    for (const socket of sockets) server.emit('upgrade', {}, socket)
    expect(server.maxConnections).toBe(12)
    for (const socket of sockets) socket.destroy()
    await Promise.all(sockets.map((socket) => once(socket, 'close')))
    expect(server.maxConnections).toBe(10)
  })
})

describe('Connections of one network', () => {
  const limits = httpLimits({ connections: 100, connections_per_network: 2 })
  const log = { warn: vi.fn() }

  /** Simulates connections from these addresses, one after the other. */
  function connectFrom(addresses: string[], is_behind_proxy = false): Socket[] {
    const server = createServer()
    boundConnections(server, { limits, is_behind_proxy, log })
    return addresses.map((address) => {
      const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: address })
      server.emit('connection', socket)
      return socket
    })
  }
  const refused = (sockets: Socket[]) => sockets.map(({ destroyed }) => destroyed)

  it('One network has a limited share of the connections, and no other network is refused for it', () => {
    const home = ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2:3::3']
    expect(refused(connectFrom([...home, '2001:db8:9::1', '192.0.2.1']))).toEqual([false, false, true, false, false])
    expect(log.warn).toHaveBeenCalledOnce()
  })

  it('A network can connect again when one of its connections has ended', async () => {
    const server = createServer()
    boundConnections(server, { limits, is_behind_proxy: false, log })
    const connect = () => {
      const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: '192.0.2.1' })
      server.emit('connection', socket)
      return socket
    }
    const [first] = [connect(), connect()]
    first?.destroy()
    await once(first as Socket, 'close')
    expect(refused([connect(), connect()])).toEqual([false, true])
  })

  it('Networks are not told apart behind a proxy, nor on this machine, where a proxy may run', () => {
    expect(refused(connectFrom(['10.0.0.1', '10.0.0.1', '10.0.0.1'], true))).toEqual([false, false, false])
    expect(refused(connectFrom(['127.0.0.1', '::1', '127.0.0.1', '127.0.0.1']))).toEqual([false, false, false, false])
  })
})
