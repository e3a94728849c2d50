import { describe, expect, it } from 'vitest'
import { VIEWED_POSTS_MAX } from '#contract/insights.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { deleteOldViewers, insertPostViews } from '#server/store/insights/views.ts'
import { NOBODY, type Person, world } from '#tests/support/world.ts'

const { ctx, creator, member, visitor, subscribe, passes, runJob } = await world({ STORY_AUTHORS: 'creator' })
const { db } = ctx
const [amy, lou] = [await creator('amy'), await creator('lou')]
const [fan, other] = [await member('fan'), await member('other')]
await amy.ask('PUT', '/user', { username: 'amy-name' })
await fan.ask('PUT', '/user', { username: 'fan-name' })
await other.ask('PUT', '/user', { username: 'other-name' })
await subscribe(other, amy)
const open = await amy.posts({ description: 'For everybody' })
const locked = await amy.posts({ description: 'For subscribers', protected: true })

const see = (person: Person, ...posts: { id: string }[]) =>
  person.ask('POST', '/views', { post_ids: posts.map(({ id }) => id) })
const figures = async (person = amy, query = '') => (await person.ask('GET', `/insights${query}`)).body
const seenBy = async ({ id }: { id: string }) =>
  (await amy.ask('GET', '/insights/posts')).body.find((row: { id: string }) => row.id === id)?.seen_by
const viewersOf = (person: Person, id: string, query = '') => person.ask('GET', `/stories/${id}/viewers${query}`)
const freeze = ({ id }: Person, until: string | null) => db`
  update users set frozen_at = ${until === null ? null : ctx.now()}, frozen_until = ${until}::timestamptz,
    frozen_ground = ${until === null ? null : 'x'}, frozen_facts = ${until === null ? null : 'x'}
  where id = ${id}`

describe('What is refused', () => {
  it('Insights are for creators: a visitor is 401, a member without a profile 403', async () => {
    for (const url of ['/insights', '/insights/posts', `/stories/${NOBODY}/viewers`]) {
      expect((await visitor.ask('GET', url)).status, url).toBe(401)
      expect((await fan.ask('GET', url)).status, url).toBe(403)
    }
    expect((await visitor.ask('POST', '/views', { post_ids: [open.id] })).status).toBe(401)
  })

  it.each(['2026-13', '2026-3', '1999-01', '0000-01', '2026-04', "2026-03'", '%00', '2026-03-01'])(
    'The month %s is refused, because it is none or has not begun',
    async (month) => {
      for (const url of ['/insights', '/insights/posts'])
        expect((await amy.ask('GET', `${url}?month=${month}`)).status, url).toBe(422)
    },
  )

  it.each([
    ['nothing', {}],
    ['no post', { post_ids: [] }],
    ['a text', { post_ids: open.id }],
    ['what is no id', { post_ids: ['nothing'] }],
    ['numbers', { post_ids: [1, null] }],
    ['too many', { post_ids: Array(VIEWED_POSTS_MAX + 1).fill(open.id) }],
  ])('Views that name %s are refused', async (_, body) => {
    expect((await fan.ask('POST', '/views', body)).status).toBe(422)
    expect(await seenBy(open)).toBe(0)
  })
})

describe('Who counts', () => {
  it('One’s own looks, looks at a curtain, and looks at what does not exist count nothing', async () => {
    expect(await see(amy, open, locked)).toMatchObject({ status: 200, body: {} })
    expect(await see(fan, locked, { id: NOBODY })).toMatchObject({ status: 200, body: {} })
    expect((await figures()).people).toEqual({ count: 0, before: null })
    expect([await seenBy(open), await seenBy(locked)]).toEqual([0, 0])
  })

  it('Who is blocked, on either side, adds nothing, and neither does somebody who was frozen a moment ago', async () => {
    for (const [blocker, username] of [
      [amy, 'fan-name'],
      [fan, 'amy-name'],
    ] as const) {
      await blocker.ask('POST', '/blocks', { username })
      expect((await see(fan, open)).status).toBe(200)
      await blocker.ask('DELETE', `/blocks/${username}`)
    }
    // A request that passed the authentication before the freeze.
    await freeze(fan, 'infinity')
    await insertPostViews(db, fan.id, [open.id], ctx.now())
    await freeze(fan, null)
    expect(await seenBy(open)).toBe(0)
    expect((await figures()).people.count).toBe(0)
  })

  it('A hidden post counts nobody', async () => {
    await db`update posts set hidden_at = ${ctx.now()} where id = ${open.id}`
    await see(fan, open)
    await db`update posts set hidden_at = null where id = ${open.id}`
    expect(await seenBy(open)).toBe(0)
  })

  it('A thousand looks of one person at once, while the job counts, are one', async () => {
    const looks = Array.from({ length: 1000 }, () =>
      insertPostViews(db, fan.id, [open.id, open.id, locked.id], ctx.now()),
    )
    await Promise.all([...looks, runJob('count_viewers'), runJob('count_viewers')])
    await see(other, locked, open)
    expect([await seenBy(open), await seenBy(locked)]).toEqual([2, 1])
    expect((await figures()).people.count).toBe(2)
    await runJob('count_viewers')
    expect([await seenBy(open), await seenBy(locked)]).toEqual([2, 1])
    expect((await figures()).days.at(-1)).toEqual({ day: '2026-03-01', people: 2, posts: 2 })
  })

  it('A look waits for no lock of the post', async () => {
    await db.begin(async (tx) => {
      await tx`select from posts where id = ${open.id} for update`
      await insertPostViews(db, lou.id, [open.id], ctx.now())
    })
    expect(await seenBy(open)).toBe(3)
  })
})

