import { describe, expect, it } from 'vitest'
import type { Post } from '#contract/posts.ts'
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import { PAGE_SIZE } from '#server/paging.ts'
import { newId } from '#server/store/ids.ts'
import { insertPosts } from '#tests/support/database/post-rows.ts'
import { type Person, type Reply, world } from '#tests/support/world.ts'

const { ctx, creator, member, staff, subscribe, passes } = await world()
const amy = await creator('amy')
const zoe = await creator('zoe')
const bob = await member('bob')

const names = (reply: Reply): string[] => reply.body.map(({ description }: Post) => description)

/** The path of the next page from the Link header, which is relative to the request. */
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

describe('Refused lists of posts', () => {
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
  ])('A list of posts is refused with 422 for ?%s', async (query) => {
    const { status, body } = await bob.ask('GET', `/posts?${query}`)
    expect(status).toBe(422)
    expect(body.code).toBe('invalid')
  })

  it('A list of posts is 404 for an unknown username, and for a member who is no creator', async () => {
    const { body: user } = await bob.ask('GET', '/user')
    for (const username of ['nobody', '', '..', '%', 'été', user.username]) {
      const { status, body } = await bob.ask('GET', `/posts?username=${encodeURIComponent(username)}`)
      expect(status, username).toBe(404)
      expect(body).toEqual({ error: 'Not found', code: 'not_found' })
    }
  })
})

describe('The list of posts', () => {
  it('The list of posts is empty while there are none, and that is no error', async () => {
    const reply = await bob.ask('GET', '/posts')
    expect(reply).toMatchObject({ status: 200, body: [] })
    expect(reply.headers.link).toBeUndefined()
  })

  // Spec 7.23
  it('Posts are listed newest first, thirty on a page, each once, and the last page has no next one', async () => {
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

  it('A last page that is full has no next one', async () => {
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

  it('Later pages keep their posts while new ones are published and read ones are deleted', async () => {
    passes(MINUTE_MS)
    const [first] = await pages(bob, '/posts')
    const before = await bob.ask('GET', '/posts')
    const second = next(before) ?? ''
    const expected = names(await bob.ask('GET', second))
    passes(MINUTE_MS)
    await insertPosts(ctx, amy, ['news', 'more news'])
    expect(names(await bob.ask('GET', second))).toEqual(expected)
    // The cursor is a position, not a post: it is still valid when that post is deleted.
    const last: Post = before.body.at(-1)
    expect(second).toContain(last.id)
    expect((await zoe.ask('DELETE', `/posts/${last.id}`)).status).toBe(200)
    expect(names(await bob.ask('GET', second))).toEqual(expected)
    const again = names(await bob.ask('GET', '/posts'))
    expect(again.slice(0, 3)).toEqual(['more news', 'news', first?.[0]])
  })

  // Spec 7.23
  it('The posts of a creator are found by the present name, a former one, and in any case', async () => {
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

  it('The next page of one creator’s posts is of the same creator', async () => {
    const { body: user } = await amy.ask('GET', '/user')
    const all = await pages(bob, `/posts?username=${user.username.toUpperCase()}`)
    expect(all.map(({ length }) => length)).toEqual([30, 30, 7])
    expect(all.flat().filter((name) => name.startsWith('zoe'))).toEqual([])
  })
})

describe('Posts in the list', () => {
  // Spec 1.2, 3.9, 3.10
  it('A post in the list has every field of the specification, and no path of a locked picture', async () => {
    passes(MINUTE_MS)
    const post = await amy.posts({ protected: true, description: 'Behind the curtain' })
    const { body, text } = await bob.ask('GET', '/posts')
    expect(body[0]).toEqual({
      id: post.id,
      username: post.username,
      profile_id: amy.id,
      profile_pic: null,
      file: null,
      files: [],
      accessible_until: null,
      description: 'Behind the curtain',
      protected: true,
      liked: false,
      likes_count: 0,
      pinned: false,
      reports: [],
    })
    const [row] = await ctx.db`
      select m.id, m.store_key from posts p join media m on m.id = p.media_id where p.id = ${post.id}`
    expect(post.file).toBe(`/media/${row?.id}`)
    expect(text).not.toContain(row?.id)
    expect(text).not.toContain(row?.store_key)
    expect(text).not.toContain('webp')
  })

  it('A post says until when a subscriber may see it, and nothing where there is no end', async () => {
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
    // A subscription to somebody else gives no access.
    const other = await member('other')
    await subscribe(other, zoe, 30)
    expect((await other.ask('GET', '/posts')).body[0]).toMatchObject({ file: null, accessible_until: null })
  })

  // Spec 3.11
  it('A post shows its reports to staff, and to nobody else', async () => {
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
  it('A post shows each viewer their own like', async () => {
    passes(MINUTE_MS)
    const [id] = await insertPosts(ctx, amy, ['liked'])
    await bob.ask('POST', '/like', { post_id: id })
    expect((await bob.ask('GET', '/posts')).body[0]).toMatchObject({ id, liked: true, likes_count: 1 })
    expect((await zoe.ask('GET', '/posts')).body[0]).toMatchObject({ id, liked: false, likes_count: 1 })
  })

  it('A cursor before the first post gives an empty page, and one in the future the first page', async () => {
    expect((await bob.ask('GET', '/posts?cursor=00000000-0000-0000-0000-000000000000')).body).toEqual([])
    const future = newId(new Date(ctx.now().getTime() + MINUTE_MS)).toUpperCase()
    expect(names(await bob.ask('GET', `/posts?cursor=${future}`))).toEqual(names(await bob.ask('GET', '/posts')))
  })
})
