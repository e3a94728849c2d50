import { describe, expect, it } from 'vitest'
import { APPEAL_DAYS, APPEAL_MAX } from '#contract/decisions.ts'
import type { Notice } from '#contract/notices.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { statementToken } from '#server/domain/statement-token.ts'
import { setRole } from '#server/store/accounts/users.ts'
import { casesWorld, REASONS } from '#tests/support/scenarios/reported-cases.ts'
import { NOBODY, type Person, world } from '#tests/support/world.ts'

const {
  ctx,
  amy,
  bob,
  moderator,
  other_moderator,
  admin,
  other_admin,
  creatorNamed,
  staff,
  visitor,
  passes,
  eventsDuring,
  runJob,
  reported,
  decide,
  caseRow,
  decisionsOf,
  noticesOf,
} = await casesWorld()

const tokenOf = (decision_id: string) => statementToken(ctx.secret, decision_id)
const appeal = (decision_id: string, text: unknown = 'It was a joke.', by: Person = visitor) =>
  by.ask('POST', `/decisions/${tokenOf(decision_id)}/appeal`, { text })
const decideAppeal = (by: Person, id: string, outcome: unknown, answer: unknown = 'We have looked again.') =>
  by.ask('POST', `/admin/decisions/${id}/appeal`, { outcome, answer })

/** A case that was decided; returns the id of the decision. */
async function decided(kind: 'post' | 'story' | 'message', action: unknown, more: object = {}, by = moderator) {
  const { id, object } = await reported[kind]()
  expect((await decide(by, id, action, more)).status).toBe(201)
  return { case_id: id, object, id: (await decisionsOf(id)).at(-1)?.id }
}

/** Whoever was signed in signs in again, after a time that ends sessions. */
async function daysPass(days: number): Promise<void> {
  passes(days * DAY_MS)
  for (const person of [amy, bob, moderator, other_moderator, admin, other_admin]) await person.signIn()
}

describe('Refused appeals', () => {
  it('Nobody appeals without the right link', async () => {
    const { id } = await decided('story', 'warn')
    const [token, other] = [tokenOf(id), tokenOf(NOBODY)]
    for (const wrong of [
      'x',
      '%00',
      other,
      id,
      `${id}.`,
      `${token}x`,
      token.slice(0, -1),
      `${NOBODY}${token.slice(36)}`,
    ]) {
      const { status } = await visitor.ask('POST', `/decisions/${wrong}/appeal`, { text: 'Please' })
      expect(status, wrong).toBe(404)
    }
  })

  it.each([undefined, null, '', ' \n ', '\u200b', 7, 'x'.repeat(APPEAL_MAX + 1)])(
    'An appeal with %j is refused',
    async (text) => {
      const { id, case_id } = await decided('story', 'warn')
      expect((await visitor.ask('POST', `/decisions/${tokenOf(id)}/appeal`, { text })).status).toBe(422)
      expect(await caseRow(case_id)).toMatchObject({ state: 'decided' })
    },
  )

  it('A dismissal cannot be appealed', async () => {
    const { id } = await decided('story', 'dismiss')
    expect((await appeal(id)).status).toBe(404)
  })

  it('A decision is appealed once, also of many appeals at the same time', async () => {
    const { id } = await decided('story', 'warn')
    const replies = await Promise.all(Array.from({ length: 6 }, (_, index) => appeal(id, `Appeal ${index}`)))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422, 422])
    expect((await appeal(id)).status).toBe(422)
  })

  it('An appeal on day 180 is taken, and on day 181 refused', async () => {
    const [late, in_time] = [await decided('message', 'warn'), await decided('story', 'warn')]
    await daysPass(APPEAL_DAYS)
    expect((await appeal(in_time.id)).status).toBe(201)
    await daysPass(1)
    const refused = await appeal(late.id)
    expect([refused.status, refused.body.fields]).toEqual([422, { text: expect.any(String) }])
  })

  it('Too many appeals from one address wait', async () => {
    const strict = await world({ RATE_LIMITS: 'on' })
    const statuses = new Set<number>()
    for (let index = 0; index < 11; index += 1) {
      const token = statementToken(strict.ctx.secret, NOBODY)
      statuses.add((await strict.visitor.ask('POST', `/decisions/${token}/appeal`, { text: 'x' })).status)
    }
    expect([...statuses]).toEqual([404, 429])
  })
})

