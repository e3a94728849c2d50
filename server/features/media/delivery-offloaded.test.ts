import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '#contract/time.ts'
import { createFileStore } from '#server/media/store/file-store.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'
import { startS3 } from '#tests/support/processes/s3.ts'
import { type Person, type World, world } from '#tests/support/world.ts'

const { env, settings } = await startS3()

async function publishPictures({ ctx, creator, member, subscribe }: World) {
  const amy = await creator('amy')
  const fan = await member('fan')
  const bob = await member('bob')
  await subscribe(fan, amy)
  const open = (await amy.posts()).file ?? ''
  const locked = (await amy.posts({ protected: true, file: await noisePicture({ seed: 2 }) })).file ?? ''
  const keyOf = async (path: string) => {
    const [row] = await ctx.db`select store_key from media where id = ${path.split('/').at(-1) ?? ''}`
    return `${row?.store_key}/480.webp`
  }
  return { amy, fan, bob, open, locked, keyOf }
}

const fetchWith = (person: Person, path: string, headers: Record<string, string>) => person.fetch(path, { headers })

describe('Pictures behind nginx', async () => {
  const product = await world({ MEDIA_ACCEL: '/protected-media/' })
  const { visitor, ctx, passes } = product
  const { amy, fan, bob, open, locked, keyOf } = await publishPictures(product)

  it('Who may not see a picture gets no internal path for nginx', async () => {
    for (const person of [visitor, bob]) {
      for (const method of ['GET', 'HEAD'] as const) {
        const { status, headers } = await person.fetch(locked, { method })
        expect(status).toBe(404)
        expect(headers['x-accel-redirect']).toBeUndefined()
      }
    }
  })

  it('A picture is an empty answer that tells nginx its path, whatever range is asked for', async () => {
    ctx.media.read = () => Promise.reject(new Error('the bytes were read'))
    for (const [person, path, cache_control] of [
      [bob, open, 'public, max-age=3600'],
      [fan, locked, 'private, no-store'],
    ] as const) {
      for (const asked of [{}, { range: 'bytes=5-9' }, { range: 'bytes=999999999-' }, { 'if-none-match': '*' }]) {
        const { status, headers, bytes } = await fetchWith(person, path, asked)
        expect([status, bytes.length]).toEqual([200, 0])
        expect(headers).toMatchObject({
          'x-accel-redirect': `/protected-media/${await keyOf(path)}`,
          'content-type': 'image/webp',
          'content-disposition': 'inline',
          'cache-control': cache_control,
        })
        expect([headers.etag, headers['x-accel-expires']]).toEqual([undefined, undefined])
      }
      expect((await person.fetch(path, { method: 'HEAD' })).headers['x-accel-redirect']).toBeDefined()
    }
  })

  it('nginx may repeat a small public picture for a second to who comes without a session, and nothing else', async () => {
    const { status, headers, bytes } = await visitor.fetch(open)
    expect([status, headers['x-accel-expires'], headers['x-accel-redirect']]).toEqual([200, '1', undefined])
    expect(headers).toMatchObject({ 'cache-control': 'public, max-age=3600', etag: expect.stringMatching(/^"/) })
    expect(bytes.subarray(8, 12).toString()).toBe('WEBP')
    const large = (await amy.posts({ file: await noisePicture({ width: 1000, height: 900, seed: 4 }) })).file ?? ''
    for (const [path, asked] of [
      [open, { range: 'bytes=5-9' }],
      [open, { 'if-none-match': '*' }],
      [large, {}],
    ] as const) {
      const answer = await fetchWith(visitor, path, asked)
      expect(answer.headers['x-accel-redirect']).toBeDefined()
      expect(answer.headers['x-accel-expires']).toBeUndefined()
    }
  })

  it('This process repeats nothing that nginx may repeat: what another process protects is gone from its next answer', async () => {
    const post = await amy.posts({ file: await noisePicture({ seed: 5 }) })
    expect((await visitor.fetch(post.file ?? '')).status).toBe(200)
    await ctx.db`update posts set protected = true where id = ${post.id}`
    expect((await visitor.fetch(post.file ?? '')).status).toBe(404)
  })

  it('The path for nginx is below the folder where the picture is stored', async () => {
    const stream = await createFileStore(`${ctx.config.data_dir}/media`).read(await keyOf(locked))
    expect(stream).toBeDefined()
    stream?.destroy()
  })

  it('A picture with the mark of its viewer is never left to nginx, which has it without', async () => {
    await amy.ask('PUT', '/picture_mark', { mark: 'unseen' })
    for (const asked of [{}, { range: 'bytes=5-9' }, { range: 'bytes=999999999-' }, { 'if-none-match': '*' }]) {
      for (const method of ['GET', 'HEAD'] as const)
        expect((await fan.fetch(locked, { method, headers: asked })).headers['x-accel-redirect']).toBeUndefined()
    }
    const { bytes } = await fan.fetch(locked)
    expect(bytes.subarray(8, 12).toString()).toBe('WEBP')
    expect((await amy.fetch(locked)).headers['x-accel-redirect']).toBeDefined()
    await amy.ask('PUT', '/picture_mark', { mark: 'off' })
  })

  it('A token that is a day old is replaced by an answer for nginx too', async () => {
    passes(25 * HOUR_MS)
    expect((await fan.fetch(locked)).headers).toMatchObject({
      authorization: expect.stringMatching(/^[\w-]{43}$/),
      'cache-control': 'no-store',
    })
  })
})

describe('Pictures in a bucket', async () => {
  const product = await world(env)
  const { visitor, passes } = product
  const { amy, fan, bob, open, locked, keyOf } = await publishPictures(product)

  it('A protected picture in a bucket is sent through the server, and nobody is redirected to the bucket', async () => {
    for (const person of [visitor, bob]) {
      const { status, headers } = await person.fetch(locked)
      expect([status, headers.location]).toEqual([404, undefined])
    }
    for (const person of [fan, amy]) {
      const { status, headers, bytes } = await person.fetch(locked)
      expect([status, headers.location]).toEqual([200, undefined])
      expect(headers['cache-control']).toBe('private, no-store')
      const part = await fetchWith(person, locked, { range: 'bytes=5-14' })
      expect([part.status, part.bytes]).toEqual([206, bytes.subarray(5, 15)])
    }
  })

  it('A large protected picture in a bucket is sent through the server, also in ranges', async () => {
    const file = await noisePicture({ width: 1000, height: 900, seed: 3 })
    const path = (await amy.posts({ protected: true, file })).file ?? ''
    const { bytes } = await fan.fetch(path)
    expect(bytes.length).toBeGreaterThan(256 * 1024)
    const part = await fetchWith(fan, path, { range: 'bytes=300000-300009' })
    expect([part.status, part.bytes]).toEqual([206, bytes.subarray(300_000, 300_010)])
  })

  it('A public picture in a bucket is a redirect to a signed URL that is valid for minutes', async () => {
    for (const person of [visitor, bob]) {
      const { status, headers, bytes } = await person.fetch(open)
      expect([status, bytes.length]).toEqual([302, 0])
      const address = new URL(String(headers.location))
      expect(address.origin).toBe(settings.endpoint)
      expect(address.pathname).toBe(`/loge/media/${await keyOf(open)}`)
      const kept_s = Number(String(headers['cache-control']).match(/^public, max-age=(\d+)$/)?.[1])
      expect(kept_s).toBeLessThan(Number(address.searchParams.get('X-Amz-Expires')))
      const picture = await fetch(address)
      expect(picture.headers.get('content-type')).toBe('image/webp')
      expect(
        Buffer.from(await picture.arrayBuffer())
          .subarray(8, 12)
          .toString(),
      ).toBe('WEBP')
    }
  })

  it('HEAD and If-None-Match of a public picture in a bucket are answered by the server', async () => {
    const { status, headers } = await visitor.fetch(open, { method: 'HEAD' })
    expect(status).toBe(200)
    expect(headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'public, max-age=3600' })
    expect((await fetchWith(visitor, open, { 'if-none-match': String(headers.etag) })).status).toBe(304)
  })

  it('A redirect that carries a new token is never cached', async () => {
    passes(25 * HOUR_MS)
    const { status, headers } = await fan.fetch(open)
    expect([status, headers['cache-control']]).toEqual([302, 'no-store'])
    expect(headers.authorization).toMatch(/^[\w-]{43}$/)
  })
})

describe('Pictures on pages of other origins', async () => {
  const { visitor, creator } = await world({ ALLOWED_ORIGINS: 'https://friend.example' })
  const amy = await creator('amy')

  it('Pages of an allowed origin may show pictures', async () => {
    const path = (await amy.posts()).file ?? ''
    const { headers } = await visitor.fetch(path)
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
    expect((await visitor.ask('GET', '/health/live')).headers['cross-origin-resource-policy']).toBe('same-origin')
  })
})
