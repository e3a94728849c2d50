import { describe, expect, it } from 'vitest'
import { APPEAL_DAYS, FACTS_MAX } from '#contract/decisions.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { casesWorld, REASONS } from '#tests/support/scenarios/reported-cases.ts'
import { NOBODY } from '#tests/support/world.ts'

const {
  ctx,
  amy,
  bob,
  eve,
  moderator,
  other_moderator,
  admin,
  creatorNamed,
  member,
  staff,
  visitor,
  passes,
  eventsDuring,
  report,
  reported,
  decide,
  caseRow,
  decisionsOf,
  noticesOf,
  auditOf,
} = await casesWorld()

const inHours = (hours: number) => new Date(ctx.now().getTime() + hours * HOUR_MS).toISOString()
const hiddenAt = async (table: 'posts' | 'stories', id: string) =>
  (await ctx.db`select hidden_at from ${ctx.db(table)} where id = ${id}`)[0]?.hidden_at

describe('Refused decisions', () => {
  it('Nobody but staff decides a case', async () => {
    const { id } = await reported.story()
    expect((await decide(visitor, id, 'dismiss')).status).toBe(401)
    for (const person of [bob, amy]) expect((await decide(person, id, 'dismiss')).status).toBe(403)
    expect(await decisionsOf(id)).toEqual([])
  })

  it.each([NOBODY, 'x', '%00'])('The unknown case %s cannot be decided', async (id) => {
    expect((await decide(admin, id, 'dismiss')).status).toBe(404)
  })

  it('A case about oneself is absent', async () => {
    const ada = await staff('ada', 'admin')
    await ctx.db`insert into profiles (id, created_at) values (${ada.id}, ${ctx.now()})`
    const { id } = await reported.story(ada)
    expect((await decide(ada, id, 'dismiss')).status).toBe(404)
    expect((await decide(moderator, id, 'dismiss')).status).toBe(201)
  })

  it.each([
    ['no action', { action: undefined }, 'action'],
    ['an unknown action', { action: 'banish' }, 'action'],
    ['an empty list', { action: [] }, 'action'],
    ['the same action twice', { action: ['warn', 'warn'] }, 'action'],
    ['a dismissal beside a warning', { action: ['dismiss', 'warn'] }, 'action'],
    ['hide beside remove', { action: ['hide', 'remove'] }, 'action'],
    ['freeze beside close', { action: ['freeze', 'close'], until: null }, 'action'],
    ['no ground', { action: 'warn', ground: undefined }, 'ground'],
    ['the ground null', { action: 'warn', ground: null }, 'ground'],
    ['a ground of its own', { action: 'warn', ground: 'I do not like it' }, 'ground'],
    ['no facts', { action: 'warn', facts: undefined }, 'facts'],
    ['facts of spaces', { action: 'warn', facts: ' \n\u200b ' }, 'facts'],
    ['facts that are too long', { action: 'warn', facts: 'x'.repeat(FACTS_MAX + 1) }, 'facts'],
    ['a freeze without an end', { action: 'freeze' }, 'until'],
    ['a freeze that is over', { action: 'freeze', until: '2020-01-01T00:00:00Z' }, 'until'],
    ['a freeze until no date', { action: 'freeze', until: 'soon' }, 'until'],
    ['no part of a profile', { action: 'remove', parts: [] }, 'parts'],
  ])('A decision with %s is refused', async (_, body, field) => {
    const { id } = await reported.story()
    const reply = await admin.ask('POST', `/admin/cases/${id}/decisions`, { ...REASONS, ...body })
    expect(reply.status).toBe(422)
    expect(Object.keys(reply.body.fields)[0]?.split('.')[0]).toBe(field)
    expect(await caseRow(id)).toMatchObject({ state: 'open', decided_at: null })
  })

  it.each([
    ['remove a post', 'post', 'remove', {}],
    ['close an account', 'story', 'close', {}],
    ['freeze somebody for good', 'story', 'freeze', { until: null }],
    ['freeze somebody for more than 72 hours', 'story', 'freeze', { until: '2026-12-01T00:00:00Z' }],
  ] as const)('A moderator cannot %s', async (_, kind, action, more) => {
    const { id } = await reported[kind]()
    expect((await decide(moderator, id, action, more)).status).toBe(403)
    expect([await decisionsOf(id), await auditOf(id)]).toEqual([[], []])
  })

  it('Nobody decides against a member of staff with the same role or a higher one', async () => {
    for (const [role, by, status] of [
      ['admin', admin, 403],
      ['admin', moderator, 403],
      ['moderator', moderator, 403],
      ['moderator', admin, 201],
    ] as const) {
      const author = await staff(`author-${role}-${by.email}`, role)
      await ctx.db`insert into profiles (id, created_at) values (${author.id}, ${ctx.now()})`
      const { id } = await reported.story(author)
      expect((await decide(by, id, 'warn')).status, `${role} by ${by.email}`).toBe(status)
    }
  })

  it('The database itself refuses a decision against somebody without ground or facts', async () => {
    const { id } = await reported.story()
    for (const [ground, facts] of [
      [null, 'x'],
      ['terms_spam', null],
      ['terms_spam', ' '],
    ]) {
      const row = { id: NOBODY, case_id: id, subject_id: amy.id, ground, facts, is_noticed: true }
      const when = { decided_at: ctx.now(), appeal_until: ctx.now() }
      const insert = ctx.db`insert into decisions ${ctx.db({ ...row, ...when, actions: ['warn'] })}`
      await expect(insert).rejects.toThrow(/decisions_have_reasons/)
    }
  })

  it('A case is decided once', async () => {
    const { id } = await reported.story()
    expect((await decide(moderator, id, 'warn')).status).toBe(201)
    expect((await decide(admin, id, 'remove')).status).toBe(422)
    expect(await decisionsOf(id)).toHaveLength(1)
  })

  it('Of two members of staff who decide at the same time one does', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, object } = await reported.post()
      const replies = await Promise.all([
        decide(admin, id, 'remove'),
        decide(moderator, id, 'dismiss'),
        decide(other_moderator, id, 'warn'),
        admin.ask('DELETE', `/admin/posts/${object.id}`),
      ])
      const done = replies.slice(0, 3).filter(({ status }) => status === 201)
      for (const { status } of replies) expect([200, 201, 404, 422]).toContain(status)
      expect(done.length).toBeLessThanOrEqual(1)
      const stored = await ctx.db`
        select actions from decisions where case_id in (select id from cases where object_id = ${object.id})`
      const removals = stored.filter(({ actions }) => actions.includes('remove'))
      expect(removals).toHaveLength(1)
    }
  })

  it('An erased account can neither be frozen nor closed, and its case can be dismissed', async () => {
    const gone = await creatorNamed('gone')
    const { id } = await reported.story(gone)
    await ctx.db`update users set erased_at = ${ctx.now()} where id = ${gone.id}`
    await ctx.jobs.send('erase_accounts', {})
    await ctx.jobs.runDue()
    for (const [action, more] of [
      ['freeze', { until: null }],
      ['close', {}],
    ] as const) {
      expect((await decide(admin, id, action, more)).status).toBe(422)
    }
    expect((await decide(admin, id, 'remove')).status).toBe(201)
    expect(await noticesOf(gone)).toEqual([])
    expect((await noticesOf(bob))[0]).toMatchObject({ kind: 'report_upheld' })
  })
})

