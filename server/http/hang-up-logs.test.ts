import { once } from 'node:events'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { publishLargePicture } from '#tests/support/files/large-picture.ts'
import { closeRawConnections, openRaw, rawGet } from '#tests/support/network/raw-connection.ts'
import { world } from '#tests/support/world.ts'

const { app, ctx, creator, logs, registry } = await world()
await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(closeRawConnections)
const amy = await creator('amy')
const SIZE = 16 * 1024 * 1024
const path = `/api${await publishLargePicture(ctx, amy, SIZE)}`
const { read } = ctx.media.store

const errors = () => logs.filter((line) => ['warn', 'error', 'fatal'].includes(JSON.parse(line).level))
const failed = async () => (await registry.getSingleMetric('loge_http_errors_total')?.get())?.values[0]?.value
const post = (to: string, type: string, body: string) =>
  `POST ${to} HTTP/1.1\r\nHost: x\r\nAuthorization: ${amy.token}\r\nContent-Type: ${type}\r\nContent-Length: 5000\r\n\r\n${body}`

beforeEach(() => {
  logs.length = 0
  ctx.media.store.read = read
})

/** Opens a connection, writes, waits for `until` and hangs up; resolves when the server has closed the connection. */
async function hangUpDuring(text: string, until: (served: Socket) => Promise<unknown>): Promise<void> {
  const { socket } = openRaw(app)
  const [served] = (await once(app.server, 'connection')) as [Socket]
  const closed = new Promise((resolve) => served.once('close', resolve))
  socket.write(text)
  await until(served)
  socket.resetAndDestroy()
  await closed
  // An error because of it would be thrown before this is answered.
  for (let count = 0; count < 3; count += 1) expect((await amy.ask('GET', '/user')).status).toBe(200)
}
const received = (served: Socket) => vi.waitFor(() => expect(served.bytesRead).toBeGreaterThan(0))
const answered = (served: Socket) => vi.waitFor(() => expect(served.bytesWritten).toBeGreaterThan(100_000))

describe('Clients that hang up', () => {
  it.each([
    ['in the middle of the headers', 'GET /api/user HTTP/1.1\r\nHost: ', received],
    ['in the middle of some JSON', post('/api/users/sign_in', 'application/json', '{"user": '), received],
    ['in the middle of an upload', post('/api/posts', 'multipart/form-data; boundary=x', '--x\r\n'), received],
    ['in the middle of an answer', rawGet(path, { authorization: amy.token }), answered],
    ['with more requests in the pipeline', rawGet(path, { authorization: amy.token }).repeat(5), answered],
    ['at once', rawGet('/api/user', { authorization: amy.token }), async () => {}],
  ] as const)('A client that hangs up %s causes no error in the log or the metrics', async (_, text, until) => {
    const before = await failed()
    await hangUpDuring(text, until)
    expect(errors()).toEqual([])
    expect(await failed()).toBe(before)
  })

  it('A client that hangs up while the answer is prepared causes no error in the log', async () => {
    const reading = Promise.withResolvers<void>()
    const gone = Promise.withResolvers<void>()
    ctx.media.store.read = async (...args) => {
      reading.resolve()
      await gone.promise
      return await read(...args)
    }
    const left = hangUpDuring(rawGet(path, { authorization: amy.token }), () => reading.promise)
    await left
    gone.resolve()
    for (let count = 0; count < 3; count += 1) await amy.ask('GET', '/user')
    expect(errors()).toEqual([])
  })
})

describe('Errors of the server', () => {
  it('A failure in the middle of an answer is logged as an error, and ends the connection', async () => {
    ctx.media.store.read = async () =>
      Readable.from(
        (async function* () {
          yield Buffer.alloc(1000)
          throw new Error('the disk is broken')
        })(),
      )
    const { socket, read: readAll } = openRaw(app)
    socket.write(rawGet(path, { authorization: amy.token }))
    const response = await readAll()
    expect(response.length).toBeLessThan(SIZE)
    expect(errors().map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 'error', err: expect.objectContaining({ message: 'the disk is broken' }) }),
    ])
  })

  it('A failure before an answer is logged as an error', async () => {
    ctx.media.store.read = () => Promise.reject(Object.assign(new Error('the disk is gone'), { code: 'EIO' }))
    expect((await amy.fetch(path.replace('/api', ''))).status).toBe(500)
    expect(errors()).toHaveLength(1)
  })
})
