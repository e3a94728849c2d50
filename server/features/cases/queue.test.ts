import { beforeAll, describe, expect, it } from 'vitest'
import type { Case } from '#contract/cases.ts'
import { DAY_MS } from '#contract/time.ts'
import { PAGE_SIZE } from '#server/paging.ts'
import { newId } from '#server/store/ids.ts'
import { NOBODY, world } from '#tests/support/world.ts'

const { ctx, creatorNamed, member, staff, visitor, passes } = await world({ STORY_AUTHORS: 'creator' })
const amy = await creatorNamed('amy')
const bob = await member('bob')
const [moderator, admin] = [await staff('moderator', 'moderator'), await staff('admin', 'admin')]
const PATHS = ['/admin/cases', '/admin/case_counts', `/admin/cases/${NOBODY}`, `/admin/cases/${NOBODY}/evidence`]

async function list(query = '', person = moderator): Promise<Case[]> {
  const { status, body } = await person.ask('GET', `/admin/cases${query}`)
  expect(status).toBe(200)
  return body
}

/** Every page of a list, by the links between them. */
async function readAll(query: string): Promise<Case[][]> {
  const pages: Case[][] = []
  for (let next: string | undefined = query; next !== undefined; ) {
    const { body, headers } = await moderator.ask('GET', `/admin/cases${next}`)
    pages.push(body)
    next = /<(.+)>; rel="next"/.exec(String(headers.link ?? ''))?.[1]
  }
  return pages
}

async function reportedStory(reason: string): Promise<string> {
  const story = await amy.tells({ description: reason })
  expect((await bob.ask('POST', '/reports', { story_id: story.id, reason })).status).toBe(201)
  return story.id
}

describe('Refused looks at cases', () => {
  it('Only staff see cases', async () => {
    for (const path of PATHS) {
      expect((await visitor.ask('GET', path)).status, path).toBe(401)
      for (const person of [bob, amy]) expect((await person.ask('GET', path)).status, path).toBe(403)
    }
  })

  it('An unknown case is absent, and a malformed query is refused', async () => {
    for (const path of PATHS.slice(2)) expect((await moderator.ask('GET', path)).status, path).toBe(404)
    for (const query of [
      'state=closed',
      'kind=comment',
      'severity=4',
      'age=2',
      'with=bob',
      'cursor=x',
      `cursor=9_1234567890123_${NOBODY}`,
    ])
      expect((await moderator.ask('GET', `/admin/cases?${query}`)).status, query).toBe(422)
  })
})

