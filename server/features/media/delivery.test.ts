import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, SECOND_MS } from '#contract/time.ts'
import { StoreUnavailable } from '#server/media/store/store.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'
import { keysOf } from '#tests/support/files/stored-files.ts'
import { type Person, world } from '#tests/support/world.ts'

const { ctx, creator, member, subscribe, visitor, passes, stranger, runJob } = await world()
const amy = await creator('amy')
const fan = await member('fan')
const bob = await member('bob')
await subscribe(fan, amy, 30)
const open = (await amy.posts()).file ?? ''
const locked = (await amy.posts({ protected: true, file: await noisePicture({ seed: 2 }) })).file ?? ''

const fetchWith = (person: Person, path: string, headers: Record<string, string>) => person.fetch(path, { headers })

describe('Pictures that a viewer may not see', () => {
  it('Who may not see a picture gets the same answer as for one that does not exist', async () => {
    const absent = await bob.fetch('/media/019ba4d2-0000-7000-8000-000000000000')
    expect(absent.status).toBe(404)
    for (const person of [visitor, bob]) {
      for (const path of [locked, `${locked}?w=480`, '/media/x', `${locked}.webp`, `/media/${locked.toUpperCase()}`]) {
        const { status, text, headers } = await person.fetch(path)
        expect([status, text], path).toEqual([404, absent.text])
        expect(headers['cache-control']).toBe('no-store')
        expect(headers.etag).toBeUndefined()
      }
    }
  })

  it('An invalid token gets 401 for everything that is not public', async () => {
    const nobody = stranger('nobody')
    nobody.token = 'made-up'
    for (const path of [locked, '/media/019ba4d2-0000-7000-8000-000000000000']) {
      expect((await nobody.fetch(path)).status).toBe(401)
    }
    expect((await nobody.fetch(open)).status).toBe(200)
  })

  it('Entity tags and ranges reveal nothing to who may not see a picture', async () => {
    const { headers } = await fan.fetch(locked)
    for (const asked of [
      { 'if-none-match': String(headers.etag) },
      { 'if-none-match': '*' },
      { range: 'bytes=0-10' },
      { range: 'bytes=999999999-' },
      { range: 'bytes=0-10', 'if-range': String(headers.etag) },
    ]) {
      const answer = await fetchWith(bob, locked, asked)
      expect([answer.status, answer.headers['content-range'], answer.headers.etag]).toEqual([404, undefined, undefined])
    }
  })
})

