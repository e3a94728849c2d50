import { describe, expect, it } from 'vitest'
import type { OwnReport } from '#contract/reports.ts'
import { newId } from '#server/store/ids.ts'
import { insertDecisionOf } from '#tests/support/database/case-decisions.ts'
import { type Person, world } from '#tests/support/world.ts'

const { ctx, creatorNamed, member, staff, visitor, subscribe, passes } = await world({ STORY_AUTHORS: 'creator' })
const amy = await creatorNamed('amy')
const admin = await staff('admin', 'admin')
const REASON = 'Inapropriate content'

const report = async (person: Person, body: unknown) => {
  expect((await person.ask('POST', '/reports', body)).status).toBe(201)
  passes(1000)
}
const reportsOf = async (person: Person): Promise<OwnReport[]> => (await person.ask('GET', '/reports')).body
const caseOf = async (object_id: string): Promise<string> => {
  const [row] = await ctx.db<{ id: string }[]>`select id from cases where object_id = ${object_id}`
  return row?.id ?? ''
}
/** A member with one report of a story, and the case of it. */
async function storyReporter(name: string) {
  const [person, story] = [await member(name), await amy.tells()]
  await report(person, { story_id: story.id, reason: 'spam' })
  return { person, case_id: await caseOf(story.id), state: async () => (await reportsOf(person))[0]?.state }
}

describe('Refused lists of own reports', () => {
  it('A visitor has no list of reports, and a cursor that is no id is refused', async () => {
    expect((await visitor.ask('GET', '/reports')).status).toBe(401)
    const bob = await member('cursor')
    for (const cursor of ['x', '1', `${Date.now()}_x`])
      expect((await bob.ask('GET', `/reports?cursor=${cursor}`)).status).toBe(422)
  })

  it('A member sees no report of others, and nothing of a report but what they said and the outcome', async () => {
    const [bob, eve] = [await member('bob'), await member('eve')]
    const post = await amy.posts()
    await report(bob, { post_id: post.id, reason: REASON, description: 'Words for staff' })
    expect(await reportsOf(eve)).toEqual([])
    expect(await reportsOf(amy)).toEqual([])
    expect(await reportsOf(admin)).toEqual([])
    const [own] = await reportsOf(bob)
    expect(own).toEqual({
      id: expect.any(String),
      kind: 'post',
      username: 'amy',
      reason: REASON,
      created_at: expect.any(String),
      state: 'open',
    })
  })
})

describe('The names in the list of own reports', () => {
  it('Somebody who blocks the reporter has no name for them', async () => {
    const [ada, lou] = [await member('ada'), await creatorNamed('lou')]
    await report(ada, { username: 'lou', reason: 'spam' })
    const { username } = (await ada.ask('GET', '/user')).body
    expect((await lou.ask('POST', '/blocks', { username })).status).toBe(201)
    expect((await reportsOf(ada))[0]).toMatchObject({ username: null, state: 'open' })
  })

  it('A reporter still reads the name of somebody whom they block', async () => {
    const ivy = await member('ivy')
    await report(ivy, { username: 'amy', reason: 'spam' })
    expect((await ivy.ask('POST', '/blocks', { username: 'amy' })).status).toBe(201)
    expect((await reportsOf(ivy))[0]).toMatchObject({ kind: 'profile', username: 'amy' })
  })

  it('A frozen, leaving or erased person has no name in the list of who reported them', async () => {
    const max = await member('max')
    const [ice, out] = [await creatorNamed('ice'), await creatorNamed('out')]
    for (const username of ['ice', 'out']) await report(max, { username, reason: 'spam' })
    await admin.ask('POST', `/admin/users/${ice.id}/freeze`, { until: null, ground: 'terms_spam', facts: 'Spam' })
    await ctx.db`update users set erased_at = ${ctx.now()} where id = ${out.id}`
    expect((await reportsOf(max)).map(({ username }) => username)).toEqual([null, null])
    await ctx.db`delete from users where id = ${out.id}`
    expect((await reportsOf(max)).map(({ username }) => username)).toEqual([null, null])
  })
})