describe('The queue of staff', () => {
  const stories: Record<string, string> = {}
  beforeAll(async () => {
    for (const reason of [
      'spam',
      'other',
      'harassment',
      'copyright',
      'minor',
      'identity',
      'threat',
      'non_consensual',
    ]) {
      passes(1000)
      stories[reason] = await reportedStory(reason)
    }
  })

  it('Danger stands first, then what is due first', async () => {
    const queue = await list()
    expect(queue.map(({ reasons, severity }) => [reasons[0], severity])).toEqual([
      ['minor', 'urgent'],
      ['threat', 'urgent'],
      ['non_consensual', 'urgent'],
      ['harassment', 'high'],
      ['identity', 'high'],
      ['other', 'normal'],
      ['copyright', 'normal'],
      ['spam', 'low'],
    ])
    expect(queue[0]).toMatchObject({ object_id: stories.minor, subject: { username: 'amy' }, reports_count: 1 })
    expect(await list('', admin)).toEqual(queue)
  })

  it('The queue is filtered by state and by kind, and says how many there are', async () => {
    await bob.ask('POST', '/reports', { username: 'amy', reason: 'identity' })
    expect((await list('?kind=profile')).map(({ object_id }) => object_id)).toEqual([amy.id])
    expect(await list('?kind=message')).toEqual([])
    expect(await list('?state=decided')).toEqual([])
    await ctx.db`update cases set state = 'decided', decided_at = ${ctx.now()} where object_id = ${stories.spam ?? ''}`
    expect((await list('?state=decided')).map(({ object_id }) => object_id)).toEqual([stories.spam])
    await ctx.db`update cases set state = 'appealed' where object_id = ${stories.other ?? ''}`
    expect((await list('?state=appealed&kind=story')).map(({ object_id }) => object_id)).toEqual([stories.other])
    const { headers, body } = await moderator.ask('GET', '/admin/cases?state=open')
    expect(headers['x-total-count']).toBe(String(body.length))
  })

  it('The queue is filtered by severity, by age, and by who has a case', async () => {
    const reasons = async (query: string) => (await list(query)).map((row) => row.reasons[0])
    expect(await reasons('?severity=urgent')).toEqual(['minor', 'threat', 'non_consensual'])
    expect(await reasons('?severity=low')).toEqual([])
    expect(await reasons('?severity=&kind=&age=&with=anybody&state=')).toEqual(await reasons(''))
    await ctx.db`update cases set taken_by = ${moderator.id} where object_id = ${stories.threat ?? ''}`
    await ctx.db`update cases set taken_by = ${admin.id} where object_id = ${stories.minor ?? ''}`
    await ctx.db`update cases set taken_by = ${bob.id} where object_id = ${stories.non_consensual ?? ''}`
    expect(await reasons('?with=me')).toEqual(['threat'])
    expect(await reasons('?with=nobody&severity=urgent')).toEqual(['non_consensual'])
    await ctx.db`update cases set opened_at = opened_at - interval '3 days' where object_id = ${stories.threat ?? ''}`
    for (const [age, found] of [
      ['1', ['threat']],
      ['3', ['threat']],
      ['7', []],
    ] as const)
      expect(await reasons(`?age=${age}`), age).toEqual(found)
    await ctx.db`update cases set taken_by = null`
  })

  it('Open cases and complaints are one queue, and are counted by kind', async () => {
    await ctx.db`
      insert into decisions (id, case_id, subject_id, actions, ground, facts, decided_by, is_noticed, decided_at,
        appeal_until, appeal, appealed_at)
      select ${newId(ctx.now())}, id, subject_id, array['warn'], 'terms_spam', 'Facts', ${admin.id}, true, ${ctx.now()},
        ${ctx.now()}, 'I disagree', ${new Date(ctx.now().getTime() - 5 * DAY_MS)}
      from cases where object_id = ${stories.other ?? ''}`
    const waiting = await list('?state=waiting')
    expect(waiting.map(({ state }) => state)).toContain('appealed')
    expect(waiting.filter(({ state }) => state === 'open')).toEqual(await list())
    expect(waiting.find(({ state }) => state === 'appealed')).toMatchObject({
      appeal_not_for: (await admin.ask('GET', '/user')).body.username,
    })
    expect((await list('?state=waiting&age=3')).map(({ reasons }) => reasons[0])).toEqual(['threat', 'other'])
    const { body } = await moderator.ask('GET', '/admin/case_counts')
    expect(body).toEqual({ all: 8, post: 0, story: 6, message: 0, profile: 1, notice: 0, appeals: 1, oldest_days: 5 })
  })

  it('The case of a blocked, hidden or erased author stays in the queue', async () => {
    const before = (await list()).length
    await amy.ask('POST', '/blocks', { username: (await moderator.ask('GET', '/user')).body.username })
    await ctx.db`update users set erased_at = ${ctx.now()} where id = ${amy.id}`
    expect(await list()).toHaveLength(before)
    expect((await moderator.ask('GET', `/admin/cases/${(await list())[1]?.id}`)).body.evidence.text).toBe('threat')
    await ctx.db`update users set erased_at = null where id = ${amy.id}`
  })

  it('The queue has pages, with each case once and in one order', async () => {
    const at = ctx.now()
    for (let index = 0; index < 2 * PAGE_SIZE; index += 1) {
      await ctx.db`
        insert into cases (id, number, kind, object_id, subject_id, state, severity, opened_at, due_at)
        values (${newId(at)}, ${`2025-${index}`}, 'message', gen_random_uuid(), ${amy.id}, 'open', ${index % 4}, ${at},
          ${new Date(at.getTime() + (index % 3) * DAY_MS)})`
    }
    const pages = await readAll('?kind=message')
    expect(pages.map((page) => page.length)).toEqual([PAGE_SIZE, PAGE_SIZE])
    const all = pages.flat()
    expect(new Set(all.map(({ id }) => id)).size).toBe(2 * PAGE_SIZE)
    const rank = ({ severity, due_at }: Case) => `${['urgent', 'high', 'normal', 'low'].indexOf(severity)} ${due_at}`
    expect(all.map(rank)).toEqual(all.map(rank).sort())
  })

  it('A case of the demo is absent while the demo is off', async () => {
    const [id, subject_id] = [newId(ctx.now()), newId(ctx.now())]
    await ctx.db`
      insert into users (id, email, email_key, username, password_hash, created_at, demo)
      values (${subject_id}, 'demo@example.com', 'demo@example.com', 'demo', '', ${ctx.now()}, 'open')`
    await ctx.db`
      insert into cases (id, number, kind, object_id, subject_id, state, severity, opened_at, due_at)
      values (${id}, '2024-0001', 'profile', ${subject_id}, ${subject_id}, 'open', 3, ${ctx.now()}, ${ctx.now()})`
    const seen = async () => [
      (await list('?kind=profile')).some((row) => row.id === id),
      (await moderator.ask('GET', `/admin/cases/${id}`)).status,
    ]
    expect(await seen()).toEqual([true, 200])
    await ctx.db`update users set demo = 'closed' where id = ${subject_id}`
    expect(await seen()).toEqual([false, 404])
  })
})
