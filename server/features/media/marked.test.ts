import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { type Post, REPORT_REASONS } from '#contract/posts.ts'
import type { Story } from '#contract/stories.ts'
import { DAY_MS } from '#contract/time.ts'
import { AppError } from '#server/errors.ts'
import { UploadQueue } from '#server/media/upload-queue.ts'
import { photoLike } from '#tests/support/files/photo-like.ts'
import { type Person, world } from '#tests/support/world.ts'

const product = await world({ STORY_AUTHORS: 'creator' })
const { ctx, creator, member, passes, staff, subscribe, visitor } = product
const amy = await creator('amy')
const fan = await member('fan')
const other = await member('other')
const bob = await member('bob')
await subscribe(fan, amy)
await subscribe(other, amy)
const photo = async (seed: number, size = { width: 1000, height: 800 }) =>
  await sharp(await photoLike(seed, size))
    .jpeg({ quality: 95 })
    .toBuffer()
const open = await amy.posts({ file: await photo(1) })
const locked = await amy.posts({ protected: true, file: await photo(2) })
const path = locked.file ?? ''
const mark = async (style: string) => (await amy.ask('PUT', '/picture_mark', { mark: style })).status
const plain = (await fan.fetch(path)).bytes
const fetchWith = (person: Person, headers: Record<string, string>) => person.fetch(path, { headers })

async function difference(one: Buffer, another: Buffer): Promise<number> {
  const [a, b] = await Promise.all([one, another].map((bytes) => sharp(bytes).greyscale().raw().toBuffer()))
  return (a ?? Buffer.alloc(0)).reduce((sum, value, i) => sum + Math.abs(value - (b?.[i] ?? 0)), 0) / (a?.length ?? 1)
}

describe('The setting', () => {
  it('Who has no profile cannot set a mark, and no other kind than those there are is accepted', async () => {
    expect((await visitor.ask('PUT', '/picture_mark', { mark: 'faint' })).status).toBe(401)
    expect((await bob.ask('PUT', '/picture_mark', { mark: 'faint' })).status).toBe(403)
    expect((await bob.ask('GET', '/picture_mark')).status).toBe(403)
    for (const wrong of ['loud', '', null, 7])
      expect((await amy.ask('PUT', '/picture_mark', { mark: wrong })).status).toBe(422)
  })

  it('Nothing is marked until its creator says so: pictures come as they are stored, and posts say nothing', async () => {
    expect((await amy.ask('GET', '/picture_mark')).body).toEqual({ mark: 'off' })
    const { body } = await fan.ask('GET', `/posts/${locked.id}`)
    expect(body).not.toHaveProperty('marked')
    expect(await ctx.db`select from mark_servings`).toHaveLength(0)
  })
})

