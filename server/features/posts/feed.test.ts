import { describe, expect, it } from 'vitest'
import { PAGE_SIZE } from '#contract/limits.ts'
import type { Post } from '#contract/posts.ts'
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import { newId } from '#server/store/ids.ts'
import { insertPosts } from '#tests/support/post-rows.ts'
import { type Person, type Reply, world } from '#tests/support/world.ts'

const { ctx, creator, member, staff, subscribe, passes } = await world()
const amy = await creator('amy')
const zoe = await creator('zoe')
const bob = await member('bob')

const names = (reply: Reply): string[] => reply.body.map(({ description }: Post) => description)

/** The address of the next page, as the server gives it: relative to what was asked for, wherever that is served. */
function next(reply: Reply): string | undefined {
  const target = String(reply.headers.link ?? '').match(/^<(.+)>; rel="next"$/)?.[1]
  if (target === undefined) return undefined
  const { pathname, search } = new URL(target, 'https://loge.example/api/posts?username=before')
  expect(pathname).toBe('/api/posts')
  return `/posts${search}`
}

async function pages(person: Person, first: string): Promise<string[][]> {
  const all: string[][] = []
  for (let url: string | undefined = first; url !== undefined; ) {
    const reply = await person.ask('GET', url)
    expect(reply.status).toBe(200)
    all.push(names(reply))
    url = next(reply)
  }
  return all
}

describe('A list of posts is refused', () => {
  it.each([
    'cursor=',
    'cursor=1',
    'cursor=null',
    'cursor=019ba4d2-0000-7000-8000-00000000000',
    'cursor=urn:uuid:019ba4d2-0000-7000-8000-000000000000',
    'cursor=019ba4d2-0000-7000-8000-000000000000%00',
    `cursor=019ba4d2-0000-7000-8000-000000000000'--`,
    'cursor=019ba4d2-0000-7000-8000-000000000000&cursor=019ba4d2-0000-7000-8000-000000000000',
    'username=amy%00',
    'username=amy&username=bob',
    `username=${'a'.repeat(201)}`,
  ])('with 422 for ?%s', async (query) => {
    const { status, body } = await bob.ask('GET', `/posts?${query}`)
    expect(status).toBe(422)
    expect(body.code).toBe('invalid')
  })

  it('with 404 for somebody nobody knows, and for a member who is no creator', async () => {
    const { body: user } = await bob.ask('GET', '/user')
    for (const username of ['nobody', '', '..', '%', 'été', user.username]) {
      const { status, body } = await bob.ask('GET', `/posts?username=${encodeURIComponent(username)}`)
      expect(status, username).toBe(404)
      expect(body).toEqual({ error: 'Not found', code: 'not_found' })
    }
  })
})

describe('Posts', () => {
  it('are none in an empty house, and that is no error', async () => {
    const reply = await bob.ask('GET', '/posts')
    expect(reply).toMatchObject({ status: 200, body: [] })
    expect(reply.headers.link).toBeUndefined()
  })

  // Spec 7.23
  it('come newest first, thirty at a time, each once, and the last page says that it is the last', async () => {
    const total = 2 * PAGE_SIZE + 5
    await insertPosts(
      ctx,
      amy,
      Array.from({ length: total }, (_, index) => `amy ${index}`),
    )
    const all = await pages(bob, '/posts')
    expect(all.map(({ length }) => length)).toEqual([30, 30, 5])
    expect(all.flat()).toEqual(Array.from({ length: total }, (_, index) => `amy ${total - 1 - index}`))
  })

  it('end with a full page, which then leads nowhere', async () => {
    passes(MINUTE_MS)
    await insertPosts(
      ctx,
      zoe,
      Array.from({ length: PAGE_SIZE }, (_, index) => `zoe ${index}`),
    )
    const { body: user } = await zoe.ask('GET', '/user')
    const [page, ...rest] = await pages(bob, `/posts?username=${user.username}`)
    expect(page).toHaveLength(PAGE_SIZE)
    expect(rest).toEqual([])
  })

  it('keep their places on the later pages while new ones arrive and read ones go', async () => {
    passes(MINUTE_MS)
    const [first] = await pages(bob, '/posts')
    const before = await bob.ask('GET', '/posts')
    const second = next(before) ?? ''
    const expected = names(await bob.ask('GET', second))
    passes(MINUTE_MS)
    await insertPosts(ctx, amy, ['news', 'more news'])
    expect(names(await bob.ask('GET', second))).toEqual(expected)
    // The cursor is a place, not a post: it goes on when that post is gone.
    const last: Post = before.body.at(-1)
    expect(second).toContain(last.id)
    expect((await zoe.ask('DELETE', `/posts/${last.id}`)).status).toBe(200)
    expect(names(await bob.ask('GET', second))).toEqual(expected)
    const again = names(await bob.ask('GET', '/posts'))
    expect(again.slice(0, 3)).toEqual(['more news', 'news', first?.[0]])
  })

  // Spec 7.23
  it('of one creator are found by the name they have, one they had, and in any case', async () => {
    passes(MINUTE_MS)
    const eve = await creator('eve')
    await insertPosts(ctx, eve, ['one', 'two'])
    await eve.ask('PUT', '/user', { username: 'EveFormer' })
    await eve.ask('PUT', '/user', { username: 'EveNow' })
    for (const username of ['EveNow', 'evenow', 'EVENOW', 'EveFormer', 'eveFORMER']) {
      const reply = await bob.ask('GET', `/posts?username=${username}`)
      expect(names(reply), username).toEqual(['two', 'one'])
      expect(reply.body[0].username).toBe('EveNow')
    }
  })

  it('of one creator go on with that creator', async () => {
    const { body: user } = await amy.ask('GET', '/user')
    const all = await pages(bob, `/posts?username=${user.username.toUpperCase()}`)
    expect(all.map(({ length }) => length)).toEqual([30, 30, 7])
    expect(all.flat().filter((name) => name.startsWith('zoe'))).toEqual([])
  })
})

