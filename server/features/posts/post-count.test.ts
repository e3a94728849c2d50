import { describe, expect, it } from 'vitest'
import { POSTS_COUNTED_MAX, type Post } from '#contract/posts.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { PAGE_ROWS } from '#server/paging.ts'
import { newId } from '#server/store/ids.ts'
import { countPosts, listPosts } from '#server/store/posts.ts'
import { insertPosts } from '#tests/support/database/post-rows.ts'
import { PASSWORD, type Person, type Reply, world } from '#tests/support/world.ts'

const { ctx, creator, member, passes } = await world()
const amy = await creator('amy')
const zoe = await creator('zoe')
const bob = await member('bob')
const { body: user } = await amy.ask('GET', '/user')

const count = async (query = '', person: Person = bob) => (await person.ask('GET', `/posts/count${query}`)).body
const exactly = (number: number) => ({ count: number, is_more: false })
const ids = (reply: Reply): string[] => reply.body.map(({ id }: Post) => id)

interface PlanNode {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

/** How many rows a count reads. */
async function rowsRead(part: Parameters<typeof countPosts>[2]): Promise<number> {
  const [row] = await ctx.db`explain (analyze, format json) ${countPosts(ctx.db, bob.id, part, POSTS_COUNTED_MAX)}`
  const read = (node: PlanNode): number => {
    const own = (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
    return (node['Relation Name'] ? own : 0) + (node.Plans ?? []).reduce((sum, child) => sum + read(child), 0)
  }
  return read(row?.['QUERY PLAN'][0].Plan)
}

/** How many posts the first page of a creator reads. */
async function postsReadForPage(profile_id: string): Promise<number> {
  return await ctx.db.begin(async (tx) => {
    const read = async () => {
      const [row] = await tx<{ count: number }[]>`
        select seq_tup_read + idx_tup_fetch as count from pg_stat_xact_user_tables where relname = 'posts'`
      return row?.count ?? Number.NaN
    }
    const before = await read()
    expect(await listPosts(tx, bob.id, ctx.now(), { profile_id })).toHaveLength(PAGE_ROWS)
    return (await read()) - before
  })
}

/** Inserts posts by the thousand, as rows without files. */
async function insertManyPosts(owner: Person, from: number, number: number): Promise<void> {
  await ctx.db`
    with made as (
      select lpad(to_hex(n), 12, '0') as n from generate_series(${from}::int, ${from + number - 1}::int) n
    ), pictures as (
      insert into media (id, owner_id, store_key, content_type, files, created_at)
      select ('00000000-0000-7000-9000-' || n)::uuid, ${owner.id}, 'none/' || n, 'image/webp', '[]', ${ctx.now()} from made
      returning id
    )
    insert into posts (id, profile_id, media_id, description, protected, created_at)
    select ('00000000-0000-7000-8000-' || right(id::text, 12))::uuid, ${owner.id}, id, 'One of many', false, ${ctx.now()}
    from pictures`
  await ctx.db`analyze posts`
}

describe('Refused counts of posts', () => {
  it.each([
    'cursor=1',
    'after=',
    `after=${newId(new Date(0))}&cursor=${newId(new Date(0))}`,
    'username=amy%00',
    `username=${'a'.repeat(201)}`,
  ])('A count of posts is refused with 422 for ?%s, and so is the list', async (query) => {
    for (const path of ['/posts/count', '/posts']) {
      const { status, body } = await bob.ask('GET', `${path}?${query}`)
      expect([status, body.code], path).toEqual([422, 'invalid'])
    }
  })

  it('A count of posts is 404 for an unknown username', async () => {
    expect(await bob.ask('GET', '/posts/count?username=nobody')).toMatchObject({
      status: 404,
      body: { error: 'Not found', code: 'not_found' },
    })
  })
})

describe('Counting posts', () => {
  it('A count is zero while there are no posts', async () => {
    expect(await count()).toEqual(exactly(0))
    expect(await count(`?username=${user.username}`)).toEqual(exactly(0))
  })

  it('A count is of everyone or of one creator, and of posts newer or older than a given one', async () => {
    const [oldest = '', second = '', , newest = ''] = await insertPosts(ctx, amy, ['1', '2', '3', '4'])
    passes(MINUTE_MS)
    const [other = ''] = await insertPosts(ctx, zoe, ['zoe'], { protected: true })
    expect(await count()).toEqual(exactly(5))
    expect(await count(`?username=${user.username.toUpperCase()}`)).toEqual(exactly(4))
    expect(await count(`?cursor=${newest}`)).toEqual(exactly(3))
    expect(await count(`?after=${newest}`)).toEqual(exactly(1))
    expect(await count(`?username=${user.username}&after=${second}`)).toEqual(exactly(2))
    expect(await count(`?username=${user.username}&cursor=${second}`)).toEqual(exactly(1))
    expect(await count(`?cursor=${oldest}`)).toEqual(exactly(0))
    expect(await count(`?after=${other}`)).toEqual(exactly(0))
  })

  it('A count follows deletions, and leaves out deleted accounts, as the list does', async () => {
    const [gone, ...rest] = ids(await bob.ask('GET', `/posts?username=${user.username}`))
    await amy.ask('DELETE', `/posts/${gone}`)
    expect(await count()).toEqual(exactly(rest.length + 1))
    // A deleted post is still a valid position in the list.
    expect(await count(`?username=${user.username}&cursor=${gone}`)).toEqual(exactly(rest.length))
    await zoe.ask('POST', '/user/deletion', { current_password: PASSWORD })
    expect(await count()).toEqual(exactly(rest.length))
    await zoe.signIn()
    expect(await count()).toEqual(exactly(rest.length + 1))
  })

  it('A count is exact up to its maximum, says when there are more, and never reads more rows than that', async () => {
    const eve = await creator('eve')
    await eve.ask('PUT', '/user', { username: 'eve' })
    await insertManyPosts(eve, 0, POSTS_COUNTED_MAX)
    expect(await count('?username=eve')).toEqual(exactly(POSTS_COUNTED_MAX))
    await insertManyPosts(eve, POSTS_COUNTED_MAX, 1)
    expect(await count('?username=eve')).toEqual({ count: POSTS_COUNTED_MAX, is_more: true })
    expect(await count()).toEqual({ count: POSTS_COUNTED_MAX, is_more: true })

    // Neither all posts nor all erased accounts are read for it.
    await insertManyPosts(eve, 2 * POSTS_COUNTED_MAX, 20 * POSTS_COUNTED_MAX)
    await ctx.db`
      insert into users (id, created_at, erased_at)
      select gen_random_uuid(), ${ctx.now()}, ${ctx.now()} from generate_series(1, 10000)`
    await ctx.db`vacuum analyze posts, users`
    for (const part of [{}, { profile_id: eve.id }, { after: '00000000-0000-7000-8000-000000000000' }])
      expect(await rowsRead(part)).toBeLessThan(2.1 * POSTS_COUNTED_MAX)
    expect(await postsReadForPage(eve.id)).toBeLessThan(100)
  })
})

describe('Newer pages', () => {
  it('The page after a post holds the nearest newer ones, newest first, with a link to still newer ones', async () => {
    const liv = await creator('liv')
    await liv.ask('PUT', '/user', { username: 'liv' })
    const made = await insertPosts(
      ctx,
      liv,
      Array.from({ length: 70 }, (_, index) => `liv ${index}`),
    )
    const newestFirst = made.toReversed()
    const page = await bob.ask('GET', `/posts?username=liv&after=${newestFirst[65]}`)
    expect(ids(page)).toEqual(newestFirst.slice(35, 65))
    expect(page.headers.link).toBe(`<?username=liv&after=${newestFirst[35]}>; rel="prev"`)
    const previous = await bob.ask('GET', `/posts?username=liv&after=${newestFirst[35]}`)
    expect(ids(previous)).toEqual(newestFirst.slice(5, 35))
    const first = await bob.ask('GET', `/posts?username=liv&after=${newestFirst[5]}`)
    expect(ids(first)).toEqual(newestFirst.slice(0, 5))
    expect(first.headers.link).toBeUndefined()
    expect(ids(await bob.ask('GET', `/posts?username=liv&after=${newestFirst[0]}`))).toEqual([])
  })
})