describe('Delivery of pictures', () => {
  // Spec 7.26
  it('A picture has a fixed type and runs no script, and caches may store it only when everyone may see it', async () => {
    // Mail programs and other sites may show what is public.
    for (const [person, path, cache_control, shown_by] of [
      [visitor, open, 'public, max-age=3600', 'cross-origin'],
      [bob, open, 'public, max-age=3600', 'cross-origin'],
      [fan, locked, 'private, no-store', 'same-origin'],
      [amy, locked, 'private, no-store', 'same-origin'],
    ] as const) {
      const { status, headers, bytes } = await person.fetch(path)
      expect(status).toBe(200)
      expect(headers).toMatchObject({
        'content-type': 'image/webp',
        'content-length': String(bytes.length),
        'content-disposition': 'inline',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'cross-origin-resource-policy': shown_by,
        'x-content-type-options': 'nosniff',
        'accept-ranges': 'bytes',
        'cache-control': cache_control,
      })
      expect(headers.etag).toMatch(/^"[\w-]{22}"$/)
      expect(headers.authorization).toBeUndefined()
    }
  })

  it('A picture is not sent again to a client that has it', async () => {
    const { headers } = await fan.fetch(locked)
    const again = await fetchWith(fan, locked, { 'if-none-match': `"x", W/${headers.etag}` })
    expect([again.status, again.bytes.length]).toEqual([304, 0])
    expect(again.headers).toMatchObject({ etag: headers.etag, 'cache-control': 'private, no-store' })
    expect((await fetchWith(fan, locked, { 'if-none-match': '"x"' })).status).toBe(200)
  })

  it('A picture is sent in ranges', async () => {
    const whole = await fan.fetch(locked)
    const size = whole.bytes.length
    const part = await fetchWith(fan, locked, { range: 'bytes=5-14' })
    expect(part.status).toBe(206)
    expect(part.headers).toMatchObject({
      'content-range': `bytes 5-14/${size}`,
      'content-length': '10',
      etag: whole.headers.etag,
      'cache-control': 'private, no-store',
    })
    expect(part.bytes).toEqual(whole.bytes.subarray(5, 15))
    const end = await fetchWith(fan, locked, { range: 'bytes=-7' })
    expect([end.status, end.bytes]).toEqual([206, whole.bytes.subarray(-7)])
    const several = await fetchWith(fan, locked, { range: 'bytes=0-1,4-5' })
    expect([several.status, several.bytes.length]).toEqual([200, size])
  })

  it('A range beyond the end of a picture is refused', async () => {
    const size = (await visitor.fetch(open)).bytes.length
    for (const range of [`bytes=${size}-`, 'bytes=9-3', 'bytes=x', 'bytes=-0']) {
      const { status, headers, body } = await fetchWith(visitor, open, { range })
      expect(status, range).toBe(416)
      expect(headers).toMatchObject({ 'content-range': `bytes */${size}`, 'cache-control': 'no-store' })
      expect(headers['content-type']).toContain('json')
      expect(JSON.parse(body).error).toBe('The file has no such part')
    }
  })

  it('A picture is sent whole when If-Range names another version', async () => {
    const { headers, bytes } = await visitor.fetch(open)
    const range = 'bytes=0-9'
    expect((await fetchWith(visitor, open, { range, 'if-range': String(headers.etag) })).status).toBe(206)
    const other = await fetchWith(visitor, open, { range, 'if-range': '"other"' })
    expect([other.status, other.bytes.length]).toEqual([200, bytes.length])
  })

  it('HEAD of a picture reads no bytes', async () => {
    const { headers } = await fan.fetch(locked)
    const untouched = { ...ctx.media, read: () => Promise.reject(new Error('the bytes were read')) }
    const read = ctx.media.read
    Object.assign(ctx.media, untouched)
    const head = await fan.fetch(locked, { method: 'HEAD' })
    const ranged = await fan.fetch(locked, { method: 'HEAD', headers: { range: 'bytes=0-9' } })
    const known = await fan.fetch(locked, { method: 'HEAD', headers: { 'if-none-match': String(headers.etag) } })
    Object.assign(ctx.media, { read })
    for (const name of ['content-type', 'content-length', 'etag', 'cache-control', 'accept-ranges']) {
      expect(head.headers[name], name).toBe(headers[name])
    }
    expect([head.status, ranged.status, known.status]).toEqual([200, 200, 304])
    expect(head.bytes.length + ranged.bytes.length + known.bytes.length).toBe(0)
    expect((await bob.fetch(locked, { method: 'HEAD' })).status).toBe(404)
  })
})

describe('Widths of pictures', () => {
  it('A picture has three widths, and the middle one is the default', async () => {
    const path = (await amy.posts({ file: await noisePicture({ width: 1700, height: 50, seed: 3 }) })).file ?? ''
    const sizes = await Promise.all(
      ['?w=480', '?w=960', '?w=1600', ''].map(async (query) => (await visitor.fetch(path + query)).bytes.length),
    )
    const [small = 0, middle = 0, large = 0, plain = 0] = sizes
    expect(small).toBeLessThan(middle)
    expect(middle).toBeLessThan(large)
    expect(plain).toBe(middle)
    const tags = await Promise.all(
      ['?w=480', '?w=960', '?w=1600'].map(async (query) => (await visitor.fetch(path + query)).headers.etag),
    )
    expect(new Set(tags).size).toBe(3)
  })

  it('A profile picture has a width for portraits, which one of an earlier version gets by the daily job', async () => {
    const picture = async (seed: number) => await noisePicture({ width: 600, height: 600, seed })
    const widthsOf = async (path: string) => {
      const replies = await Promise.all(['?w=160', '?w=480'].map((query) => visitor.fetch(path + query)))
      const sizes = await Promise.all(replies.map(({ bytes }) => sharp(bytes).metadata()))
      return sizes.map(({ format, width }) => `${format} ${width}`)
    }
    const path = (await amy.send('PUT', `/profiles/${amy.id}`, { profile_pic: await picture(11) })).body.profile_pic
    expect(await widthsOf(path)).toEqual(['webp 160', 'webp 480'])

    const id = path.split('/').at(-1)
    const [row] = await ctx.db`select store_key from media where id = ${id}`
    await ctx.media.store.remove(`${row?.store_key}/160.webp`)
    await ctx.db`update media set files = files - 0 where id = ${id}`
    passes(SECOND_MS)
    expect(await widthsOf(path)).toEqual(['webp 480', 'webp 480'])
    await runJob('shrink_portraits')
    passes(SECOND_MS)
    expect(await widthsOf(path)).toEqual(['webp 160', 'webp 480'])

    // The pictures of posts have the three widths of before.
    const post = (await amy.posts({ file: await picture(12) })).file ?? ''
    expect(await widthsOf(post)).toEqual(['webp 480', 'webp 480'])
  })

  it('Every width may be asked for of a small picture and of an animation', async () => {
    const frames = await noisePicture({ width: 20, height: 30, seed: 4 }, 'gif')
    for (const file of [await noisePicture({ width: 20, height: 30, seed: 5 }), frames]) {
      const path = (await amy.posts({ file })).file ?? ''
      for (const w of [480, 960, 1600]) expect((await visitor.fetch(`${path}?w=${w}`)).status, `${w}`).toBe(200)
    }
  })

  it('An unknown width is refused for everybody, whether the picture exists or not', async () => {
    for (const w of ['1', '481', '0', '-480', 'x', '480.5', '480&w=960', '']) {
      expect((await visitor.fetch(`${open}?w=${w}`)).status, w).toBe(422)
      expect((await visitor.fetch(`${locked}?w=${w}`)).status, w).toBe(422)
    }
  })
})