describe('A post in the list', () => {
  // Spec 1.2, 3.9, 3.10
  it('has every field of the specification, and nothing that leads to the bytes of a locked one', async () => {
    passes(MINUTE_MS)
    const post = await amy.posts({ protected: true, description: 'Behind the curtain' })
    const { body, text } = await bob.ask('GET', '/posts')
    expect(body[0]).toEqual({
      id: post.id,
      username: post.username,
      profile_id: amy.id,
      profile_pic: null,
      file: null,
      accessible_until: null,
      description: 'Behind the curtain',
      protected: true,
      liked: false,
      likes_count: 0,
      reports: [],
    })
    const [row] = await ctx.db`
      select m.id, m.store_key from posts p join media m on m.id = p.media_id where p.id = ${post.id}`
    expect(post.file).toBe(`/media/${row?.id}`)
    expect(text).not.toContain(row?.id)
    expect(text).not.toContain(row?.store_key)
    expect(text).not.toContain('webp')
  })

  it('says until when a subscriber may see it, and only where that ends', async () => {
    passes(MINUTE_MS)
    const fan = await member('fan')
    await subscribe(fan, amy, 30)
    const open = await amy.posts()
    passes(1)
    const locked = await amy.posts({ protected: true })
    const until = new Date(ctx.now().getTime() - 1 + 30 * DAY_MS).toISOString()
    const [seen, seenOpen] = (await fan.ask('GET', '/posts')).body
    expect(seen).toMatchObject({ id: locked.id, file: locked.file, accessible_until: until })
    expect(seenOpen).toMatchObject({ id: open.id, file: open.file, accessible_until: null })
    const [own] = (await amy.ask('GET', '/posts')).body
    expect(own).toMatchObject({ id: locked.id, file: locked.file, accessible_until: null })
    // Who subscribes to somebody else stays outside.
    const other = await member('other')
    await subscribe(other, zoe, 30)
    expect((await other.ask('GET', '/posts')).body[0]).toMatchObject({ file: null, accessible_until: null })
  })

  // Spec 3.11
  it('tells staff what was said against it, and nobody else that anything was', async () => {
    passes(MINUTE_MS)
    const [id = ''] = await insertPosts(ctx, amy, ['reported', 'not reported'])
    const mod = await staff('mod', 'moderator')
    const reason = 'Inapropriate content'
    expect((await bob.ask('POST', '/reports', { post_id: id, reason, description: 'See?' })).status).toBe(201)
    const { body: author } = await bob.ask('GET', '/user')
    const [other, reported] = (await mod.ask('GET', '/posts')).body
    expect(reported.reports).toEqual([{ id: expect.any(String), author: author.username, reason, description: 'See?' }])
    expect(other.reports).toEqual([])
    for (const person of [bob, amy]) {
      for (const post of (await person.ask('GET', '/posts')).body) expect(post.reports).toEqual([])
    }
  })

  // Spec 3.10
  it('shows each viewer their own like', async () => {
    passes(MINUTE_MS)
    const [id] = await insertPosts(ctx, amy, ['liked'])
    await bob.ask('POST', '/like', { post_id: id })
    expect((await bob.ask('GET', '/posts')).body[0]).toMatchObject({ id, liked: true, likes_count: 1 })
    expect((await zoe.ask('GET', '/posts')).body[0]).toMatchObject({ id, liked: false, likes_count: 1 })
  })

  it('asked for from before the first one is not there, and from the end of time is the newest', async () => {
    expect((await bob.ask('GET', '/posts?cursor=00000000-0000-0000-0000-000000000000')).body).toEqual([])
    const future = newId(new Date(ctx.now().getTime() + MINUTE_MS)).toUpperCase()
    expect(names(await bob.ask('GET', `/posts?cursor=${future}`))).toEqual(names(await bob.ask('GET', '/posts')))
  })
})