describe('A marked picture', () => {
  it('Each subscriber gets bytes of their own, the same ones again, and is told so', async () => {
    expect(await mark('unseen')).toBe(200)
    const [first, again, another] = [await fan.fetch(path), await fan.fetch(path), await other.fetch(path)]
    expect([first.status, first.headers['content-type'], first.headers['cache-control']]).toEqual([
      200,
      'image/webp',
      'private, no-store',
    ])
    expect(first.bytes.equals(plain)).toBe(false)
    expect(first.bytes.equals(again.bytes)).toBe(true)
    expect(first.bytes.equals(another.bytes)).toBe(false)
    expect(first.headers['content-length']).toBe(String(first.bytes.length))
    expect(await difference(first.bytes, plain)).toBeLessThan(3)
    expect((await fan.ask('GET', `/posts/${locked.id}`)).body.marked).toBe(true)
    const listed = (await fan.ask('GET', '/posts')).body as { id: string; marked?: true }[]
    expect(listed.filter(({ marked }) => marked).map(({ id }) => id)).toEqual([locked.id])
  })

  it('Who may not see the picture gets none, and nothing of its mark', async () => {
    for (const person of [visitor, bob]) {
      expect((await person.fetch(path)).status).toBe(404)
      expect((await person.ask('GET', '/posts')).text).not.toContain('"marked"')
    }
  })

  it('The creator sees the picture without a mark, and public pictures carry none', async () => {
    expect((await amy.fetch(path)).bytes.equals(plain)).toBe(true)
    expect((await amy.ask('GET', `/posts/${locked.id}`)).body).not.toHaveProperty('marked')
    const public_path = open.file ?? ''
    expect((await fan.fetch(public_path)).bytes.equals((await visitor.fetch(public_path)).bytes)).toBe(true)
  })

  it('Ranges, HEAD and conditions are answered for the bytes of this viewer', async () => {
    const whole = await fan.fetch(path)
    const tag = String(whole.headers.etag)
    expect((await other.fetch(path)).headers.etag).not.toBe(tag)
    expect((await fetchWith(fan, { 'if-none-match': tag })).status).toBe(304)
    expect((await fetchWith(other, { 'if-none-match': tag })).status).toBe(200)
    const part = await fetchWith(fan, { range: 'bytes=10-19' })
    expect([part.status, part.bytes]).toEqual([206, whole.bytes.subarray(10, 20)])
    expect(part.headers['content-range']).toBe(`bytes 10-19/${whole.bytes.length}`)
    expect((await fetchWith(fan, { range: 'bytes=99999999-' })).status).toBe(416)
    const head = await fan.fetch(path, { method: 'HEAD' })
    expect([head.headers['content-length'], head.bytes.length]).toEqual([String(whole.bytes.length), 0])
  })

  it('All widths carry the mark', async () => {
    for (const width of [480, 960, 1600]) {
      const [marked, stored] = [await fan.fetch(`${path}?w=${width}`), await amy.fetch(`${path}?w=${width}`)]
      expect((await sharp(marked.bytes).metadata()).width).toBe((await sharp(stored.bytes).metadata()).width)
      expect(marked.bytes.equals(stored.bytes), String(width)).toBe(false)
    }
  })

  it('A visible mark is drawn into the bytes, and a new name of the viewer is drawn from then on', async () => {
    const unseen = (await fan.fetch(path)).bytes
    for (const style of ['faint', 'corner']) {
      await mark(style)
      const drawn = (await fan.fetch(path)).bytes
      expect(await difference(drawn, unseen), style).toBeGreaterThan(0.1)
      expect(drawn.equals((await fan.fetch(path)).bytes), style).toBe(true)
    }
    const before = await fan.fetch(path)
    await ctx.db`update users set username = 'renamed' where id = ${fan.id}`
    expect((await fan.fetch(path)).bytes.equals(before.bytes)).toBe(false)
  })

  it('Every picture of an album and the picture of a protected story carry the mark', async () => {
    const small = (seed: number) => photo(seed, { width: 300, height: 200 })
    const { body } = await amy.send('POST', '/posts', {
      description: 'An album',
      protected: 'true',
      file: await Promise.all([11, 12].map(small)),
    })
    const album: Post = (await fan.ask('GET', `/posts/${body.id}`)).body
    const told = await amy.tells({ protected: true, media: await small(13) })
    const { stories } = (await fan.ask('GET', '/stories')).body as { stories: Story[] }
    const story = stories.find(({ id }) => id === told.id)
    expect(story?.marked).toBe(true)
    const paths = [...album.files.map(({ file }) => file), story?.media_path].map((one) => one ?? '')
    expect(paths).toHaveLength(3)
    for (const one of paths) expect((await fan.fetch(one)).bytes.equals((await amy.fetch(one)).bytes), one).toBe(false)
  })

  it('Staff who look at a reported picture get it with their own mark', async () => {
    const admin = await staff('admin', 'admin')
    await other.ask('POST', '/reports', { post_id: locked.id, reason: REPORT_REASONS[0] })
    const { status, bytes } = await admin.fetch(path)
    expect(status).toBe(200)
    for (const person of [fan, amy]) expect((await person.fetch(path)).bytes.equals(bytes)).toBe(false)
  })

  it('Animated pictures carry no mark, and nothing says that they do', async () => {
    const frames = await Promise.all(
      [3, 4].map(
        async (seed) =>
          await sharp(await photo(seed, { width: 80, height: 60 }))
            .png()
            .toBuffer(),
      ),
    )
    const file = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [50, 50] })
      .toBuffer()
    const post = await amy.posts({ protected: true, file })
    const moving = post.file ?? ''
    expect((await fan.fetch(moving)).bytes.equals((await amy.fetch(moving)).bytes)).toBe(true)
    const listed: Post[] = (await fan.ask('GET', '/posts')).body
    const ofPost = (id: string | undefined) => listed.find((shown) => shown.id === id) ?? {}
    expect(ofPost(locked.id)).toHaveProperty('marked', true)
    expect(ofPost(post.id)).not.toHaveProperty('marked')
    expect((await fan.ask('GET', `/posts/${post.id}`)).body).not.toHaveProperty('marked')
    // An album says so if one of its pictures does, wherever that stands.
    for (const [pictures, isMarked] of [
      [[file, file], false],
      [[file, await photo(5, { width: 300, height: 200 })], true],
    ] as const) {
      const sent = { description: 'An album', protected: 'true', file: [...pictures] }
      const { body: album } = await amy.send('POST', '/posts', sent)
      const shown: Post = (await fan.ask('GET', `/posts/${album.id}`)).body
      const listed: Post[] = (await fan.ask('GET', '/posts')).body
      expect([shown.marked, listed.find(({ id }) => id === album.id)?.marked]).toEqual(
        isMarked ? [true, true] : [undefined, undefined],
      )
    }
  })

  it('Many requests for one picture share one encoding, and write down one viewer once', async () => {
    const fresh = await amy.posts({ protected: true, file: await photo(6, { width: 480, height: 400 }) })
    const before = await ctx.db`select from mark_servings`
    const replies = await Promise.all(Array.from({ length: 40 }, () => fan.fetch(fresh.file ?? '')))
    expect(replies.map(({ status }) => status)).toEqual(Array(40).fill(200))
    expect((await ctx.db`select from mark_servings`).length).toBe(before.length + 1)
  })

  it('It is known to a day when somebody was shown a picture for the last time, also if it is still in the cache', async () => {
    const shown = async () => [
      ...(await ctx.db`
        select s.first_shown_at, s.last_shown_at from mark_servings s join viewer_marks v on v.id = s.mark_id
        where v.viewer_id = ${other.id} order by s.store_key limit 1`),
    ]
    await other.fetch(path)
    const [before] = await shown()
    const tag = (await other.fetch(path)).headers.etag
    passes(DAY_MS)
    expect((await other.fetch(path)).headers.etag).toBe(tag)
    expect(await shown()).toEqual([{ ...before, last_shown_at: ctx.now() }])
  })

  it('Whose access ends gets nothing more, also when the picture is in the cache', async () => {
    const gone = await member('gone')
    await subscribe(gone, amy)
    expect((await gone.fetch(path)).status).toBe(200)
    const { username } = (await gone.ask('GET', '/user')).body
    expect((await amy.ask('POST', '/blocks', { username })).status).toBe(201)
    expect((await gone.fetch(path)).status).toBe(404)
  })

  it('Whose access ends while the picture is being marked gets nothing, and nothing is kept of it', async () => {
    const late = await member('late')
    await subscribe(late, amy)
    const { username } = (await late.ask('GET', '/user')).body
    const { marked } = ctx.media
    ctx.media.marked = (file, shown, work) =>
      marked(file, shown, {
        ...work,
        record: async (thumbnail) => {
          expect((await amy.ask('POST', '/blocks', { username })).status).toBe(201)
          await work.record(thumbnail)
        },
      })
    expect((await late.fetch(path)).status).toBe(404)
    ctx.media.marked = marked
    expect(
      await ctx.db`
        select from mark_servings s join viewer_marks v on v.id = s.mark_id where v.viewer_id = ${late.id}`,
    ).toHaveLength(0)
  })
})

