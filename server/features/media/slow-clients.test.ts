import { once } from 'node:events'
import { type ClientRequest, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { publishLargePicture } from '#tests/support/files/large-picture.ts'
import { world } from '#tests/support/world.ts'

const { app, ctx, creator } = await world()
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo
const amy = await creator('amy')
const SIZE = 32 * 1024 * 1024
const path = await publishLargePicture(ctx, amy, SIZE)

/** Every stream that was opened. It is closed once its file is. */
const opened: (Readable | undefined)[] = []
const { read } = ctx.media.store
let beforeReading = async () => {}
ctx.media.store.read = async (...args) => {
  await beforeReading()
  const stream = await read(...args)
  opened.push(stream)
  return stream
}
const closed = () => opened.filter((stream) => stream?.closed).length

beforeEach(() => {
  opened.length = 0
})

function ask(headers: Record<string, string> = {}): ClientRequest {
  const authorization = amy.token ?? ''
  return get({ port, host: '127.0.0.1', path: `/api${path}`, headers: { authorization, ...headers }, agent: false })
}

describe('Clients that hang up', () => {
  it('A client that hangs up in the middle of a picture leaves no file open', async () => {
    const requests = Array.from({ length: 20 }, (_, index) => ask(index % 2 ? { range: 'bytes=1000-' } : {}))
    await Promise.all(requests.map((request) => once(request, 'response')))
    expect([opened.length, closed()]).toEqual([20, 0])
    for (const request of requests) request.destroy()
    await vi.waitFor(() => expect(closed()).toBe(20), { timeout: 20_000 })
  })

  it('A client that hangs up before the first byte leaves no file open', async () => {
    for (let round = 0; round < 10; round += 1) {
      const reading = Promise.withResolvers<void>()
      const gone = Promise.withResolvers<void>()
      beforeReading = async () => {
        reading.resolve()
        await gone.promise
      }
      const request = ask()
      const hungUp = new Promise((resolve) => request.on('error', resolve))
      await reading.promise
      request.destroy()
      await hungUp
      gone.resolve()
    }
    beforeReading = async () => {}
    await vi.waitFor(() => expect(closed()).toBe(10), { timeout: 20_000 })
  })
})

describe('Clients that stay', () => {
  it('A client that stays gets the whole picture, and the file is closed', async () => {
    const [response] = await once(ask(), 'response')
    let received = 0
    for await (const chunk of response) received += chunk.length
    expect(received).toBe(SIZE)
    await vi.waitFor(() => expect(closed()).toBe(1), { timeout: 20_000 })
  })
})
