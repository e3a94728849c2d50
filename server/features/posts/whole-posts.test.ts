import { describe, expect, it } from 'vitest'
import { PICTURES_MAX, type Post } from '#contract/posts.ts'
import { newId } from '#server/store/ids.ts'
import { killedBeforeCommit } from '#tests/support/database/dying-process.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'
import { countStoredPictures, mediaOf } from '#tests/support/files/stored-files.ts'
import { world } from '#tests/support/world.ts'
import { replacePost } from './actions.ts'

const { ctx, creator, member, subscribe, visitor, passes } = await world()
const [amy, zoe] = [await creator('amy'), await creator('zoe')]
const [bob, fan] = [await member('bob'), await member('fan')]
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
    const broken = { picture: [first, 'new'], file: [Buffer.from('no picture')] }
    expect((await amy.send('PUT', `/posts/${post.id}`, broken)).status).toBe(415)
    expect((await amy.ask('GET', `/posts/${post.id}`)).body).toEqual(before)
    expect(await countStoredPictures(ctx)).toBe(stored)
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

  it('A process that is killed before the commit changes nothing', async () => {
    const post = await album(2)
    const wanted = { files: [], description: 'Killed', protected: undefined }
    const change = replacePost(
      { ...ctx, db: killedBeforeCommit(ctx.db) },
      { id: amy.id, role: 'user', profile_id: amy.id, is_approved: true } as never,
      post.id,
      {
        ...wanted,
        pictures: [{ id: ids(post)[1] ?? '', words: {} }],
      },
    )
    await expect(change).rejects.toThrow('killed')
    expect((await amy.ask('GET', `/posts/${post.id}`)).body).toMatchObject({
      description: 'An album',
      files: post.files,
    })
  })

  it('Two devices that change it at the same time leave one whole result', async () => {
    const post = await album(2)
    const [a = '', b = ''] = ids(post)
    const replies = await Promise.all(
      [90, 95].map(async (width) =>
        amy.send('PUT', `/posts/${post.id}`, { picture: [b, 'new', a], file: await pictures(1, width) }),
      ),
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    const { body } = await amy.ask('GET', `/posts/${post.id}`)
    expect(ids(body)).toHaveLength(3)
    expect(replies.map((reply) => reply.body.files[1].width)).toContain(body.files[1].width)
  })
})