describe('A marked picture that nobody was shown yet', () => {
  const publish = async (): Promise<string> => {
    const post = await amy.posts({ protected: true, file: await photo(9, { width: 300, height: 200 }) })
    return post.file ?? ''
  }

  it('When too many pictures wait the viewer is told when to come back, and never gets one without a mark', async () => {
    const path = await publish()
    const [{ marked }, { bytes: plain }] = [ctx.media, await amy.fetch(path)]
    const waiting = new UploadQueue({ what: 'pictures', at_once: 1, waiting_max: 1 })
    const { promise: working, resolve: finish } = Promise.withResolvers<void>()
    const { promise: full, resolve: fill } = Promise.withResolvers<void>()
    const asked: string[] = []
    ctx.media.marked = (file, shown, work) => {
      if (asked.push(shown.viewer_id) === 2) queueMicrotask(fill)
      const sender = { user_id: shown.viewer_id, signal: new AbortController().signal }
      return waiting.run(sender, async () => {
        await working
        return await marked(file, shown, work)
      })
    }
    const third = await member('third')
    await subscribe(third, amy)
    const first = [fan, other].map((person) => person.fetch(path))
    await full
    const refused = await third.fetch(path)
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5'])
    expect(refused.bytes.toString()).toContain('"busy"')
    finish()
    for (const { status, bytes } of await Promise.all(first)) {
      expect(status).toBe(200)
      expect(bytes.equals(plain)).toBe(false)
    }
    ctx.media.marked = marked
  })

  it('A worker that was ended over a picture is not the fault of who asked for it', async () => {
    const [{ marked }, path] = [ctx.media, await publish()]
    ctx.media.marked = () => Promise.reject(new AppError('invalid', 'The picture takes too long to process'))
    expect((await fan.fetch(path)).status).toBe(503)
    ctx.media.marked = marked
  })

  it('While the marks cannot be made there is no picture, and never one without a mark', async () => {
    const [{ marked }, path] = [ctx.media, await publish()]
    ctx.media.marked = () => Promise.reject(new Error('the workers are gone'))
    const refused = await fan.fetch(path)
    expect(refused.status).toBe(503)
    expect(refused.headers['retry-after']).toBe('5')
    ctx.media.marked = marked
  })
})