describe('Who saw a story', () => {
  it('The author reads who saw a story, latest first, without themselves, and finds a name', async () => {
    const { id } = await amy.tells()
    for (const person of [amy, fan, other, fan]) {
      await person.ask('POST', `/stories/${id}/seen`)
      passes(1000)
    }
    const { status, body, headers } = await viewersOf(amy, id)
    expect([status, headers['x-total-count']]).toEqual([200, '2'])
    expect(body.map(({ username }: { username: string }) => username)).toEqual(['other-name', 'fan-name'])
    expect(body[0]).toEqual({ username: 'other-name', profile_pic: null, seen_at: '2026-03-01T12:00:02.000Z' })
    const found = await viewersOf(amy, id, '?search=FAN')
    expect(found.body).toMatchObject([{ username: 'fan-name' }])
    expect((await viewersOf(amy, id, '?search=%25')).body).toEqual([])
    expect((await figures()).stories).toMatchObject([{ id, is_over: false, seen_by: 2, seen_by_subscribers: 1 }])
  })

  it('For everybody else, and for a story that is deleted or made up, it is the same 404', async () => {
    const { id } = await amy.tells()
    const gone = await amy.tells()
    await amy.ask('DELETE', `/stories/${gone.id}`)
    const absent = await viewersOf(amy, NOBODY)
    for (const reply of [await viewersOf(lou, id), await viewersOf(amy, gone.id), await viewersOf(amy, 'nothing')])
      expect([reply.status, reply.text]).toEqual([404, absent.text])
    await db`update stories set hidden_at = ${ctx.now()} where id = ${id}`
    expect((await viewersOf(amy, id)).status).toBe(404)
  })

  it('Who is blocked on either side, frozen or about to be erased is neither named nor counted', async () => {
    const { id } = await amy.tells()
    for (const person of [fan, other]) await person.ask('POST', `/stories/${id}/seen`)
    const names = async () => {
      const { body, headers } = await viewersOf(amy, id)
      const { stories } = await figures()
      expect(Number(headers['x-total-count'])).toBe(body.length)
      expect(stories.find((story: { id: string }) => story.id === id).seen_by).toBe(body.length)
      return body.map(({ username }: { username: string }) => username).sort()
    }
    expect(await names()).toEqual(['fan-name', 'other-name'])
    for (const [blocker, username] of [
      [amy, 'fan-name'],
      [fan, 'amy-name'],
    ] as const) {
      await blocker.ask('POST', '/blocks', { username })
      expect(await names()).toEqual(['other-name'])
      await blocker.ask('DELETE', `/blocks/${username}`)
    }
    await freeze(other, 'infinity')
    expect(await names()).toEqual(['fan-name'])
    await freeze(other, null)
    await db`update users set erased_at = ${ctx.now()} where id = ${other.id}`
    expect(await names()).toEqual(['fan-name'])
    await db`update users set erased_at = null where id = ${other.id}`
    expect(await names()).toEqual(['fan-name', 'other-name'])
  })

  it('A long list has pages, which together name everybody once', async () => {
    const { id } = await lou.tells()
    await db`
      with crowd as (
        insert into users (id, email, email_key, username, password_hash, created_at)
        select gen_random_uuid(), name, name, name, 'none', ${ctx.now()} from generate_series(1, 70) n, concat('crowd', n) name
        returning id
      )
      insert into story_views (story_id, user_id, seen_at) select ${id}::uuid, id, ${ctx.now()}::timestamptz from crowd`
    const names: string[] = []
    for (let query: string | undefined = ''; query !== undefined; ) {
      const { body, headers } = await viewersOf(lou, id, query)
      names.push(...body.map(({ username }: { username: string }) => username))
      expect(headers['x-total-count']).toBe('70')
      query = String(headers.link ?? '').match(/<(\?.*?)>/)?.[1]
    }
    expect([names.length, new Set(names).size]).toEqual([70, 70])
  })

  it('When a story is over its list is gone at once, and of its viewers only the number stays', async () => {
    const own = { expires_at: new Date(ctx.now().getTime() + HOUR_MS) }
    const { id } = await amy.tells(own)
    for (const person of [amy, fan, other]) await person.ask('POST', `/stories/${id}/seen`)
    const story = async () => (await figures()).stories.find((each: { id: string }) => each.id === id)
    passes(HOUR_MS)
    const over = { is_over: true, seen_by: 2, seen_by_subscribers: null, media_path: null }
    expect((await viewersOf(amy, id)).status).toBe(404)
    expect(await story()).toMatchObject(over)
    await runJob('sweep_stories')
    expect(await db`select from story_views where story_id = ${id}`).toHaveLength(0)
    expect(await story()).toMatchObject(over)
  })
})

