import { describe, expect, it } from 'vitest'
import { PICTURES_MAX, type Post } from '#contract/posts.ts'
import { DAY_MS } from '#contract/time.ts'
import { newId } from '#server/store/ids.ts'
import { killedBeforeCommit } from '#tests/support/database/dying-process.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'
import { countStoredPictures, mediaOf } from '#tests/support/files/stored-files.ts'
import { world } from '#tests/support/world.ts'

const { ctx, creator, member, staff, subscribe, visitor, passes, runJob } = await world()
const [amy, zoe] = [await creator('amy'), await creator('zoe')]
const [bob, fan] = [await member('bob'), await member('fan')]
const admin = await staff('admin', 'admin')
await subscribe(fan, amy)

/** Pictures that are told apart by their widths: 40, 41 … */
const pictures = (count: number, from = 40) =>
  Promise.all(
    Array.from({ length: count }, (_, index) => noisePicture({ width: from + index, height: 50, seed: from + index })),
  )
const shown = ({ files }: Post) => files.map(({ width, alt, focus }) => [width, alt, focus.x, focus.y])
const ids = ({ files }: Post) => files.map(({ id }) => id)

async function album(count: number, parts: Record<string, string | string[]> = {}): Promise<Post> {
  passes(1)
  return (await amy.send('POST', '/posts', { description: 'An album', file: await pictures(count), ...parts })).body
}

describe('Refused changes of a whole post', () => {
  it('Nobody changes a post of somebody else or one that is not there, and nothing is stored', async () => {
    const post = await album(2)
    const stored = await countStoredPictures(ctx)
    const form = { picture: [...ids(post), 'new'], file: await pictures(1, 90) }
    expect((await visitor.send('PUT', `/posts/${post.id}`, form)).status).toBe(401)
    for (const person of [bob, fan, zoe])
      for (const id of [post.id, newId(ctx.now())])
        expect((await person.send('PUT', `/posts/${id}`, form)).status).toBe(404)
    expect(await countStoredPictures(ctx)).toBe(stored)
  })

  it('Pictures of others, one named twice, a file too many or too few, and wrong words are refused, and nothing changes', async () => {
    const post = await album(2)
    const foreign = await album(1)
    const [first = '', second = ''] = ids(post)
    const [file] = await pictures(1, 90)
    const stored = await countStoredPictures(ctx)
    const before = (await amy.ask('GET', `/posts/${post.id}`)).body
    for (const form of [
      {},
      { picture: [] },
      { picture: [ids(foreign)[0] ?? ''] },
      { picture: [first, first] },
      { picture: ['new'] },
      { picture: [first, 'other'] },
      { picture: [first], file: [file as Buffer] },
      { picture: [first, 'new', 'new'], file: [file as Buffer] },
      { picture: [first, ids(foreign)[0] ?? '', 'new'], file: [file as Buffer] },
      { picture: Array.from({ length: PICTURES_MAX + 1 }, () => first) },
      { picture: [first], alt: ['One', 'Two'] },
      { picture: [first], alt: ['x'.repeat(501)] },
      { picture: [first], focus: ['101,0'] },
      { picture: [first, second], description: ' ' },
    ]) {
      const reply = await amy.send('PUT', `/posts/${post.id}`, form)
      expect(reply.status, JSON.stringify(form).slice(0, 80)).toBe(422)
    }
    // Eleven pictures: ten that are there and a further one, and eleven files.
    const ten = await album(PICTURES_MAX)
    const eleven = Array.from({ length: PICTURES_MAX + 1 }, () => 'new')
    for (const form of [
      { picture: [...ids(ten), 'new'], file: [file as Buffer] },
      { picture: eleven, file: await pictures(PICTURES_MAX + 1, 60) },
      { picture: eleven.slice(1), file: await pictures(PICTURES_MAX + 1, 60) },
    ])
      expect((await amy.send('PUT', `/posts/${ten.id}`, form)).status).toBe(422)
    expect((await amy.ask('GET', `/posts/${ten.id}`)).body.files).toEqual(ten.files)
    expect((await amy.ask('DELETE', `/posts/${ten.id}`)).status).toBe(200)
    // The same picture, once in capital letters.
    const twice = { picture: [first, first.toUpperCase()] }
    expect((await amy.send('PUT', `/posts/${post.id}`, twice)).status).toBe(422)
    const broken = { picture: [first, 'new'], file: [Buffer.from('no picture')] }
    expect((await amy.send('PUT', `/posts/${post.id}`, broken)).status).toBe(415)
    expect((await amy.ask('GET', `/posts/${post.id}`)).body).toEqual(before)
    expect(await countStoredPictures(ctx)).toBe(stored)
  })

  it('Drafts, scheduled posts, what staff have taken down and posts of frozen creators are not there to be changed', async () => {
    const parts = { description: 'Not out', file: await pictures(1, 90) }
    const tomorrow = new Date(ctx.now().getTime() + DAY_MS).toISOString()
    const [draft, scheduled] = [
      (await amy.send('POST', '/posts', { ...parts, draft: 'true' })).body,
      (await amy.send('POST', '/posts', { ...parts, publish_at: tomorrow })).body,
    ]
    const removed = await album(1)
    expect((await admin.ask('DELETE', `/admin/posts/${removed.id}`)).status).toBe(200)
    const others = (await zoe.send('POST', '/posts', parts)).body
    const freeze = { until: null, ground: 'terms_threat', facts: 'Threats' }
    expect((await admin.ask('POST', `/admin/users/${zoe.id}/freeze`, freeze)).status).toBe(200)
    const stored = await countStoredPictures(ctx)
    for (const post of [draft, scheduled, removed])
      expect((await amy.send('PUT', `/posts/${post.id}`, { picture: [...ids(post), 'new'], ...parts })).status).toBe(
        404,
      )
    expect((await zoe.send('PUT', `/posts/${others.id}`, { picture: ids(others) })).status).toBe(401)
    expect(await countStoredPictures(ctx)).toBe(stored)
    await admin.ask('POST', `/admin/users/${zoe.id}/unfreeze`)
  })
})

