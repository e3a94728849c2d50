import { describe, expect, it } from 'vitest'
import type { Post } from '#contract/posts.ts'
import { insertPosts } from '#tests/support/database/post-rows.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'
import { countStoredPictures } from '#tests/support/files/stored-files.ts'
import { world } from '#tests/support/world.ts'

const { ctx, creator, member, staff, subscribe, visitor, passes } = await world()
const amy = await creator('amy')
const zoe = await creator('zoe')
const bob = await member('bob')
const admin = await staff('admin', 'admin')
const file = await noisePicture({ width: 40, height: 50 })
const ABSENT = { error: 'Not found', code: 'not_found' }

describe('Refused posts', () => {
  it.each([
    ['without a picture', { description: 'Hello' }],
    ['without a description', { file }],
    ['with an empty description', { description: '', file }],
    ['with an invisible description', { description: ' \n\t\u200b', file }],
    ['with a description that is too long', { description: 'x'.repeat(5001), file }],
    ['with a NUL in its description', { description: 'a\0b', file }],
    ['with a protection that is neither yes nor no', { description: 'Hello', protected: 'maybe', file }],
  ])('A post %s is not published', async (_, parts) => {
    const before = await countStoredPictures(ctx)
    const { status, body } = await amy.send('POST', '/posts', parts)
    expect(status).toBe(422)
    expect(body.code).toBe('invalid')
    expect(await countStoredPictures(ctx)).toBe(before)
    expect((await bob.ask('GET', '/posts')).body).toEqual([])
  })

  // Spec 6.10
  it('A member without a profile cannot publish, not even an admin', async () => {
    for (const person of [bob, admin]) {
      expect((await person.send('POST', '/posts', { description: 'Hello', file })).status).toBe(403)
    }
    expect((await visitor.send('POST', '/posts', { description: 'Hello', file })).status).toBe(401)
  })
})

describe('Publishing posts', () => {
  // Spec 1.1, 6.10, 7.25
  it('A new post is returned as everyone will see it, its text cleaned, and public by default', async () => {
    const { status, body } = await amy.send('POST', '/posts', { description: '  One\r\ntwo\u0007 ', file })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      profile_id: amy.id,
      description: 'One\ntwo',
      protected: false,
      accessible_until: null,
      liked: false,
      likes_count: 0,
      reports: [],
    })
    expect((await visitor.fetch(body.file)).status).toBe(200)
    expect((await bob.ask('GET', '/posts')).body).toEqual([body])
  })

  it.each([
    ['true', true],
    ['1', true],
    ['on', true],
    ['false', false],
    ['', false],
  ])('A post with protected=%j is protected: %s', async (sent, expected) => {
    const { body } = await amy.send('POST', '/posts', { description: 'Hello', protected: sent, file })
    expect(body.protected).toBe(expected)
    expect((await bob.fetch(body.file)).status).toBe(expected ? 404 : 200)
  })
})

describe('Refused changes of posts', () => {
  it('Only its owner can change or delete a post; for others it is a 404', async () => {
    passes(1)
    const { id } = await amy.posts({ file })
    for (const person of [bob, zoe, admin]) {
      for (const [method, body] of [
        ['PATCH', { description: 'Mine' }],
        ['DELETE', undefined],
      ] as const) {
        const reply = await person.ask(method, `/posts/${id}`, body)
        expect(reply.status).toBe(404)
        expect(reply.body).toEqual(ABSENT)
      }
    }
    for (const absent of ['019ba4d2-0000-7000-8000-000000000000', 'x', '1', `urn:uuid:${id}`, '%00', id.slice(1)]) {
      expect(await amy.ask('PATCH', `/posts/${absent}`, { description: 'Mine' })).toMatchObject({
        status: 404,
        body: ABSENT,
      })
      expect(await amy.ask('DELETE', `/posts/${absent}`)).toMatchObject({ status: 404, body: ABSENT })
    }
    expect((await visitor.ask('PATCH', `/posts/${id}`, { description: 'Mine' })).status).toBe(401)
    const [post] = (await amy.ask('GET', '/posts')).body
    expect(post).toMatchObject({ id, description: 'A picture' })
  })

  it('A post cannot be changed to something invalid', async () => {
    passes(1)
    const { id } = await amy.posts({ file })
    for (const body of [
      undefined,
      {},
      [],
      null,
      { description: '' },
      { description: ' \n\u200b ' },
      { description: 'x'.repeat(5001) },
      { description: 'a\0b' },
      { description: null },
      { description: 5 },
      { protected: 'true' },
      { protected: null },
      { description: 'Fine', protected: 1 },
    ]) {
      expect((await amy.ask('PATCH', `/posts/${id}`, body)).status, JSON.stringify(body)).toBe(422)
    }
    expect((await amy.ask('GET', '/posts')).body[0]).toMatchObject({ id, description: 'A picture', protected: false })
  })

  it('Only the description and the protection of a post can be changed', async () => {
    const post = await amy.posts({ file })
    const other = await zoe.posts({ file })
    const { status, body } = await amy.ask('PATCH', `/posts/${post.id}`, {
      description: 'New',
      id: other.id,
      profile_id: zoe.id,
      media_id: other.file,
      likes_count: 1000,
      created_at: '2001-01-01T00:00:00Z',
    })
    expect(status).toBe(200)
    expect(body).toEqual({ ...post, description: 'New' })
  })
})