describe('Ended subscriptions', () => {
  it('A fan cannot fetch a protected picture from the moment the subscription ends, also with its entity tag', async () => {
    const ann = await member('ann')
    await subscribe(ann, amy, 1)
    const { headers } = await ann.fetch(locked)
    passes(DAY_MS - 1)
    expect((await ann.fetch(locked)).status).toBe(200)
    passes(1)
    expect((await ann.fetch(locked)).status).toBe(404)
    expect((await fetchWith(ann, locked, { 'if-none-match': String(headers.etag) })).status).toBe(404)
  })
})

describe('Old tokens', () => {
  it('A token that is a day old is replaced by the answer to a picture, which no cache may store then', async () => {
    for (const path of [open, locked]) {
      const eve = await member(path === open ? 'eve' : 'eva')
      await subscribe(eve, amy, 30)
      passes(25 * HOUR_MS)
      const { status, headers } = await eve.fetch(path)
      expect(status).toBe(200)
      expect(headers.authorization).toMatch(/^[\w-]{43}$/)
      expect(headers['cache-control']).toBe('no-store')
      eve.token = String(headers.authorization)
      expect((await eve.fetch(locked)).status).toBe(200)
    }
  })
})

describe('Failures of the media store', () => {
  const away = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })

  it('A post is refused with 503 when the store fails, and nothing of it is left', async () => {
    const { put } = ctx.media.store
    let puts = 0
    ctx.media.store.put = async (...args) => {
      puts += 1
      if (puts === 2) throw new StoreUnavailable(away)
      await put(...args)
    }
    const { length } = await keysOf(ctx.media.store)
    const { status, body, headers } = await amy.send('POST', '/posts', {
      description: 'x',
      file: await noisePicture({ width: 600, height: 40 }),
    })
    ctx.media.store.put = put
    expect(status).toBe(503)
    expect(body).toEqual({ error: expect.stringContaining('out of reach'), code: 'unavailable' })
    expect(headers['retry-after']).toBe('5')
    expect(await keysOf(ctx.media.store)).toHaveLength(length)
  })

  it('A picture is refused with 503 when the store fails, and no cache stores the answer', async () => {
    const path = (await amy.posts({ file: await noisePicture({ seed: 6 }) })).file ?? ''
    const { read } = ctx.media.store
    ctx.media.store.read = () => Promise.reject(new StoreUnavailable(away))
    const { status, headers } = await visitor.fetch(path)
    ctx.media.store.read = read
    expect(status).toBe(503)
    expect(headers['cache-control']).toBe('no-store')
    expect((await visitor.fetch(path)).status).toBe(200)
  })

  it('A post can be deleted although the store fails', async () => {
    const post = await amy.posts({ file: await noisePicture({ seed: 7 }) })
    const { remove } = ctx.media.store
    ctx.media.store.remove = () => Promise.reject(new StoreUnavailable(away))
    const { status } = await amy.ask('DELETE', `/posts/${post.id}`)
    ctx.media.store.remove = remove
    expect(status).toBe(200)
    expect((await amy.fetch(post.file ?? '')).status).toBe(404)
  })
})

describe('Deleted pictures', () => {
  it('A deleted picture is removed from memory and from the disk', async () => {
    const post = await amy.posts({ file: await noisePicture({ seed: 8 }) })
    const [row] = await ctx.db`select store_key from media where id = ${post.file?.split('/').at(-1) ?? ''}`
    expect((await visitor.fetch(post.file ?? '')).status).toBe(200)
    await amy.ask('DELETE', `/posts/${post.id}`)
    expect((await visitor.fetch(post.file ?? '')).status).toBe(404)
    expect(await ctx.media.read(`${row?.store_key}/480.webp`, 100)).toBeUndefined()
  })
})
