import { describe, expect, it } from 'vitest'
import { PICTURES_MAX, type Post, REPORT_REASONS } from '#contract/posts.ts'
import type { Tx } from '#server/db/connect.ts'
import { newId } from '#server/store/ids.ts'
import { listPosts } from '#server/store/posts.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'
import { countStoredPictures, mediaOf } from '#tests/support/files/stored-files.ts'
import { NOBODY, world } from '#tests/support/world.ts'

const { ctx, creator, creatorNamed, member, staff, subscribe, visitor, passes } = await world()
const amy = await creatorNamed('amy')
const zoe = await creator('zoe')
const [bob, fan] = [await member('bob'), await member('fan')]
const [moderator, admin] = [await staff('moderator', 'moderator'), await staff('admin', 'admin')]
await subscribe(fan, amy)

/** Pictures that are told apart by their sizes. */
const pictures = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => noisePicture({ width: 40 + index, height: 50, seed: index })))
const widths = ({ files }: Pick<Post, 'files'>) => files.map(({ width }) => width)
const status = async (person: typeof amy, file: string) => (await person.fetch(file)).status
const pinned = async () => (await bob.ask('GET', '/profiles/amy')).body.pinned_post_id

async function album(count: number, parts: Record<string, string | string[]> = {}): Promise<Post> {
  passes(1)
  const reply = await amy.send('POST', '/posts', { description: 'An album', file: await pictures(count), ...parts })
  expect(reply.status).toBe(201)
  return reply.body
}

describe('Refused albums', () => {
  it.each([
    ['no picture', 0, {}],
    ['more than ten pictures', PICTURES_MAX + 1, {}],
    ['more alternative texts than pictures', 1, { alt: ['One', 'Two'] }],
    ['an alternative text that is too long', 1, { alt: ['x'.repeat(501)] }],
    ['more points of focus than pictures', 1, { focus: ['1,1', '2,2'] }],
    ['a focus outside of the picture', 1, { focus: ['101,0'] }],
    ['a focus that is no point', 1, { focus: ['left'] }],
    ['a second description', 2, { description: ['One', 'Two'] }],
    ['a time that is over', 1, { publish_at: '2026-03-01T11:59:59.000Z' }],
    ['a time in two years', 1, { publish_at: '2028-03-01T12:00:00.000Z' }],
    ['a time that is none', 1, { publish_at: 'soon' }],
  ])('A post with %s is refused, and nothing is stored', async (_, count, parts) => {
    const before = await countStoredPictures(ctx)
    const reply = await amy.send('POST', '/posts', { description: 'An album', file: await pictures(count), ...parts })
    expect(reply).toMatchObject({ status: 422, body: { code: 'invalid' } })
    expect(await countStoredPictures(ctx)).toBe(before)
    expect((await bob.ask('GET', '/posts')).body).toEqual([])
  })

  it('An album with a file among it that is no picture is refused whole', async () => {
    const [first] = await pictures(1)
    const file = [first as Buffer, Buffer.from('no picture')]
    const reply = await amy.send('POST', '/posts', { description: 'An album', file })
    expect(reply.status).toBe(415)
    expect(await countStoredPictures(ctx)).toBe(0)
    expect(await mediaOf(ctx.db)).toEqual([])
  })
})

