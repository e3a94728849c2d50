import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { DRAFTS_MAX, type Draft } from '#contract/drafts.ts'
import { PICTURES_MAX } from '#contract/posts.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'
import { countStoredPictures, mediaOf } from '#tests/support/files/stored-files.ts'
import { NOBODY, type Person, world } from '#tests/support/world.ts'

const { ctx, creator, member, staff, subscribe, visitor, passes, runJob } = await world()
const amy = await creator('amy')
const zoe = await creator('zoe')
const [bob, fan] = [await member('bob'), await member('fan')]
const admin = await staff('admin', 'admin')
await subscribe(fan, amy)
const file = await noisePicture({ width: 40, height: 50 })
const soon = () => new Date(ctx.now().getTime() + HOUR_MS).toISOString()

async function begin(input: object = {}, pictures = 0): Promise<Draft> {
  const { status, body } = await amy.ask('POST', '/posts/drafts', input)
  expect(status).toBe(201)
  for (let count = 0; count < pictures; count += 1) expect((await add(amy, body.id)).status).toBe(201)
  return await read(body.id)
}
const add = async (person: Person, id: string, parts: Record<string, string | Buffer> = {}) =>
  await person.send('POST', `/posts/drafts/${id}/pictures`, { client_id: randomUUID(), file, ...parts })
const list = async (): Promise<Draft[]> => (await amy.ask('GET', '/posts/drafts')).body
const read = async (id: string): Promise<Draft> => (await list()).find((draft) => draft.id === id) as Draft
const publish = (person: Person, id: string) => person.ask('POST', `/posts/drafts/${id}/publish`)
const change = (id: string, body: unknown) => amy.ask('PATCH', `/posts/drafts/${id}`, body)

