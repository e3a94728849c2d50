import { describe, expect, it } from 'vitest'
import type { CaseFile } from '#contract/cases.ts'
import { REPORT_REASONS } from '#contract/posts.ts'
import { DAY_MS } from '#contract/time.ts'
import { newId } from '#server/store/ids.ts'
import { type Person, world } from '#tests/support/world.ts'

const { ctx, creatorNamed, member, staff, subscribe, passes } = await world({ STORY_AUTHORS: 'creator' })
const amy = await creatorNamed('amy')
const bob = await member('bob')
const [moderator, admin] = [await staff('moderator', 'moderator'), await staff('admin', 'admin')]

const nameOf = async (person: Person) => (await person.ask('GET', '/user')).body.username
const read = async (person: Person, id: string): Promise<CaseFile> =>
  (await person.ask('GET', `/admin/cases/${id}`)).body

async function reported(target: object, reason = 'harassment'): Promise<string> {
  passes(1000)
  expect((await bob.ask('POST', '/reports', { ...target, reason })).status).toBe(201)
  const [row] = await ctx.db`select id from cases order by id desc limit 1`
  return row?.id
}

interface Decided {
  actions?: string[]
  by?: string | null
  appeal?: string | null
}
async function decide(case_id: string, { actions = ['warn'], by = admin.id, appeal = null }: Decided): Promise<string> {
  const id = newId(ctx.now())
  const now = ctx.now()
  await ctx.db`
    insert into decisions (id, case_id, subject_id, actions, ground, facts, decided_by, is_noticed, decided_at,
      appeal_until, appeal, appealed_at)
    values (${id}, ${case_id}, ${amy.id}, ${actions}, 'terms_spam', 'It was spam', ${by}, true, ${now},
      ${new Date(now.getTime() + 180 * DAY_MS)}, ${appeal}, ${appeal === null ? null : now})`
  await ctx.db`
    update cases set state = ${appeal === null ? 'decided' : 'appealed'}, decided_at = ${now} where id = ${case_id}`
  return id
}