describe('Albums', () => {
  it('A post has up to ten pictures in the order in which they were sent, each with its text and its focus', async () => {
    const alt = ['The stage', '', 'Backstage ']
    const post = await album(PICTURES_MAX, { alt, focus: ['0,100', '', '20,30'] })
    expect(widths(post)).toEqual(Array.from({ length: PICTURES_MAX }, (_, index) => 40 + index))
    expect(post.files.slice(0, 4).map((file) => [file.alt, file.focus.x, file.focus.y])).toEqual([
      ['The stage', 0, 100],
      ['', 50, 50],
      ['Backstage', 20, 30],
      ['', 50, 50],
    ])
    expect(post.file).toBe(post.files[0]?.file)
    for (const { file } of post.files) expect(await status(visitor, file)).toBe(200)
    for (const path of ['/posts', '/posts?username=amy'])
      expect((await bob.ask('GET', path)).body[0]).toMatchObject({ id: post.id, files: post.files })
  })

  it('A list of posts with one picture reads nothing of the pictures of albums', async () => {
    const countScans = async (tx: Tx) => {
      const [row] = await tx<{ scans: number }[]>`
        select coalesce(sum(seq_scan + coalesce(idx_scan, 0)), 0)::int as scans from pg_stat_xact_user_tables
        where relname in ('post_pictures', 'media')`
      return row?.scans ?? 0
    }
    // The counters of a connection go on until they are flushed, so the difference is what counts.
    const scansOfFeed = () =>
      ctx.db.begin(async (tx) => {
        const before = await countScans(tx)
        await listPosts(tx, bob.id, ctx.now(), {})
        return (await countScans(tx)) - before
      })
    const { id } = await album(1)
    await ctx.db`update posts set hidden_at = ${ctx.now()} where pictures_count > 1`
    expect((await bob.ask('GET', '/posts')).body).toMatchObject([{ id }])
    expect(await scansOfFeed()).toBe(0)
    await ctx.db`update posts set hidden_at = null`
    expect(await scansOfFeed()).toBeGreaterThan(0)
  })

  it('A post of before, which does not know its size, has one picture with it', async () => {
    const { id } = await album(1)
    await ctx.db`update posts set width = null, height = null where id = ${id}`
    const { body } = await bob.ask('GET', `/posts/${id}`)
    expect(body.files).toMatchObject([{ alt: '', width: 40, height: 50, focus: { x: 50, y: 50 }, file: body.file }])
  })

  it('A locked album shows neither a picture nor how many there are, until somebody subscribes', async () => {
    const post = await album(3, { protected: 'true' })
    for (const person of [bob, zoe, moderator]) {
      const { body, text } = await person.ask('GET', `/posts/${post.id}`)
      expect(body).toMatchObject({ file: null, files: [] })
      for (const { id, file } of post.files) {
        expect(text).not.toContain(id)
        expect(await status(person, file)).toBe(404)
      }
    }
    for (const person of [amy, fan]) {
      expect((await person.ask('GET', `/posts/${post.id}`)).body.files).toEqual(post.files)
      for (const { file } of post.files) expect(await status(person, file)).toBe(200)
    }
  })

  it('Staff see all pictures of a protected album that somebody reported, and the audit log has each look', async () => {
    const post = await album(2, { protected: 'true' })
    await fan.ask('POST', '/reports', { post_id: post.id, reason: REPORT_REASONS[0] })
    const listed = (await moderator.ask('GET', '/admin/reports')).body.find(({ id }: Post) => id === post.id)
    expect(listed.files.map(({ id }: { id: string }) => id)).toEqual(post.files.map(({ id }) => id))
    for (const { file } of post.files) expect(await status(moderator, file)).toBe(200)
    const looks = await ctx.db`select from audit_log where action = 'media_viewed' and post_id = ${post.id}`
    expect(looks).toHaveLength(2)
    await ctx.db`update posts set hidden_at = ${ctx.now()} where id = ${post.id}`
    for (const person of [amy, fan, moderator, admin])
      for (const { file } of post.files) expect(await status(person, file)).toBe(404)
  })
})

describe('Changing albums', () => {
  it('Only its owner arranges an album, and only with its own pictures', async () => {
    const post = await album(2)
    const [first, second] = post.files
    const other = await album(1)
    for (const person of [bob, zoe, admin])
      expect((await person.ask('PATCH', `/posts/${post.id}`, { pictures: [] })).status).toBe(404)
    for (const pictures of [
      [{ id: NOBODY }],
      [{ id: other.files[0]?.id }],
      [{ id: first?.id }, { id: first?.id }],
      [{ id: first?.id, alt: 'x'.repeat(501) }],
      [{ id: first?.id, focus: { x: 101, y: 0 } }],
      [{ alt: 'No id' }],
      'all',
      null,
    ])
      expect((await amy.ask('PATCH', `/posts/${post.id}`, { pictures })).status, JSON.stringify(pictures)).toBe(422)
    expect((await bob.ask('GET', `/posts/${post.id}`)).body.files).toEqual([first, second])
  })

  it('Another order makes another cover; what is not named follows, with its words', async () => {
    const post = await album(3, { alt: ['A', 'B', 'C'] })
    const [a, b, c] = post.files
    const wanted = [{ id: c?.id, alt: ' Sea ', focus: { x: 1, y: 2 } }]
    const { status: done, body } = await amy.ask('PATCH', `/posts/${post.id}`, { pictures: wanted })
    expect(done).toBe(200)
    expect(body.files).toEqual([{ ...c, alt: 'Sea', focus: { x: 1, y: 2 } }, a, b])
    expect(body.file).toBe(c?.file)
    expect((await bob.ask('GET', `/posts/${post.id}`)).body.files).toEqual(body.files)
    expect((await amy.ask('PATCH', `/posts/${post.id}`, { description: 'Other words' })).body.files).toEqual(body.files)
  })

  it('When an album becomes protected, no address of before leads to any of its pictures', async () => {
    const post = await album(3, { alt: ['A', 'B', 'C'] })
    const pictures = [{ id: post.files[2]?.id }]
    const { body } = await amy.ask('PATCH', `/posts/${post.id}`, { protected: true, pictures })
    expect(widths(body)).toEqual([42, 40, 41])
    expect(body.files.map(({ alt }: { alt: string }) => alt)).toEqual(['C', 'A', 'B'])
    for (const { file } of post.files)
      for (const person of [amy, fan, bob]) expect(await status(person, file)).toBe(404)
    for (const { file } of body.files) expect([await status(fan, file), await status(bob, file)]).toEqual([200, 404])
    const again = await amy.ask('PATCH', `/posts/${post.id}`, { protected: true })
    expect(again.body.files).toEqual(body.files)
  })

  it('Changes of one album at the same moment leave each picture in it once', async () => {
    const post = await album(4)
    const replies = await Promise.all(
      post.files.map(({ id }, index) =>
        amy.ask('PATCH', `/posts/${post.id}`, index === 2 ? { protected: true } : { pictures: [{ id }] }),
      ),
    )
    // Whoever names an id that the protection has replaced is refused.
    for (const reply of replies) expect([200, 422]).toContain(reply.status)
    const { files } = (await amy.ask('GET', `/posts/${post.id}`)).body
    expect(widths({ files }).toSorted()).toEqual([40, 41, 42, 43])
  })

  it('A deleted album leaves neither a row nor a file of its pictures', async () => {
    const before = [await countStoredPictures(ctx), (await mediaOf(ctx.db)).length]
    const post = await album(3)
    expect((await amy.ask('DELETE', `/posts/${post.id}`)).status).toBe(200)
    expect([await countStoredPictures(ctx), (await mediaOf(ctx.db)).length]).toEqual(before)
    for (const { file } of post.files) expect(await status(amy, file)).toBe(404)
  })
})

