import { describe, expect, it } from 'vitest'
import { CASE_REASONS, type CaseFile } from '#contract/cases.ts'
import { REPORT_REASONS } from '#contract/posts.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { NOBODY, type Person, world } from '#tests/support/world.ts'

const { ctx, creator, creatorNamed, member, staff, visitor, subscribe, passes } = await world({
  STORY_AUTHORS: 'creator',
})
const amy = await creatorNamed('amy')
const [bob, eve, zoe] = [await member('bob'), await member('eve'), await member('zoe')]
const moderator = await staff('moderator', 'moderator')
for (const fan of [bob, eve]) await subscribe(fan, amy)
const [post_reason] = REPORT_REASONS
const ABSENT = { error: 'Not found', code: 'not_found' }

const report = (person: Person, body: unknown) => person.ask('POST', '/reports', body)
const caseOf = async (object_id: string): Promise<CaseFile> => {
  const [row] = await ctx.db`select id from cases where object_id = ${object_id} order by id desc limit 1`
  return (await moderator.ask('GET', `/admin/cases/${row?.id}`)).body
}
const countCases = async () => (await ctx.db`select from cases`).length

describe('Refused reports of stories, messages and profiles', () => {
  it('A report that names nothing, or more than one thing, is refused', async () => {
    const story = await amy.tells()
    for (const body of [
      { reason: 'spam' },
      { story_id: story.id, username: 'amy', reason: 'spam' },
      { post_id: NOBODY, story_id: story.id, reason: post_reason },
      { story_id: null, reason: 'spam' },
      { story_id: 'x', reason: 'spam' },
      { username: 5, reason: 'spam' },
      { username: 'a\0b', reason: 'spam' },
    ])
      expect(await report(bob, body), JSON.stringify(body)).toMatchObject({ status: 422, body: { code: 'invalid' } })
    expect(await countCases()).toBe(0)
  })

  it('A post keeps its two reasons, and everything else has the closed list', async () => {
    const [post, story] = [await amy.posts(), await amy.tells()]
    for (const body of [
      { post_id: post.id, reason: 'spam' },
      { story_id: story.id, reason: post_reason },
      { story_id: story.id, reason: 'Spam' },
      { story_id: story.id },
      { username: 'amy', reason: '' },
    ])
      expect(await report(bob, body), JSON.stringify(body)).toMatchObject({ status: 422, body: { code: 'invalid' } })
    expect(await countCases()).toBe(0)
  })

  it('A visitor reports nothing', async () => {
    expect((await report(visitor, { username: 'amy', reason: 'spam' })).status).toBe(401)
  })

  it('Nobody reports what they cannot see: it is answered as if it did not exist', async () => {
    const locked = await amy.tells({ protected: true })
    const short = await amy.tells({ expires_at: new Date(ctx.now().getTime() + HOUR_MS) })
    const { id } = await bob.writes(amy, 'Between us')
    const said = await amy.says(id, 'Only for bob')
    passes(HOUR_MS)
    const zed = await creatorNamed('zed')
    await zed.ask('POST', '/blocks', { username: (await zoe.ask('GET', '/user')).body.username })
    for (const [person, body] of [
      [zoe, { story_id: locked.id }],
      [bob, { story_id: short.id }],
      [bob, { story_id: NOBODY }],
      [eve, { message_id: said.id }],
      [moderator, { message_id: said.id }],
      [bob, { message_id: NOBODY }],
      [zoe, { username: 'zed' }],
      [bob, { username: 'nobody-at-all' }],
    ] as const)
      expect(await report(person, { ...body, reason: 'threat' }), JSON.stringify(body)).toMatchObject({
        status: 404,
        body: ABSENT,
      })
    expect(await countCases()).toBe(0)
  })

  it('Nobody reports their own story, their own message or themselves', async () => {
    const story = await amy.tells()
    const { id } = await eve.writes(amy, 'Mine')
    const mine = await eve.says(id, 'Also mine')
    expect((await report(amy, { story_id: story.id, reason: 'spam' })).status).toBe(422)
    expect((await report(eve, { message_id: mine.id, reason: 'spam' })).status).toBe(422)
    expect((await report(amy, { username: 'amy', reason: 'spam' })).status).toBe(422)
    expect(await countCases()).toBe(0)
  })
})