describe('Filed appeals', () => {
  it('An appeal is stored with its decision, the case is appealed, and staff are told', async () => {
    const { id, case_id } = await decided('story', 'warn')
    await ctx.db`delete from member_notices`
    const events = await eventsDuring(async () => expect((await appeal(id, ' It was\r\na joke. ')).body).toEqual({}))
    expect(await decisionsOf(case_id)).toMatchObject([
      { appeal: 'It was\na joke.', appealed_at: ctx.now(), appeal_outcome: null, undone_at: null },
    ])
    expect(await caseRow(case_id)).toMatchObject({ state: 'appealed' })
    for (const person of [moderator, admin]) expect(await noticesOf(person)).toMatchObject([{ kind: 'appeal_filed' }])
    expect(await noticesOf(amy)).toEqual([])
    expect(events).toEqual([{ kind: 'notices_changed', user_ids: expect.arrayContaining([admin.id, moderator.id]) }])
  })

  it('The answer to a notice about a decision is the appeal against it, and one excludes the other', async () => {
    const post = await decided('post', 'remove', {}, admin)
    const { body } = await amy.ask('GET', '/notices')
    const notice = body.find(({ kind }: Notice) => kind === 'post_removed')
    expect(notice).toMatchObject({ may_answer: true })
    expect((await bob.ask('POST', `/notices/${notice.id}/answer`, { answer: 'Mine' })).status).toBe(404)
    expect((await amy.ask('POST', `/notices/${notice.id}/answer`, { answer: 'It is mine.' })).status).toBe(201)
    expect(await decisionsOf(post.case_id)).toMatchObject([{ appeal: 'It is mine.' }])
    expect((await appeal(post.id)).status).toBe(422)
    const [handled] = (await admin.ask('GET', '/admin/reports?state=handled')).body
    expect(handled).toMatchObject({ id: post.object.id, handled: { answer: 'It is mine.' } })

    const story = await decided('story', 'warn')
    expect((await appeal(story.id)).status).toBe(201)
    const [told] = (await amy.ask('GET', '/notices')).body
    expect(told).toMatchObject({ kind: 'decision', may_answer: false })
    expect((await amy.ask('POST', `/notices/${told.id}/answer`, { answer: 'Again' })).status).toBe(422)
  })

  it('A reporter cannot appeal by answering the notice about the outcome', async () => {
    await decided('story', 'warn')
    const [told] = (await bob.ask('GET', '/notices')).body
    expect(told).toMatchObject({ kind: 'report_upheld', may_answer: false })
    expect((await bob.ask('POST', `/notices/${told.id}/answer`, { answer: 'Harder' })).status).toBe(422)
  })
})

describe('Refused decisions about appeals', () => {
  it('Nobody but staff decides about an appeal, and only about one that waits', async () => {
    const { id } = await decided('story', 'warn')
    expect((await decideAppeal(other_moderator, id, 'upheld')).status).toBe(422)
    await appeal(id)
    expect((await decideAppeal(visitor, id, 'upheld')).status).toBe(401)
    for (const person of [amy, bob]) expect((await decideAppeal(person, id, 'upheld')).status).toBe(403)
    for (const unknown of [NOBODY, 'x', '%00']) expect((await decideAppeal(admin, unknown, 'upheld')).status).toBe(404)
    for (const [outcome, answer] of [
      ['perhaps', 'x'],
      ['upheld', ' '],
      ['upheld', null],
      ['rejected', 'x'.repeat(APPEAL_MAX + 1)],
    ]) {
      expect((await decideAppeal(other_moderator, id, outcome, answer)).status).toBe(422)
    }
    expect((await decideAppeal(other_moderator, id, 'rejected')).status).toBe(200)
    expect((await decideAppeal(admin, id, 'upheld')).status).toBe(422)
  })

  it('The first decider does not decide about the appeal while there is somebody else', async () => {
    const { id } = await decided('story', 'remove')
    await appeal(id)
    expect((await decideAppeal(moderator, id, 'rejected')).status).toBe(403)
    expect((await decideAppeal(other_moderator, id, 'rejected')).status).toBe(200)
  })

  it('What only an admin can decide only another admin can undo', async () => {
    for (const [kind, action, more] of [
      ['post', 'remove', {}],
      ['story', 'freeze', { until: null }],
    ] as const) {
      const { id } = await decided(kind, action, more, admin)
      await appeal(id)
      for (const person of [admin, moderator]) expect((await decideAppeal(person, id, 'upheld')).status).toBe(403)
      expect((await decideAppeal(other_admin, id, 'upheld')).status).toBe(200)
      await amy.signIn()
    }
  })

  it('The first decider decides about the appeal if nobody else can', async () => {
    const { id } = await decided('post', 'remove', {}, admin)
    await appeal(id)
    await setRole(ctx.db, other_admin.email, null)
    expect((await decideAppeal(admin, id, 'upheld')).status).toBe(200)
    await setRole(ctx.db, other_admin.email, 'admin')
  })

  it('Of two decisions about an appeal at the same time one counts', async () => {
    const { id, case_id } = await decided('story', 'remove')
    await appeal(id)
    const replies = await Promise.all([
      decideAppeal(other_moderator, id, 'upheld'),
      decideAppeal(admin, id, 'rejected'),
      decideAppeal(other_admin, id, 'upheld'),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422])
    expect((await decisionsOf(case_id))[0]?.appeal_decided_at).toEqual(ctx.now())
  })
})