describe('Dismissals and warnings', () => {
  it('A dismissed case is decided; its reporters hear of it and its subject does not', async () => {
    const cat = await creatorNamed('cat')
    const { id, object } = await reported.story(cat)
    await report({ story_id: object.id }, eve)
    const events = await eventsDuring(async () => {
      expect((await decide(moderator, id, 'dismiss')).body).toEqual({ state: 'decided' })
    })
    expect(events).toEqual([{ kind: 'notices_changed', user_ids: [bob.id, eve.id].sort() }])
    expect(await noticesOf(cat)).toEqual([])
    const notice = {
      kind: 'report_dismissed',
      details: { object_kind: 'story' },
      post_id: null,
      decision_id: expect.any(String),
    }
    for (const person of [bob, eve]) expect((await noticesOf(person))[0]).toEqual(notice)
    expect(await caseRow(id)).toMatchObject({ state: 'decided', decided_at: ctx.now() })
    expect(await decisionsOf(id)).toMatchObject([
      { actions: ['dismiss'], ground: null, facts: null, decided_by: moderator.id, is_automated: false },
    ])
  })

  it('A warning is told with its decision, and leaves everything where it is', async () => {
    const { id, object } = await reported.story()
    expect((await decide(moderator, id, ['warn'])).status).toBe(201)
    const [decision] = await decisionsOf(id)
    expect(decision).toMatchObject({
      case_id: id,
      subject_id: amy.id,
      ...REASONS,
      until: null,
      is_noticed: true,
      decided_at: ctx.now(),
      appeal_until: new Date(ctx.now().getTime() + APPEAL_DAYS * DAY_MS),
    })
    const told = { kind: 'decision', details: { object_kind: 'story' }, post_id: null, decision_id: decision?.id }
    expect((await noticesOf(amy))[0]).toEqual(told)
    expect((await noticesOf(bob))[0]).toMatchObject({ kind: 'report_upheld', decision_id: decision?.id })
    expect(await hiddenAt('stories', object.id)).toBeNull()
    expect(await auditOf(id)).toEqual([
      {
        staff_id: moderator.id,
        action: 'case_decided',
        user_id: amy.id,
        reason: `${REASONS.ground}: ${REASONS.facts}`,
        details: { case_id: id, decision_id: decision?.id, actions: 'warn', until: null, reports: 1 },
      },
    ])
  })

  it('The reports of a post whose case is dismissed are handled ones', async () => {
    const { id, object } = await reported.post()
    await decide(moderator, id, 'dismiss')
    const ids = async (query: string) =>
      (await moderator.ask('GET', `/admin/reports${query}`)).body.map((post: { id: string }) => post.id)
    expect(await ids('')).not.toContain(object.id)
    expect(await ids('?state=handled')).toContain(object.id)
  })
})