describe('A post that is changed whole', () => {
  it('Pictures are added, taken out and put in order at once, with their texts; what is out is erased and served to nobody', async () => {
    const post = await album(3, { alt: ['A', 'B', 'C'], focus: ['10,20', '', ''] })
    const [a = '', b = '', c = ''] = ids(post)
    const stored = await countStoredPictures(ctx)
    const form = {
      picture: ['new', c, a],
      alt: ['New', 'C, again'],
      focus: ['1,2', '3,4'],
      file: await pictures(1, 90),
      description: 'Other words',
    }
    const { status, body } = await amy.send('PUT', `/posts/${post.id}`, form)
    expect(status).toBe(200)
    expect(shown(body)).toEqual([
      [90, 'New', 1, 2],
      [42, 'C, again', 3, 4],
      [40, 'A', 10, 20],
    ])
    expect(body).toMatchObject({ id: post.id, description: 'Other words', file: body.files[0].file, likes_count: 0 })
    expect((await bob.ask('GET', `/posts/${post.id}`)).body.files).toEqual(body.files)
    expect(await countStoredPictures(ctx)).toBe(stored)
    expect(await mediaOf(ctx.db)).not.toContain(b)
    expect((await amy.fetch(post.files[1]?.file ?? '')).status).toBe(404)
    // Its new picture takes the place of the first one: the same request again ends in the same post.
    const again = (await amy.send('PUT', `/posts/${post.id}`, { ...form, picture: ['new', c, a] })).body
    expect(shown(again)).toEqual(shown(body))
    expect(await countStoredPictures(ctx)).toBe(stored)
    // Everything else stays as it was when only the order is named.
    const reordered = (await amy.send('PUT', `/posts/${post.id}`, { picture: ids(again).toReversed() })).body
    expect(shown(reordered)).toEqual(shown(again).toReversed())
    expect(reordered).toMatchObject({ description: 'Other words', protected: false })
  })

  it('A post that becomes protected in the same change gives every picture a new address, and shows it to subscribers only', async () => {
    const post = await album(2)
    const form = { picture: [ids(post)[1] ?? '', 'new'], file: await pictures(1, 90), protected: 'true' }
    const { body } = await amy.send('PUT', `/posts/${post.id}`, form)
    expect(body.protected).toBe(true)
    expect(body.files).toHaveLength(2)
    for (const id of ids(post)) expect(ids(body)).not.toContain(id)
    for (const { file } of post.files) expect((await amy.fetch(file)).status).toBe(404)
    for (const { file } of body.files) {
      expect((await fan.fetch(file)).status).toBe(200)
      for (const person of [bob, visitor]) expect((await person.fetch(file)).status).toBe(404)
    }
    expect((await bob.ask('GET', `/posts/${post.id}`)).body).toMatchObject({ file: null, files: [] })
  })

  it('Likes, the pin and those who saw it stay with a post; lists, previews and its first picture are those of the new one', async () => {
    const post = await album(2)
    await fan.ask('POST', '/like', { post_id: post.id })
    await fan.ask('POST', '/views', { post_ids: [post.id] })
    await amy.ask('POST', `/posts/${post.id}/pin`)
    const listed = async () => (await fan.ask('GET', '/posts')).body.find(({ id }: Post) => id === post.id)
    expect((await listed()).files).toEqual(post.files)
    expect((await visitor.fetch(`${post.file}/preview.jpg`)).status).toBe(200)
    const form = { picture: ['new'], file: await pictures(1, 90) }
    const { body } = await amy.send('PUT', `/posts/${post.id}`, form)
    expect(body).toMatchObject({ id: post.id, likes_count: 1 })
    expect((await fan.ask('GET', `/profiles/${post.username}`)).body.pinned_post_id).toBe(post.id)
    expect(await listed()).toMatchObject({ liked: true, likes_count: 1, file: body.file, files: body.files })
    const [row] = (await amy.ask('GET', '/insights/posts')).body
    expect(row).toMatchObject({ id: post.id, seen_by: 1, likes_count: 1, file: body.file })
    expect((await visitor.fetch(`${body.file}/preview.jpg`)).status).toBe(200)
    for (const { file } of post.files) {
      expect((await visitor.fetch(file)).status).toBe(404)
      expect((await visitor.fetch(`${file}/preview.jpg`)).status).toBe(404)
    }
  })

  it('A change that hides a post cannot be repeated by the addresses that it took away, and says which part is refused', async () => {
    const post = await album(2)
    const form = { picture: ids(post), protected: 'true' }
    const { body } = await amy.send('PUT', `/posts/${post.id}`, form)
    expect(await amy.send('PUT', `/posts/${post.id}`, form)).toMatchObject({
      status: 422,
      body: { code: 'invalid', fields: { picture: expect.any(String) } },
    })
    expect((await amy.ask('GET', `/posts/${post.id}`)).body).toEqual(body)
  })

  it('A process that is killed before the commit changes nothing, and the sweep deletes the files that it left', async () => {
    const post = await album(2)
    const [first = '', second = ''] = ids(post)
    // What staff have taken down is sealed first.
    await runJob('sweep_media')
    const stored = await countStoredPictures(ctx)
    const { begin } = ctx.db
    ctx.db.begin = killedBeforeCommit(ctx.db, 1).begin
    const form = { picture: [second, 'new', first], file: await pictures(1, 90), description: 'Killed' }
    expect((await amy.send('PUT', `/posts/${post.id}`, form)).status).toBe(500)
    ctx.db.begin = begin
    expect((await amy.ask('GET', `/posts/${post.id}`)).body).toMatchObject({
      description: 'An album',
      files: post.files,
    })
    expect(await countStoredPictures(ctx)).toBeGreaterThan(stored)
    for (let day = 0; day < 2; day += 1) {
      await runJob('sweep_media')
      passes(2 * DAY_MS)
    }
    await runJob('sweep_media')
    expect(await countStoredPictures(ctx)).toBe(stored)
    for (const { file } of post.files) expect((await visitor.fetch(file)).status).toBe(200)
  })

  it('Two devices that change it at the same time leave one whole result', async () => {
    const post = await album(2)
    const [a = '', b = ''] = ids(post)
    const stored = await countStoredPictures(ctx)
    const replies = await Promise.all(
      [90, 95].map(async (width) =>
        amy.send('PUT', `/posts/${post.id}`, { picture: [b, 'new', a], file: await pictures(1, width) }),
      ),
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    const { body } = await amy.ask('GET', `/posts/${post.id}`)
    expect(ids(body)).toHaveLength(3)
    expect(replies.map((reply) => reply.body.files[1].width)).toContain(body.files[1].width)
    // The picture of the first change was taken out by the second one.
    expect(await countStoredPictures(ctx)).toBe(stored + 1)
    const lost = replies.map((reply) => reply.body.files[1]).filter(({ id }) => id !== body.files[1].id)
    expect(lost).toHaveLength(1)
    for (const { file } of lost) expect((await amy.fetch(file)).status).toBe(404)
  })

  it('Of a change and a deletion at the same time nothing is left, whichever comes first', async () => {
    const post = await album(1)
    const stored = await countStoredPictures(ctx)
    const [file] = await pictures(1, 90)
    const [change, deletion] = await Promise.all([
      amy.send('PUT', `/posts/${post.id}`, { picture: ['new'], file: [file as Buffer] }),
      amy.ask('DELETE', `/posts/${post.id}`),
    ])
    expect([200, 404]).toContain(change.status)
    expect(deletion.status).toBe(200)
    expect((await amy.ask('GET', `/posts/${post.id}`)).status).toBe(404)
    expect(await countStoredPictures(ctx)).toBe(stored - 1)
  })
})