describe('Reports open cases', () => {
  it('A reported story reaches staff with its words, once for each person', async () => {
    const story = await amy.tells({ description: 'A cruel story' })
    const body = { story_id: story.id, reason: 'spam', description: ' Look\r\nat it ' }
    expect(await report(bob, body)).toMatchObject({ status: 201, body: {} })
    expect(await report(bob, { ...body, reason: 'minor' })).toMatchObject({ status: 200, body: {} })
    const opened = ctx.now()
    expect(await caseOf(story.id)).toMatchObject({
      number: '2026-0001',
      kind: 'story',
      subject: { id: amy.id, username: 'amy' },
      state: 'open',
      severity: 'low',
      reasons: ['spam'],
      reports_count: 1,
      opened_at: opened.toISOString(),
      due_at: new Date(opened.getTime() + 7 * DAY_MS).toISOString(),
      taken_by: null,
      evidence: { username: 'amy', text: 'A cruel story', messages: [] },
      reports: [{ reason: 'spam', description: 'Look\nat it', evidence: null }],
    })
  })

  it('A worse reason of somebody else makes the same case more urgent, and never less', async () => {
    const story = await amy.tells()
    for (const [person, reason] of [
      [bob, 'spam'],
      [eve, 'threat'],
      [zoe, 'other'],
    ] as const)
      expect((await report(person, { story_id: story.id, reason })).status).toBe(201)
    expect(await caseOf(story.id)).toMatchObject({
      severity: 'urgent',
      reports_count: 3,
      due_at: new Date(ctx.now().getTime() + 6 * HOUR_MS).toISOString(),
    })
  })

  it('A reported message goes to staff with the five before it and nothing else of the thread', async () => {
    const ivy = await member('ivy')
    await subscribe(ivy, amy)
    const { id } = await ivy.writes(amy, 'one')
    for (const content of ['two', 'three']) await ivy.says(id, content)
    for (const content of ['four', 'five', 'six']) await amy.says(id, content)
    const bad = await amy.says(id, 'I know where you live')
    await ivy.says(id, 'after it')
    expect((await report(ivy, { message_id: bad.id, reason: 'threat' })).status).toBe(201)
    const file = await caseOf(bad.id)
    expect(file.subject?.id).toBe(amy.id)
    expect(file.evidence?.messages.map(({ content, is_by_subject }) => [content, is_by_subject])).toEqual([
      ['two', false],
      ['three', false],
      ['four', true],
      ['five', true],
      ['six', true],
      ['I know where you live', true],
    ])
    expect(JSON.stringify(file)).not.toContain('after it')
    expect(JSON.stringify(file)).not.toContain('"one"')
  })

  it('A message in a conversation that is closed by a block can still be reported', async () => {
    const [kim, lea] = [await member('kim'), await creatorNamed('lea')]
    await subscribe(kim, lea)
    const { id } = await kim.writes(lea, 'Hello')
    const bad = await lea.says(id, 'Go away')
    await kim.ask('POST', '/blocks', { username: 'lea' })
    expect((await report(kim, { message_id: bad.id, reason: 'harassment' })).status).toBe(201)
  })

  it('A profile is reported by its name or a former one, with the bio as each reporter saw it', async () => {
    const mia = await creatorNamed('mia-before')
    await mia.send('PUT', `/profiles/${mia.id}`, { bio: 'First bio' })
    expect((await report(bob, { username: 'MIA-before', reason: 'identity' })).status).toBe(201)
    passes(1)
    await mia.ask('PUT', '/user', { username: 'mia' })
    await mia.send('PUT', `/profiles/${mia.id}`, { bio: 'Second bio' })
    expect((await report(eve, { username: 'mia-before', reason: 'identity' })).status).toBe(201)
    expect((await report(eve, { username: 'mia', reason: 'other' })).status).toBe(200)
    expect(await caseOf(mia.id)).toMatchObject({
      kind: 'profile',
      evidence: { username: 'mia-before', text: 'First bio' },
      reports: [{ evidence: null }, { evidence: { username: 'mia', text: 'Second bio' } }],
    })
  })

  it('A member without a profile can be reported too', async () => {
    const username = 'no-stage'
    const ned = await member('ned')
    await ned.ask('PUT', '/user', { username })
    expect((await report(amy, { username, reason: 'harassment' })).status).toBe(201)
    expect(await caseOf(ned.id)).toMatchObject({ evidence: { username, text: null }, sealed_type: null })
  })

  it.each([...CASE_REASONS])('A member may give the reason %s', async (reason) => {
    const story = await amy.tells()
    expect((await report(bob, { story_id: story.id, reason })).status).toBe(201)
    expect((await caseOf(story.id)).reasons).toEqual([reason])
  })

  it('Fifty reports at once of ten people open one case with ten reports, and the numbers have no gap', async () => {
    const story = await amy.tells()
    const crowd = await Promise.all(Array.from({ length: 10 }, (_, index) => member(`crowd-${index}`)))
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        report(crowd[index % 10] ?? bob, { story_id: story.id, reason: 'other' }),
      ),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(40).fill(200), ...Array(10).fill(201)])
    expect((await caseOf(story.id)).reports_count).toBe(10)
    const numbers = await ctx.db<{ number: string }[]>`select number from cases order by number`
    expect(numbers.map(({ number }) => number)).toEqual(
      numbers.map((_, index) => `2026-${String(index + 1).padStart(4, '0')}`),
    )
  })
})