describe('Decided appeals', () => {
  it('A rejected appeal leaves everything as it was, and its subject hears of it', async () => {
    const { id, case_id, object } = await decided('story', 'remove')
    await appeal(id)
    passes(HOUR_MS)
    await decideAppeal(other_moderator, id, 'rejected', ' It stays\r\nremoved. ')
    expect(await decisionsOf(case_id)).toMatchObject([
      {
        appeal_outcome: 'rejected',
        appeal_answer: 'It stays\nremoved.',
        appeal_decided_by: other_moderator.id,
        undone_at: null,
      },
    ])
    expect(await caseRow(case_id)).toMatchObject({ state: 'decided' })
    expect((await amy.ask('GET', `/stories/${object.id}`)).status).toBe(404)
    expect((await noticesOf(amy))[0]).toMatchObject({ kind: 'appeal_decided', decision_id: id })
    expect((await noticesOf(bob))[0]).toMatchObject({ kind: 'report_upheld' })
    const [audited] = await ctx.db`select * from audit_log where action = 'appeal_decided' order by id desc limit 1`
    expect(audited).toMatchObject({ staff_id: other_moderator.id, user_id: amy.id, details: { outcome: 'rejected' } })
  })

  it('An upheld appeal restores a post to the byte, with its likes, and both sides hear of it', async () => {
    const { object, id: case_id } = await reported.post()
    await bob.ask('POST', '/like', { post_id: object.id })
    const before = {
      post: (await bob.ask('GET', `/posts/${object.id}`)).body,
      bytes: (await bob.fetch(object.file ?? '')).bytes,
      feed: (await bob.ask('GET', '/posts')).body,
    }
    await decide(admin, case_id, 'remove')
    expect((await bob.ask('GET', `/posts/${object.id}`)).status).toBe(404)
    expect((await bob.fetch(object.file ?? '')).status).toBe(404)
    const [decision] = await decisionsOf(case_id)
    await appeal(decision?.id)
    await daysPass(179)
    await runJob('erase_removed')
    await decideAppeal(other_admin, decision?.id, 'upheld')
    expect((await bob.ask('GET', `/posts/${object.id}`)).body).toEqual(before.post)
    expect((await bob.fetch(object.file ?? '')).bytes).toEqual(before.bytes)
    expect((await bob.ask('GET', '/posts')).body).toEqual(before.feed)
    expect(await decisionsOf(case_id)).toMatchObject([{ appeal_outcome: 'upheld', undone_at: ctx.now() }])
    expect((await noticesOf(amy))[0]).toMatchObject({ kind: 'appeal_decided', post_id: object.id })
    expect((await noticesOf(bob))[0]).toMatchObject({ kind: 'report_reversed', post_id: object.id })
  })

  it('An upheld appeal restores a message for both sides, live', async () => {
    const { object, id: case_id } = await reported.message()
    await decide(moderator, case_id, 'remove')
    const id = (await decisionsOf(case_id))[0]?.id
    const thread = async () => (await bob.ask('GET', `/conversations/${object.conversation_id}`)).body.messages
    expect((await thread()).find(({ id: each }: { id: string }) => each === object.id)).toMatchObject({
      is_removed: true,
    })
    await appeal(id)
    const events = await eventsDuring(() => decideAppeal(admin, id, 'upheld'))
    expect(events[0]).toMatchObject({ event: { type: 'message_changed', content: 'An insult', is_removed: false } })
    expect((await thread()).find(({ id: each }: { id: string }) => each === object.id)).toMatchObject({
      content: 'An insult',
      is_removed: false,
    })
  })

  it('A bio comes back, unless its owner has written another one', async () => {
    const ivy = await creatorNamed('ivy')
    const bio = async () => (await bob.ask('GET', '/profiles/ivy')).body.bio
    for (const written of ['', 'A new bio']) {
      await ivy.send('PUT', `/profiles/${ivy.id}`, { bio: 'The first bio' })
      const { id: case_id } = await reported.profile('ivy')
      await decide(moderator, case_id, 'remove', { parts: ['bio'] })
      expect(await bio()).toBe('')
      if (written) await ivy.send('PUT', `/profiles/${ivy.id}`, { bio: written })
      const [decision] = await decisionsOf(case_id)
      await appeal(decision?.id)
      await decideAppeal(admin, decision?.id, 'upheld')
      expect(await bio()).toBe(written || 'The first bio')
    }
  })

  it('A frozen person appeals without a session, and an upheld appeal ends the freeze', async () => {
    const kai = await creatorNamed('kai')
    await admin.ask('POST', `/admin/users/${kai.id}/freeze`, { until: null, ...REASONS })
    const { statement } = (await kai.signIn()).body
    expect((await visitor.ask('POST', `${statement}/appeal`, { text: 'It was not me.' })).status).toBe(201)
    const [{ id } = { id: '' }] = await ctx.db<{ id: string }[]>`select id from decisions where subject_id = ${kai.id}`
    expect((await decideAppeal(other_admin, id, 'upheld')).status).toBe(200)
    expect((await kai.signIn()).status).toBe(200)
  })

  it('An upheld appeal does not end a later freeze', async () => {
    const lou = await creatorNamed('lou')
    const until = new Date(ctx.now().getTime() + HOUR_MS).toISOString()
    await moderator.ask('POST', `/admin/users/${lou.id}/freeze`, { until, ...REASONS })
    const [{ id } = { id: '' }] = await ctx.db<{ id: string }[]>`select id from decisions where subject_id = ${lou.id}`
    await appeal(id)
    passes(1000)
    await admin.ask('POST', `/admin/users/${lou.id}/freeze`, { until: null, ...REASONS })
    expect((await decideAppeal(other_moderator, id, 'upheld')).status).toBe(200)
    expect((await lou.signIn()).body).toMatchObject({ code: 'account_frozen', ends_at: null })
  })

  it('An upheld appeal against a hide brings it back, and the case still waits for an admin', async () => {
    const { id, case_id, object } = await decided('story', 'hide')
    await appeal(id)
    expect(await caseRow(case_id)).toMatchObject({ state: 'appealed', decided_at: null })
    await decideAppeal(other_moderator, id, 'upheld')
    expect((await amy.ask('GET', `/stories?id=${object.id}`)).status).toBe(200)
    expect(await caseRow(case_id)).toMatchObject({ state: 'open', needs_admin: true })
    expect((await decide(admin, case_id, 'dismiss')).status).toBe(201)
  })

  it('The appeal of a moderator is decided by an admin', async () => {
    const mia = await staff('mia', 'moderator')
    await ctx.db`insert into profiles (id, created_at) values (${mia.id}, ${ctx.now()})`
    const { id: case_id } = await reported.story(mia)
    await decide(admin, case_id, 'warn')
    const [decision] = await decisionsOf(case_id)
    await appeal(decision?.id)
    expect((await decideAppeal(mia, decision?.id, 'upheld')).status).toBe(404)
    expect((await decideAppeal(moderator, decision?.id, 'upheld')).status).toBe(403)
    expect((await decideAppeal(other_admin, decision?.id, 'upheld')).status).toBe(200)
  })
})