describe('Refusals about drafts', () => {
  it('A draft is its owner’s alone: nobody else reads, changes, publishes or deletes it, or gets its pictures', async () => {
    const draft = await begin({ description: 'Not yet' }, 1)
    const [picture] = draft.pictures
    const calls: [string, string, unknown?][] = [
      ['PATCH', `/posts/drafts/${draft.id}`, { description: 'Mine' }],
      ['DELETE', `/posts/drafts/${draft.id}`],
      ['DELETE', `/posts/drafts/${draft.id}/pictures/${picture?.id}`],
      ['POST', `/posts/drafts/${draft.id}/publish`],
    ]
    for (const [method, path, body] of calls) {
      expect((await visitor.ask(method, path, body)).status).toBe(401)
      for (const person of [bob, fan, admin]) expect((await person.ask(method, path, body)).status).toBe(403)
      expect((await zoe.ask(method, path, body)).status).toBe(404)
      for (const absent of [NOBODY, 'x', '%00'])
        expect((await amy.ask(method, path.replace(draft.id, absent), body)).status, path).toBe(404)
    }
    expect((await add(visitor, draft.id)).status).toBe(401)
    expect((await add(bob, draft.id)).status).toBe(403)
    expect((await add(zoe, draft.id)).status).toBe(404)
    for (const person of [visitor, bob, fan, zoe, admin]) {
      expect((await person.fetch(picture?.file ?? '')).status).toBe(404)
      expect((await person.fetch(`${picture?.file}/preview`)).status).not.toBe(200)
    }
    const own = await amy.fetch(picture?.file ?? '')
    expect([own.status, own.headers['cache-control']]).toEqual([200, expect.stringContaining('private')])
    for (const person of [bob, fan, zoe, amy]) {
      for (const path of ['/posts', `/posts?username=${draft.id}`, '/posts/count'])
        expect((await person.ask('GET', path)).text).not.toContain(draft.id)
      expect((await person.ask('GET', `/posts/${draft.id}`)).status).toBe(404)
    }
    expect((await zoe.ask('GET', '/posts/drafts')).body).toEqual([])
    expect(await read(draft.id)).toEqual(draft)
  })

  it.each<[string, unknown]>([
    ['no body', undefined],
    ['a description that is too long', { description: 'x'.repeat(5001) }],
    ['a NUL', { description: 'a\0b' }],
    ['a time that is over', { description: 'x', publish_at: '2026-03-01T11:00:00.000Z' }],
    ['a time in two years', { description: 'x', publish_at: '2028-03-01T11:00:00.000Z' }],
    ['a time that is none', { publish_at: 'soon' }],
    ['a picture that is not in it', { pictures: [{ id: NOBODY }] }],
    ['eleven pictures', { pictures: Array(11).fill({ id: NOBODY }) }],
  ])('A draft is not changed by %s', async (_, body) => {
    const draft = await begin({ description: 'Words' }, 1)
    expect((await change(draft.id, body)).status).toBe(422)
    expect(await read(draft.id)).toEqual(draft)
  })

  it('What is incomplete is neither scheduled nor published, and what is scheduled stays complete', async () => {
    const [empty, words, picture] = [await begin(), await begin({ description: 'Words' }), await begin({}, 1)]
    for (const { id } of [empty, words, picture]) {
      expect((await change(id, { publish_at: soon() })).status).toBe(422)
      expect((await publish(amy, id)).status).toBe(422)
      expect((await read(id)).publish_at).toBeNull()
    }
    const { body } = await change(picture.id, { description: 'Words', publish_at: soon() })
    expect(body.publish_at).toBe(soon())
    expect((await change(picture.id, { description: ' ' })).status).toBe(422)
    const last = `/posts/drafts/${picture.id}/pictures/${picture.pictures[0]?.id}`
    expect((await amy.ask('DELETE', last)).status).toBe(422)
    expect((await change(picture.id, { publish_at: null, description: '' })).body).toMatchObject({ publish_at: null })
    expect((await amy.ask('DELETE', last)).body.pictures).toEqual([])
  })

  it('A draft takes ten pictures, and a creator has a hundred drafts', async () => {
    const full = await begin({}, PICTURES_MAX)
    const before = await countStoredPictures(ctx)
    expect((await add(amy, full.id)).status).toBe(422)
    expect((await add(amy, full.id, { file: 'no picture' })).status).toBe(422)
    expect((await add(amy, full.id, { client_id: 'x' })).status).toBe(422)
    const left = DRAFTS_MAX - (await list()).length
    const replies = await Promise.all(
      Array.from({ length: left + 5 }, () => amy.ask('POST', '/posts/drafts', { description: 'One more' })),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(left)
    expect((await amy.send('POST', '/posts', { description: 'x', draft: 'true', file })).status).toBe(422)
    expect(await countStoredPictures(ctx)).toBe(before)
    for (const { id } of await list()) expect((await amy.ask('DELETE', `/posts/drafts/${id}`)).status).toBe(200)
    expect(await countStoredPictures(ctx)).toBe(0)
    expect(await mediaOf(ctx.db)).toEqual([])
  })
})

describe('Writing drafts', () => {
  it('A draft is written in pieces: words, pictures, their order and texts, and published as it is', async () => {
    const draft = await begin({ protected: true })
    const pictures = []
    for (const width of [41, 42, 43]) {
      const parts = { file: await noisePicture({ width, height: 50 }), alt: `Number ${width}`, focus: '10,20' }
      const { body } = await add(amy, draft.id, parts)
      expect(body).toMatchObject({ width, alt: `Number ${width}`, focus: { x: 10, y: 20 } })
      pictures.push(body)
    }
    const [a, b, c] = pictures
    const wanted = [
      { id: c.id, alt: 'Cover' },
      { id: a.id, focus: { x: 1, y: 2 } },
    ]
    const { body } = await change(draft.id, { description: 'Ready', pictures: wanted })
    expect(body).toMatchObject({ description: 'Ready', protected: true, publish_at: null })
    expect(body.pictures).toEqual([{ ...c, alt: 'Cover' }, { ...a, focus: { x: 1, y: 2 } }, b])
    expect((await amy.ask('DELETE', `/posts/drafts/${draft.id}/pictures/${a.id}`)).body.pictures).toHaveLength(2)
    const { status, body: post } = await publish(amy, draft.id)
    expect(status).toBe(201)
    expect(post.files).toEqual([{ ...c, alt: 'Cover' }, b])
    expect((await fan.ask('GET', '/posts')).body[0]).toMatchObject({ id: post.id, files: post.files })
    expect((await bob.ask('GET', `/posts/${post.id}`)).body.files).toEqual([])
    expect(await list()).toEqual([])
  })

  it('A picture that is sent twice, one after the other or at once, is in the draft once', async () => {
    const { id } = await begin()
    const before = await countStoredPictures(ctx)
    const client_id = randomUUID()
    const first = await add(amy, id, { client_id })
    const again = await add(amy, id, { client_id: client_id.toUpperCase() })
    expect([first.status, again.status, again.body]).toEqual([201, 200, first.body])
    const twin = randomUUID()
    const replies = await Promise.all([add(amy, id, { client_id: twin }), add(amy, id, { client_id: twin })])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 201])
    expect(replies[0]?.body).toEqual(replies[1]?.body)
    expect((await read(id)).pictures).toHaveLength(2)
    expect(await countStoredPictures(ctx)).toBe(before + 2)
    await amy.ask('DELETE', `/posts/drafts/${id}`)
  })

  it('A post that is sent whole as a draft, or with a time, is answered in the shape of a post and is not out', async () => {
    const sent = { description: 'Whole', file: [file, file], alt: ['One', 'Two'] }
    const draft = await amy.send('POST', '/posts', { ...sent, draft: 'true' })
    const scheduled = await amy.send('POST', '/posts', { ...sent, publish_at: soon(), protected: 'true' })
    expect([draft.status, scheduled.status]).toEqual([201, 201])
    expect(draft.body).toMatchObject({ publish_at: null, files: [{ alt: 'One' }, { alt: 'Two' }], likes_count: 0 })
    expect(scheduled.body).toMatchObject({ publish_at: soon(), protected: true, file: scheduled.body.files[0].file })
    // Scheduled ones come first.
    expect((await list()).map(({ id, publish_at, pictures }) => [id, publish_at, pictures.length])).toEqual([
      [scheduled.body.id, soon(), 2],
      [draft.body.id, null, 2],
    ])
    for (const { body } of [draft, scheduled]) {
      expect((await fan.ask('GET', '/posts')).text).not.toContain(body.id)
      expect((await fan.fetch(body.file)).status).toBe(404)
      await amy.ask('DELETE', `/posts/drafts/${body.id}`)
    }
  })
})