describe('The list of own reports', () => {
  it('A member finds each kind of report, the newest first', async () => {
    const fan = await member('fan')
    await subscribe(fan, amy)
    const [post, story] = [await amy.posts(), await amy.tells()]
    const { id } = await fan.writes(amy)
    const message = await amy.says(id, 'Rude words')
    await report(fan, { post_id: post.id, reason: REASON })
    await report(fan, { story_id: story.id, reason: 'threat' })
    await report(fan, { message_id: message.id, reason: 'harassment' })
    await report(fan, { username: 'amy', reason: 'identity' })
    expect((await reportsOf(fan)).map(({ kind, reason }) => `${kind} ${reason}`)).toEqual([
      'profile identity',
      'message harassment',
      'story threat',
      `post ${REASON}`,
    ])
  })

  it('A long list comes in pages, each report once', async () => {
    const keen = await member('keen')
    for (let n = 0; n < 35; n += 1) {
      const [case_id, now] = [newId(ctx.now()), ctx.now()]
      await ctx.db`
        insert into cases (id, number, kind, object_id, subject_id, state, severity, opened_at, due_at)
        values (${case_id}, ${`long-${n}`}, 'story', gen_random_uuid(), ${amy.id}, 'open', 0, ${now}, ${now})`
      await ctx.db`
        insert into case_reports (id, case_id, reporter_id, reason, created_at)
        values (${newId(now)}, ${case_id}, ${keen.id}, 'spam', ${now})`
      passes(1000)
    }
    const first = await keen.ask('GET', '/reports')
    const next = String(first.headers.link).match(/<(.*)>; rel="next"/)?.[1]
    const second = await keen.ask('GET', `/reports${next}`)
    expect([first.body.length, second.body.length, second.headers.link]).toEqual([30, 5, undefined])
    const times = [...first.body, ...second.body].map(({ created_at }: OwnReport) => created_at)
    expect(times).toEqual([...new Set(times)].sort().reverse())
  })
})

describe('What came of a report', () => {
  it('A post that an admin removed says removed, and one whose reports were dismissed says kept', async () => {
    const ben = await member('ben')
    const [bad, good] = [await amy.posts(), await amy.posts()]
    for (const post of [bad, good]) await report(ben, { post_id: post.id, reason: REASON })
    expect((await admin.ask('DELETE', `/admin/posts/${bad.id}`)).status).toBe(200)
    expect((await admin.ask('POST', `/admin/reports/${good.id}/dismiss`, {})).status).toBe(200)
    expect((await reportsOf(ben)).map(({ state }) => state)).toEqual(['kept', 'removed'])
  })

  it('Hidden until an admin decides is still being looked at', async () => {
    const { case_id, state } = await storyReporter('hid')
    await insertDecisionOf(ctx, case_id, { actions: ['hide'], is_automated: true })
    expect(await state()).toBe('open')
  })

  it.each([
    ['kept', ['dismiss']],
    ['kept', ['warn']],
    ['removed', ['remove']],
    ['removed', ['warn', 'freeze']],
    ['removed', ['close']],
  ] as const)('A report says %s after the decision %j', async (outcome, actions) => {
    const { case_id, state } = await storyReporter(actions.join('-'))
    // An automatic decision came first and was undone by the one of a person.
    await insertDecisionOf(ctx, case_id, { actions: ['hide'], is_automated: true, undone_at: ctx.now() })
    await insertDecisionOf(ctx, case_id, { actions: [...actions] })
    await ctx.db`update cases set state = 'decided', decided_at = ${ctx.now()} where id = ${case_id}`
    expect(await state()).toBe(outcome)
  })

  it('A removal stays one while its appeal waits, and says restored once the appeal was upheld', async () => {
    const { case_id, state } = await storyReporter('appeal')
    const id = await insertDecisionOf(ctx, case_id, { actions: ['remove'] })
    await ctx.db`update cases set state = 'appealed', decided_at = ${ctx.now()} where id = ${case_id}`
    expect(await state()).toBe('removed')
    await ctx.db`update decisions set undone_at = ${ctx.now()} where id = ${id}`
    await ctx.db`update cases set state = 'decided' where id = ${case_id}`
    expect(await state()).toBe('restored')
  })
})