describe('Changing and deleting posts', () => {
  it('A creator changes the text of a post, and its picture keeps its path', async () => {
    const post = await amy.posts({ file })
    const { body } = await amy.ask('PATCH', `/posts/${post.id.toUpperCase()}`, { description: ' Other\r\nwords ' })
    expect(body).toEqual({ ...post, description: 'Other\nwords' })
  })

  it('A creator protects a post: the old path of its picture is dead at once, and a new one is for subscribers', async () => {
    const post = await amy.posts({ file })
    const old = post.file ?? ''
    expect((await visitor.fetch(old)).status).toBe(200)
    const fan = await member('fan')
    await subscribe(fan, amy)
    const stored = await countStoredPictures(ctx)
    const { status, body } = await amy.ask('PATCH', `/posts/${post.id}`, { protected: true })
    expect(status).toBe(200)
    expect(body.file).not.toBe(old)
    expect(await countStoredPictures(ctx)).toBe(stored)
    for (const person of [visitor, bob, fan, amy]) {
      for (const width of ['', '?w=480', '?w=1600']) expect((await person.fetch(old + width)).status).toBe(404)
    }
    expect((await visitor.fetch(body.file)).status).toBe(404)
    expect((await bob.fetch(body.file)).status).toBe(404)
    expect((await fan.fetch(body.file)).status).toBe(200)
    expect((await bob.ask('GET', '/posts')).text).not.toContain(body.file)

    const opened = await amy.ask('PATCH', `/posts/${post.id}`, { protected: false })
    expect((await visitor.fetch(opened.body.file)).status).toBe(200)
    expect((await visitor.fetch(old)).status).toBe(404)
  })

  it('A post that is protected ten times at once gets one new path', async () => {
    const post = await amy.posts({ file })
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => amy.ask('PATCH', `/posts/${post.id}`, { protected: true })),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200))
    const [first] = replies
    for (const { body } of replies) expect(body.file).toBe(first?.body.file)
    const rows = await ctx.db`select id from media where id = ${(post.file ?? '').replace('/media/', '')}`
    expect(rows).toHaveLength(0)
    expect((await amy.fetch(first?.body.file)).status).toBe(200)
  })

  it('A creator deletes a post with its picture, likes and reports, and cannot do so twice', async () => {
    const before = await countStoredPictures(ctx)
    const post = await amy.posts({ file })
    await bob.ask('POST', '/like', { post_id: post.id })
    await bob.ask('POST', '/reports', { post_id: post.id, reason: 'Inapropriate content' })
    expect(await countStoredPictures(ctx)).toBeGreaterThan(before)
    expect(await amy.ask('DELETE', `/posts/${post.id}`)).toMatchObject({ status: 200, body: {} })
    expect(await amy.ask('DELETE', `/posts/${post.id}`)).toMatchObject({ status: 404, body: ABSENT })
    expect((await amy.ask('PATCH', `/posts/${post.id}`, { description: 'x' })).status).toBe(404)
    expect((await amy.fetch(post.file ?? '')).status).toBe(404)
    // Of a reported post the sealed copy stays.
    await ctx.jobs.runDue()
    expect(await countStoredPictures(ctx)).toBe(before + 1)
    expect((await bob.ask('GET', '/posts')).text).not.toContain(post.id)
    const [left] = await ctx.db`
      select (select count(*) from likes where post_id = ${post.id})
        + (select count(*) from reports where post_id = ${post.id})
        + (select count(*) from media where id = ${(post.file ?? '').replace('/media/', '')}) as count`
    expect(left?.count).toBe(0)
  })

  it('Deleting a post succeeds also when its files cannot be deleted', async () => {
    const post = await amy.posts({ file })
    const { remove } = ctx.media.store
    ctx.media.store.remove = async () => {
      throw new Error('the disk does not answer')
    }
    expect((await amy.ask('DELETE', `/posts/${post.id}`)).status).toBe(200)
    ctx.media.store.remove = remove
    expect((await amy.fetch(post.file ?? '')).status).toBe(404)
  })

  it('A post that is changed, liked, reported and deleted at the same time causes no error', async () => {
    passes(1000)
    const [id = ''] = await insertPosts(ctx, amy, ['busy'])
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, index) => [
        amy.ask('PATCH', `/posts/${id}`, { protected: index % 2 === 0 }),
        bob.ask('POST', '/like', { post_id: id }),
        zoe.ask('POST', '/like', { post_id: id }),
        bob.ask('POST', '/reports', { post_id: id, reason: 'Inapropriate content' }),
        bob.ask('GET', '/posts'),
        ...(index % 4 === 2 ? [amy.ask('DELETE', `/posts/${id}`)] : []),
      ]).flat(),
    )
    expect(replies.filter(({ status }) => ![200, 201, 404].includes(status))).toEqual([])
    expect(await amy.ask('DELETE', `/posts/${id}`)).toMatchObject({ status: 404 })
    expect((await bob.ask('GET', '/posts')).body.map((post: Post) => post.id)).not.toContain(id)
  })
})