describe('Cases of posts', () => {
  it('A reported post has a case, which a dismissal decides; a report of somebody else opens the next one', async () => {
    const post = await amy.posts({ description: 'A post' })
    expect((await report(bob, { post_id: post.id, reason: post_reason })).status).toBe(201)
    const first = await caseOf(post.id)
    expect(first).toMatchObject({ kind: 'post', state: 'open', severity: 'normal', reasons: [post_reason] })
    passes(1000)
    expect((await moderator.ask('POST', `/admin/reports/${post.id}/dismiss`, {})).status).toBe(200)
    expect(await caseOf(post.id)).toMatchObject({
      id: first.id,
      state: 'decided',
      decided_at: ctx.now().toISOString(),
      erase_at: new Date(ctx.now().getTime() + 180 * DAY_MS).toISOString(),
      evidence: null,
      sealed_type: null,
    })
    expect((await report(bob, { post_id: post.id, reason: post_reason })).status).toBe(200)
    expect((await report(eve, { post_id: post.id, reason: post_reason })).status).toBe(201)
    const second = await caseOf(post.id)
    expect(second).toMatchObject({ state: 'open', reports_count: 1 })
    expect(second.id).not.toBe(first.id)
  })

  it('The removal of a post by an admin decides its case', async () => {
    const admin = await staff('admin', 'admin')
    const post = await amy.posts()
    await report(bob, { post_id: post.id, reason: post_reason })
    expect((await admin.ask('DELETE', `/admin/posts/${post.id}`)).status).toBe(200)
    expect((await caseOf(post.id)).state).toBe('decided')
  })

  it('A profile can be reported again after the decision, a story cannot', async () => {
    const ada = await creator('ada')
    await ada.ask('PUT', '/user', { username: 'ada' })
    const story = await ada.tells()
    for (const body of [{ username: 'ada' }, { story_id: story.id }]) await report(bob, { ...body, reason: 'spam' })
    await ctx.db`update cases set state = 'decided', decided_at = ${ctx.now()} where subject_id = ${ada.id}`
    expect((await report(bob, { username: 'ada', reason: 'spam' })).status).toBe(201)
    expect((await report(bob, { story_id: story.id, reason: 'spam' })).status).toBe(200)
  })
})