describe('Removals', () => {
  it('A removed post is hidden, and its author and the reporter are told', async () => {
    const { id, object } = await reported.post()
    expect((await decide(admin, id, 'remove')).status).toBe(201)
    expect(await hiddenAt('posts', object.id)).toEqual(ctx.now())
    const [decision] = await decisionsOf(id)
    expect((await noticesOf(amy))[0]).toEqual({
      kind: 'post_removed',
      details: { reason: REASONS.facts },
      post_id: object.id,
      decision_id: decision?.id,
    })
    expect((await noticesOf(bob))[0]).toMatchObject({ kind: 'report_upheld', post_id: object.id })
  })

  it('A moderator removes a story, a message and a part of a profile', async () => {
    const story = await reported.story()
    expect((await decide(moderator, story.id, 'remove')).status).toBe(201)
    expect(await hiddenAt('stories', story.object.id)).toEqual(ctx.now())

    const message = await reported.message()
    const events = await eventsDuring(() => decide(moderator, message.id, 'remove'))
    expect(events[0]).toMatchObject({
      kind: 'conversation',
      event: { type: 'message_changed', message_id: message.object.id, is_removed: true },
    })
    expect([...(await ctx.db`select content, hidden_content from messages where id = ${message.object.id}`)]).toEqual([
      { content: 'Message removed', hidden_content: 'An insult' },
    ])

    await amy.send('PUT', `/profiles/${amy.id}`, { bio: 'A rude bio' })
    const profile = await reported.profile('amy')
    expect((await decide(moderator, profile.id, 'remove', { parts: ['bio'] })).status).toBe(201)
    expect([...(await ctx.db`select bio, hidden_bio from profiles where id = ${amy.id}`)]).toEqual([
      { bio: '', hidden_bio: 'A rude bio' },
    ])
    expect(await decisionsOf(profile.id)).toMatchObject([{ parts: ['bio'] }])
  })

  it('What its author has deleted can still be decided', async () => {
    const { id, object } = await reported.story()
    expect((await amy.ask('DELETE', `/stories/${object.id}`)).status).toBe(200)
    expect((await decide(moderator, id, 'remove')).status).toBe(201)
    expect((await noticesOf(bob))[0]).toMatchObject({ kind: 'report_upheld' })
  })
})