describe('The pinned post', () => {
  it('Only its owner pins a post', async () => {
    const { id } = await album(1)
    for (const method of ['POST', 'DELETE']) {
      for (const person of [bob, zoe, admin]) expect((await person.ask(method, `/posts/${id}/pin`)).status).toBe(404)
      expect((await visitor.ask(method, `/posts/${id}/pin`)).status).toBe(401)
      for (const absent of [NOBODY, 'x']) expect((await amy.ask(method, `/posts/${absent}/pin`)).status).toBe(404)
    }
    expect(await pinned()).toBeNull()
  })

  it('A creator pins one post; the list stays newest first, and a hidden or deleted pin is told to nobody', async () => {
    const [first, second] = [await album(1), await album(1)]
    expect((await amy.ask('POST', `/posts/${first.id}/pin`)).body).toMatchObject({ id: first.id, pinned: true })
    expect((await amy.ask('POST', `/posts/${first.id}/pin`)).status).toBe(200)
    expect(await pinned()).toBe(first.id)
    const pins = await Promise.all([first, second].map(({ id }) => amy.ask('POST', `/posts/${id}/pin`)))
    expect(pins.map((reply) => reply.status)).toEqual([200, 200])
    await amy.ask('POST', `/posts/${second.id}/pin`)
    const listed = (await bob.ask('GET', '/posts?username=amy')).body.slice(0, 2)
    expect(listed.map(({ id, pinned: is }: Post) => [id, is])).toEqual([
      [second.id, true],
      [first.id, false],
    ])
    await ctx.db`update posts set hidden_at = ${ctx.now()} where id = ${second.id}`
    expect(await pinned()).toBeNull()
    expect((await amy.ask('POST', `/posts/${first.id}/pin`)).status).toBe(200)
    // What comes back does not come back pinned beside the other.
    await ctx.db`update posts set hidden_at = null where id = ${second.id}`
    expect(await pinned()).toBe(first.id)
    expect((await amy.ask('DELETE', `/posts/${first.id}/pin`)).body).toMatchObject({ pinned: false })
    expect(await pinned()).toBeNull()
    await amy.ask('POST', `/posts/${second.id}/pin`)
    await amy.ask('DELETE', `/posts/${second.id}`)
    expect(await pinned()).toBeNull()
  })

  it('The version before can still write posts, which are shown, and cannot delete the pictures of albums', async () => {
    const now = ctx.now()
    const media_id = newId(now)
    await ctx.db`
      insert into media select ${media_id}, owner_id, 'aa/before', content_type, files, ${now} from media limit 1`
    const post = { id: newId(now), profile_id: zoe.id, media_id, description: 'x', protected: false, created_at: now }
    await ctx.db`insert into posts ${ctx.db(post)}`
    const { body } = await bob.ask('GET', `/posts/${post.id}`)
    expect(body).toMatchObject({ file: `/media/${media_id}`, pinned: false, files: [{ id: media_id, alt: '' }] })
    // Its sweep does not know the further pictures of an album, and cannot delete them.
    const { files } = await album(2)
    await expect(ctx.db`delete from media where id = ${files[1]?.id ?? ''}`).rejects.toThrow('post_pictures')
  })
})