describe('Publishing drafts', () => {
  it('The same request, twice or at once, publishes one post, and tells its audience once', async () => {
    const { id } = await begin({ description: 'Once' }, 2)
    const replies = await Promise.all([publish(amy, id), publish(amy, id), publish(amy, id)])
    replies.push(await publish(amy, id))
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
    const [post] = replies.map(({ body }) => body)
    expect(await ctx.db`select from posts where draft_id = ${id}`).toHaveLength(1)
    expect(await ctx.db`select from tellings where thing_id = ${post.id}`).toHaveLength(1)
    expect((await publish(zoe, id)).status).toBe(404)
    expect((await change(id, { description: 'Late' })).status).toBe(404)
    expect((await add(amy, id)).status).toBe(404)
  })

  it('A draft that is published and thrown away at once is one of the two', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { id } = await begin({ description: 'Both' }, 1)
      const [published, deleted] = await Promise.all([publish(amy, id), amy.ask('DELETE', `/posts/drafts/${id}`)])
      expect([published.status, deleted.status].toSorted()).toEqual(published.status === 201 ? [201, 404] : [200, 404])
      const posts = await ctx.db`select from posts where draft_id = ${id}`
      expect(posts).toHaveLength(published.status === 201 ? 1 : 0)
      if (published.status === 201) expect((await bob.fetch(published.body.file)).status).toBe(200)
    }
  })
})

describe('What stays of drafts', () => {
  it('The sweeps keep the pictures of drafts and albums, and delete drafts that were left empty', async () => {
    const [kept, empty] = [await begin({}, 3), await begin()]
    const album = await amy.send('POST', '/posts', { description: 'Album', file: [file, file, file] })
    const before = await countStoredPictures(ctx)
    passes(23 * HOUR_MS)
    await runJob('sweep_drafts')
    expect((await list()).map(({ id }) => id).toSorted()).toEqual([kept.id, empty.id].toSorted())
    passes(HOUR_MS + 1)
    await runJob('sweep_drafts')
    expect((await list()).map(({ id }) => id)).toEqual([kept.id])
    for (let day = 0; day < 3; day += 1) {
      await runJob('sweep_media')
      passes(DAY_MS)
    }
    expect(await countStoredPictures(ctx)).toBe(before)
    for (const { file } of album.body.files) expect((await visitor.fetch(file)).status).toBe(200)
    for (const { file } of kept.pictures)
      expect((await ctx.db`select from media where id = ${file.slice(7)}`).length).toBe(1)
  })
})