describe('Hides', () => {
  it('What a moderator hides waits for an admin, and only its author is told', async () => {
    const fan = await member('fan')
    const { id, object } = await reported.story(amy, fan)
    expect((await decide(moderator, id, 'hide')).body).toEqual({ state: 'decided' })
    expect(await hiddenAt('stories', object.id)).toEqual(ctx.now())
    expect(await caseRow(id)).toMatchObject({ state: 'open', needs_admin: true, decided_at: null })
    expect((await noticesOf(amy))[0]).toMatchObject({ kind: 'decision' })
    expect(await noticesOf(fan)).toEqual([])
    for (const action of ['dismiss', 'warn', 'remove'])
      expect((await decide(other_moderator, id, action)).status).toBe(403)
    expect((await decide(admin, id, 'remove')).status).toBe(201)
    expect(await hiddenAt('stories', object.id)).not.toBeNull()
    expect(await noticesOf(fan)).toMatchObject([{ kind: 'report_upheld' }])
  })

  it.each(['dismiss', 'warn'])('An admin who decides to %s brings back what was hidden', async (action) => {
    const { id, object } = await reported.post()
    await decide(moderator, id, 'hide')
    expect(await hiddenAt('posts', object.id)).not.toBeNull()
    passes(HOUR_MS)
    expect((await decide(admin, id, action)).status).toBe(201)
    expect(await hiddenAt('posts', object.id)).toBeNull()
    expect(await decisionsOf(id)).toMatchObject([{ actions: ['hide'], undone_at: ctx.now() }, { undone_at: null }])
  })
})

describe('Freezes of a case', () => {
  it('A moderator freezes for 72 hours together with a removal, in one decision', async () => {
    const cal = await creatorNamed('cal')
    const { id, object } = await reported.story(cal)
    const until = inHours(72)
    const events = await eventsDuring(async () => {
      expect((await decide(moderator, id, ['remove', 'freeze'], { until })).status).toBe(201)
    })
    expect(events[0]).toEqual({ kind: 'user_ended', user_id: cal.id })
    expect(await hiddenAt('stories', object.id)).not.toBeNull()
    expect((await cal.ask('GET', '/user')).status).toBe(401)
    expect((await cal.signIn()).body).toMatchObject({ code: 'account_frozen', ends_at: until, ...REASONS })
    expect(await decisionsOf(id)).toMatchObject([{ actions: ['remove', 'freeze'], until: new Date(until) }])
  })

  it('A moderator does not shorten the freeze of an admin', async () => {
    const dan = await creatorNamed('dan')
    const { id } = await reported.story(dan)
    await admin.ask('POST', `/admin/users/${dan.id}/freeze`, { until: null, ...REASONS })
    expect((await decide(moderator, id, 'freeze', { until: inHours(1) })).status).toBe(403)
    expect((await decide(admin, id, 'freeze', { until: inHours(100) })).status).toBe(201)
    expect((await dan.signIn()).body).toMatchObject({ ends_at: inHours(100) })
  })
})