describe('The file of a case', () => {
  it('It shows the decisions and the complaint, and what happened to the account since it was made', async () => {
    const first = await reported({ username: await nameOf(amy) }, 'spam')
    await decide(first, { actions: ['warn'] })
    const story = await amy.tells({ protected: true })
    await subscribe(bob, amy)
    const second = await reported({ story_id: story.id })
    await decide(second, { actions: ['remove'], appeal: 'I did not' })
    const file = await read(moderator, second)
    expect(file).toMatchObject({ state: 'appealed', is_protected: true, appeal_not_for: await nameOf(admin), may: [] })
    expect(file.decisions).toMatchObject([
      {
        actions: ['remove'],
        ground: 'terms_spam',
        facts: 'It was spam',
        by: await nameOf(admin),
        is_automated: false,
        appeal: { text: 'I did not', outcome: null, answer: null },
      },
    ])
    expect(file.history.map(({ event, number, actions }) => [event, number, actions])).toEqual([
      ['decided', file.number, ['remove']],
      ['reported', file.number, []],
      ['decided', (await read(moderator, first)).number, ['warn']],
      ['reported', (await read(moderator, first)).number, []],
      ['joined', null, []],
    ])
  })

  it('The notice of an outsider stands among the reports with its number', async () => {
    const story = await amy.tells()
    const id = await reported({ story_id: story.id })
    passes(1)
    const notice = newId(ctx.now())
    await ctx.db`
      insert into content_notices (id, number, urls, reason, explanation, name, email, created_at)
      values (${notice}, '2026-00087', array['https://loge.example/amy'], 'threat', 'It is me', 'Zoe', 'zoe@example.com', ${ctx.now()})`
    await ctx.db`
      insert into case_reports (id, case_id, reason, description, content_notice_id, created_at)
      values (${newId(ctx.now())}, ${id}, 'threat', 'It is me', ${notice}, ${ctx.now()})`
    const { status, body, text } = await moderator.ask('GET', `/admin/cases/${id}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ reports_count: 2, notices_count: 1 })
    expect(body.reports).toMatchObject([
      { author: await nameOf(bob), notice_number: null },
      { author: null, notice_number: '2026-00087', description: 'It is me' },
    ])
    expect(text).not.toContain('zoe@example.com')
  })

  it('A notice about nobody is a case without a subject', async () => {
    const [id, object_id] = [newId(ctx.now()), newId(ctx.now())]
    await ctx.db`
      insert into cases (id, number, kind, object_id, state, severity, opened_at, due_at)
      values (${id}, '2026-9000', 'notice', ${object_id}, 'open', 1, ${ctx.now()}, ${ctx.now()})`
    const queue = (await moderator.ask('GET', '/admin/cases?kind=notice')).body
    expect(queue).toMatchObject([{ id, subject: null }])
    expect(await read(moderator, id)).toMatchObject({ subject: null, history: [], may: ['dismiss'] })
  })

  it('It says whether what it is about is hidden at the moment', async () => {
    const post = await amy.posts()
    const story = await amy.tells()
    const ids = [
      await reported({ post_id: post.id }, REPORT_REASONS[0]),
      await reported({ story_id: story.id }),
      await reported({ username: await nameOf(amy) }),
    ]
    const seen = async () => await Promise.all(ids.map(async (id) => (await read(moderator, id)).is_hidden))
    // Urgent reports hide by themselves elsewhere; here only the rows count.
    await ctx.db`update stories set hidden_at = null`
    expect(await seen()).toEqual([false, false, false])
    await ctx.db`update posts set hidden_at = ${ctx.now()} where id = ${post.id}`
    await ctx.db`update stories set hidden_at = ${ctx.now()} where id = ${story.id}`
    await ctx.db`update profiles set hidden_bio = 'Words' where id = ${amy.id}`
    expect(await seen()).toEqual([true, true, true])
    await ctx.db`update profiles set hidden_bio = null where id = ${amy.id}`
  })
})

describe('What a viewer may decide', () => {
  it('Each role is offered what it may decide', async () => {
    const post = await amy.posts()
    const [row] = await ctx.db`select id from cases where kind = 'profile' and state = 'open'`
    const profile = row?.id
    const of_post = await reported({ post_id: post.id }, REPORT_REASONS[1])
    expect((await read(moderator, of_post)).may).toEqual(['dismiss', 'warn', 'hide', 'freeze'])
    expect((await read(admin, of_post)).may).toEqual(['dismiss', 'warn', 'hide', 'remove', 'freeze', 'close'])
    expect((await read(moderator, profile)).may).toEqual(['dismiss', 'warn', 'hide', 'remove', 'freeze'])
    await ctx.db`update cases set needs_admin = true where id = ${of_post}`
    expect((await read(moderator, of_post)).may).toEqual([])
    expect((await read(admin, of_post)).may).not.toEqual([])
    await ctx.db`update users set role = 'admin' where id = ${amy.id}`
    expect((await read(admin, of_post)).may).toEqual(['dismiss'])
    await ctx.db`update users set role = null where id = ${amy.id}`
  })

  it('A complaint is not offered to its first decider while there is another', async () => {
    const story = await amy.tells()
    const id = await reported({ story_id: story.id })
    await decide(id, { by: moderator.id, appeal: 'No' })
    expect((await read(moderator, id)).may_decide_appeal).toBe(false)
    expect((await read(admin, id)).may_decide_appeal).toBe(true)
    await ctx.db`
      update users set frozen_until = 'infinity', frozen_at = ${ctx.now()}, frozen_ground = 'g', frozen_facts = 'f'
      where id = ${admin.id}`
    expect((await read(moderator, id)).may_decide_appeal).toBe(true)
  })

  it('A complaint waits for somebody new, with a date of its own', async () => {
    const zoe = await creatorNamed('zoe')
    const id = await reported({ username: 'zoe' }, 'harassment')
    expect((await moderator.ask('POST', `/admin/cases/${id}/take`, {})).status).toBe(200)
    const body = { action: 'warn', ground: 'terms_harassment', facts: 'Five messages in one night' }
    expect((await moderator.ask('POST', `/admin/cases/${id}/decisions`, body)).status).toBe(201)
    passes(60_000)
    const notices = (await zoe.ask('GET', '/notices')).body
    expect((await zoe.ask('POST', `/notices/${notices[0].id}/answer`, { answer: 'No' })).status).toBeLessThan(300)
    const file = await read(moderator, id)
    expect(file).toMatchObject({ state: 'appealed', taken_by: null, waiting_since: ctx.now().toISOString() })
    expect(file.due_at).toBe(new Date(ctx.now().getTime() + 7 * DAY_MS).toISOString())
  })
})