// Comes last, because weeks pass.
describe('What is kept', () => {
  it('Who saw a post is erased after 31 days, and with the post; the numbers stay', async () => {
    await runJob('count_viewers')
    const rows = async () => (await db`select from post_viewers where post_id = ${open.id}`).length
    expect(await rows()).toBe(3)
    passes(31 * DAY_MS)
    expect(await deleteOldViewers(db, ctx.now())).toBe(false)
    passes(DAY_MS)
    await runJob('sweep_viewers')
    expect(await rows()).toBe(0)
    expect((await db`select from creator_viewers`).length).toBe(0)
    await Promise.all([amy.signIn(), fan.signIn()])
    const { body } = await amy.ask('GET', '/insights/posts?month=2026-03')
    expect(body.map(({ seen_by }: { seen_by: number }) => seen_by).sort()).toEqual([1, 3])
    const latest = (await amy.ask('GET', '/insights/posts?all=true')).body
    expect(latest.map(({ id }: { id: string }) => id)).toEqual(body.map(({ id }: { id: string }) => id))
    expect((await amy.ask('GET', '/insights/posts')).body).toEqual([])
    expect((await amy.ask('GET', '/insights/posts?all=yes')).status).toBe(422)
    expect((await figures(amy, '?month=2026-03')).people).toEqual({ count: 3, before: null })
    expect((await figures()).people).toEqual({ count: 0, before: 3 })

    await see(fan, open)
    await amy.ask('DELETE', `/posts/${open.id}`)
    expect(await rows()).toBe(0)
    expect((await db`select from post_tallies where post_id = ${open.id}`).length).toBe(0)
  })

  it('The erasure of an account that saw something leaves the numbers, and nothing of the person', async () => {
    const post = await amy.posts()
    const late = await member('late')
    await see(late, post)
    const erasing = { id: late.id, later: new Date(ctx.now().getTime() - 14 * DAY_MS) }
    await db`update users set erased_at = ${erasing.later} where id = ${erasing.id}`
    await runJob('erase_accounts')
    for (const table of ['post_viewers', 'creator_viewers'])
      expect(await db`select from ${db(table)} where viewer_id = ${late.id}`, table).toHaveLength(0)
    // A request that passed the authentication before the erasure.
    await insertPostViews(db, late.id, [post.id], ctx.now())
    expect(await db`select from post_viewers where viewer_id = ${late.id}`).toHaveLength(0)
    expect(await seenBy(post)).toBe(1)
    expect((await figures()).days.at(-1)).toMatchObject({ people: 2 })
  })

  it('What the job has not counted yet is not erased, however old it is, and is counted later', async () => {
    const post = await amy.posts()
    await see(fan, post)
    passes(40 * DAY_MS)
    await Promise.all([amy.signIn(), fan.signIn()])
    const numbers = async () => {
      const listed = (await amy.ask('GET', '/insights/posts?all=true')).body
      const { days } = await figures(amy, '?month=2026-04')
      return [
        listed.find(({ id }: { id: string }) => id === post.id).seen_by,
        days.reduce((sum: number, { people }: { people: number }) => sum + people, 0),
      ]
    }
    const before = await numbers()
    expect(before[0]).toBe(1)
    for (const job of ['sweep_viewers', 'count_viewers', 'sweep_viewers'] as const) {
      await runJob(job)
      expect(await numbers(), job).toEqual(before)
    }
    expect(await db`select from post_viewers where post_id = ${post.id}`).toHaveLength(0)
  })
})
