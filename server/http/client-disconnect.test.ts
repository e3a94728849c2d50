import { once } from 'node:events'
import type { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { clip } from '#tests/support/files/clips.ts'
import { formBody, noisePicture } from '#tests/support/files/pictures.ts'
import { storedFiles } from '#tests/support/files/stored-files.ts'
import { world } from '#tests/support/world.ts'

const { app, ctx, creator } = await world({ STORY_AUTHORS: 'creator' })
const address = await app.listen({ port: 0, host: '127.0.0.1' })
const amy = await creator('amy')
const sockets: Socket[] = []
app.server.on('connection', (socket) => sockets.push(socket))

async function post(path: string, parts: Record<string, string | Buffer>, signal?: AbortSignal): Promise<Response> {
  const { payload, headers } = await formBody(parts)
  return await fetch(`${address}/api${path}`, {
    method: 'POST',
    headers: { ...(headers as Record<string, string>), authorization: amy.token ?? '' },
    body: new Uint8Array(payload),
    ...(signal && { signal }),
  })
}

/** Aborts the request, and resolves when the server has noticed, on whichever connection. */
async function hangUp(caller: AbortController): Promise<void> {
  const closed = sockets.filter(({ destroyed }) => !destroyed).map((socket) => once(socket, 'close'))
  caller.abort()
  await Promise.race(closed)
}

describe('Uploads whose client hangs up', () => {
  it.each([
    ['a post', '/posts', 'put', async () => ({ description: 'Gone', file: await noisePicture() })],
    [
      'a story with a video',
      '/stories',
      'putFile',
      async () => ({ 'story[description]': 'Gone', 'story[media]': await clip('talking.mp4') }),
    ],
  ] as const)(
    'A client that hangs up while %s is being stored has published nothing, and left nothing behind',
    async (_what, path, step, make) => {
      const caller = new AbortController()
      const { store } = ctx.media
      const whole = store[step] as (...args: unknown[]) => Promise<void>
      let hung_up: Promise<void> | undefined
      const stepped = Promise.withResolvers<void>()
      Object.assign(store, {
        [step]: async (...args: unknown[]) => {
          hung_up ??= hangUp(caller)
          await hung_up
          await whole(...args)
          stepped.resolve()
        },
      })
      await expect(post(path, await make(), caller.signal)).rejects.toThrow('aborted')
      await stepped.promise
      Object.assign(store, { [step]: whole })
      await expect.poll(() => storedFiles(ctx), { timeout: 20_000 }).toEqual([])
      expect(await ctx.db`select from media`).toHaveLength(0)
    },
  )

  it('The server listens for the end of a connection only while a form is processed', async () => {
    await (await post('/posts', { description: 'No picture' })).text()
    const [socket] = sockets.filter(({ destroyed }) => !destroyed)
    const before = socket?.listenerCount('close')
    for (let count = 0; count < 3; count += 1) {
      const answer = await post('/posts', { description: 'No picture' })
      expect(answer.status).toBe(422)
      await answer.text()
    }
    expect(socket?.destroyed).toBe(false)
    expect(socket?.listenerCount('close')).toBe(before)
  })
})

describe('Uploads of one person', () => {
  it('One person has two pictures in work at most, is told when to come back, and holds up nobody else', async () => {
    const bob = await creator('bob')
    const file = await noisePicture({ width: 2000, height: 1500 })
    const many = Array.from({ length: 8 }, () => amy.send('POST', '/posts', { description: 'Me', file }))
    expect((await bob.send('POST', '/posts', { description: 'And me', file: await noisePicture() })).status).toBe(201)
    const replies = await Promise.all(many)
    const refused = replies.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    for (const { body, headers } of refused) {
      expect(body).toEqual({ code: 'rate_limited', error: expect.stringContaining('still being processed') })
      expect(headers['retry-after']).toBe('5')
    }
    const taken = replies.filter(({ status }) => status === 201)
    expect(taken.length).toBeGreaterThanOrEqual(2)
    expect(taken.length + refused.length).toBe(8)
  })
})
