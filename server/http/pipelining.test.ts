import type { Readable } from 'node:stream'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { publishLargePicture } from '#tests/support/files/large-picture.ts'
import { closeRawConnections, openRaw, rawGet } from '#tests/support/network/raw-connection.ts'
import { world } from '#tests/support/world.ts'

const { app, ctx, creator, visitor } = await world()
await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(closeRawConnections)
const amy = await creator('amy')
const SIZE = 16 * 1024 * 1024
const path = `/api${await publishLargePicture(ctx, amy, SIZE)}`
const largePicture = rawGet(path, { authorization: amy.token })

const opened: (Readable | undefined)[] = []
const { read } = ctx.media.store
ctx.media.store.read = async (...args) => {
  const stream = await read(...args)
  opened.push(stream)
  return stream
}
beforeEach(() => {
  opened.length = 0
})

/** How many requests the server received, whether or not it answers them. */
let arrived = 0
app.server.on('request', () => {
  arrived += 1
})

describe('Pipelined requests of a client that does not read', () => {
  it('A client that pipelines requests and reads no answer has one file open', async () => {
    arrived = 0
    const { socket } = openRaw(app)
    socket.write(largePicture.repeat(10))
    await vi.waitFor(() => expect(arrived).toBe(10))
    await vi.waitFor(() => expect(opened).toHaveLength(1))
    // The same request over another connection is served; no pipelined one was started behind the first.
    for (let count = 0; count < 5; count += 1) {
      const { status } = await amy.fetch(path.replace('/api', ''), { headers: { range: 'bytes=0-9' } })
      expect(status).toBe(206)
    }
    opened.splice(1, 5)
    expect(opened).toHaveLength(1)
    socket.destroy()
    await vi.waitFor(() => expect(opened[0]?.closed).toBe(true))
    expect(opened).toHaveLength(1)
  })

  it('A client that pipelines fifty requests is disconnected, and the files are closed', async () => {
    const connections = Array.from({ length: 20 }, () => openRaw(app))
    for (const { socket } of connections) socket.write(largePicture.repeat(50))
    for (const { socket } of connections) socket.resume()
    await Promise.all(connections.map(({ closed }) => closed))
    await vi.waitFor(() => expect(opened.every((stream) => stream?.closed)).toBe(true))
    expect((await visitor.ask('GET', '/health/live')).status).toBe(200)
  })
})

describe('Pipelined requests of a client that reads', () => {
  it('A client that pipelines requests gets all answers whole and in order', async () => {
    const { socket, read } = openRaw(app)
    const asked = ['/api/health/live', '/api/nothing', path, '/api/health/live', '/api/user', '/api/nothing']
    const last = rawGet('/api/health/live', { connection: 'close' })
    socket.write(asked.map((to) => rawGet(to, to === path ? { authorization: amy.token } : {})).join('') + last)
    const response = await read()
    const statuses = [...response.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))
    expect(statuses).toEqual([200, 404, 200, 200, 401, 404, 200])
    expect(response.length).toBeGreaterThan(SIZE)
  })

  it('A client can pipeline sixteen requests', async () => {
    const { socket, read } = openRaw(app)
    socket.write(rawGet('/api/health/live').repeat(15) + rawGet('/api/health/live', { connection: 'close' }))
    expect((await read()).match(/HTTP\/1\.1 200/g)).toHaveLength(16)
  })
})

describe('Upgrades behind pipelined requests', () => {
  const upgrade = (path_: string) =>
    rawGet(path_, {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    })

  it.each([
    ['a request', rawGet('/api/health/live')],
    ['a large answer', largePicture],
    ['a request without a host', 'GET / HTTP/1.1\r\n\r\n'],
    ['an unknown expectation', rawGet('/api/health/live', { expect: 'miracles' })],
  ])('An upgrade right behind %s opens no socket, and harms nobody else', async (_, first) => {
    const { socket } = openRaw(app)
    const uncaught = vi.fn()
    process.once('uncaughtException', uncaught)
    arrived = 0
    socket.write(first + upgrade('/cable') + upgrade('/api/cable'))
    socket.resume()
    socket.end()
    await new Promise((resolve) => socket.once('close', resolve))
    process.off('uncaughtException', uncaught)
    expect(uncaught).not.toHaveBeenCalled()
    expect((await visitor.ask('GET', '/health/live')).status).toBe(200)
  })
})
