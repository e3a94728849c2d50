import { describe, expect, it } from 'vitest'
import { REPORT_REASONS } from '#contract/posts.ts'
import type { ReportedPost } from '#contract/reports.ts'
import { insertPosts } from '#tests/support/database/post-rows.ts'
import { countStoredPictures } from '#tests/support/files/stored-files.ts'
import { reportedWorld } from '#tests/support/scenarios/reported-posts.ts'
import { NOBODY, type Person } from '#tests/support/world.ts'

const {
  ctx,
  amy,
  bob,
  eve,
  moderator,
  admin,
  creator,
  member,
  staff,
  visitor,
  passes,
  eventsDuring,
  report,
  reportedPost,
  auditOf,
} = await reportedWorld()
const [reason] = REPORT_REASONS
const ABSENT = { error: 'Not found', code: 'not_found' }

const remove = (person: Person, id: string, body?: unknown) => person.ask('DELETE', `/admin/posts/${id}`, body)
const exists = async (id: string) =>
  (await ctx.db`select 1 from posts where id = ${id} and hidden_at is null`).length === 1
const noticesOf = async (post_id: string) => [
  ...(await ctx.db`
    select user_id, kind, details, case_id is not null as has_case from member_notices where post_id = ${post_id} order by kind, user_id`),
]

describe('Refused removals', () => {
  // Spec 6.19
  it('Only an admin can remove a post: not a visitor, a reader, its author or a moderator', async () => {
    const id = await reportedPost()
    expect((await remove(visitor, id)).status).toBe(401)
    for (const person of [bob, amy, moderator]) {
      expect(await remove(person, id, { reason: 'Mine' })).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    }
    expect(await exists(id)).toBe(true)
    expect([await noticesOf(id), await auditOf(id)]).toEqual([[], []])
  })

  it('Removing an unknown post, or an invalid id, is a 404', async () => {
    for (const id of [NOBODY, 'x', '%00', `urn:uuid:${NOBODY}`]) {
      expect(await remove(admin, id), id).toMatchObject({ status: 404, body: ABSENT })
    }
  })

  it.each(
    [[], 'text', 5, { reason: 5 }, { reason: null }, { reason: 'x'.repeat(2001) }, { reason: 'a\0b' }].map((body) => [
      body,
    ]),
  )('A removal with %j is refused', async (body) => {
    const id = await reportedPost()
    const reply = await remove(admin, id, JSON.stringify(body))
    expect(reply).toMatchObject({ status: 422, body: { code: 'invalid' } })
    expect(await exists(id)).toBe(true)
  })
})

describe('Removing posts', () => {
  // Spec 2.89, 7.18
  it('A removal hides the post and its files at once; staff, the author and the reporters each learn what they may know', async () => {
    const before = await countStoredPictures(ctx)
    passes(1)
    const post = await amy.posts({ description: 'Stolen', protected: true })
    const with_post = await countStoredPictures(ctx)
    expect(with_post).toBeGreaterThan(before)
    for (const person of [bob, eve]) await report(person, post.id)
    await bob.ask('POST', '/like', { post_id: post.id })
    passes(1000)
    expect(await remove(admin, post.id, { reason: ' It is not\r\nyours ' })).toMatchObject({ status: 200, body: {} })

    expect(await exists(post.id)).toBe(false)
    await ctx.jobs.runDue()
    // The files of the post, for an appeal, and the sealed copy.
    expect(await countStoredPictures(ctx)).toBe(with_post + 1)
    for (const person of [amy, admin]) expect((await person.fetch(post.file ?? '')).status).toBe(404)
    expect((await admin.ask('GET', '/admin/reports')).body.map(({ id }: ReportedPost) => id)).not.toContain(post.id)

    const [handled] = (await moderator.ask('GET', '/admin/reports?state=handled')).body
    expect(handled).toMatchObject({
      id: post.id,
      profile_id: amy.id,
      file: null,
      description: 'Stolen',
      protected: true,
      liked: false,
      likes_count: 0,
      reports: [{ reason }, { reason }],
      handled: { outcome: 'removed', note: 'It is not\nyours', at: ctx.now().toISOString(), answer: null },
    })
    const upheld = { kind: 'report_upheld', details: {}, has_case: false }
    expect(await noticesOf(post.id)).toEqual([
      { user_id: amy.id, kind: 'post_removed', details: { reason: 'It is not\nyours' }, has_case: true },
      ...[bob.id, eve.id].sort().map((user_id) => ({ user_id, ...upheld })),
    ])
    expect(await auditOf(post.id)).toEqual([
      {
        staff_id: admin.id,
        action: 'post_removed',
        user_id: amy.id,
        reason: 'It is not\nyours',
        details: { case_id: expect.any(String), reports: 2 },
      },
    ])
  })

  // Spec 7.18
  it.each([
    ['no body at all', undefined],
    ['an empty body', ''],
    ['null', 'null'],
    ['an empty object', '{}'],
    ['an empty reason', '{"reason":""}'],
    ['a reason of spaces', '{"reason":" \\n "}'],
  ])('A post can be removed without a reason: %s', async (_, body) => {
    const id = await reportedPost()
    expect(await remove(admin, id, body)).toMatchObject({ status: 200, body: {} })
    expect(await exists(id)).toBe(false)
    const [notified] = await noticesOf(id)
    expect(notified).toMatchObject({ kind: 'post_removed', details: { reason: null } })
  })

  it('An admin can remove a post that nobody reported', async () => {
    passes(1)
    const [id = ''] = await insertPosts(ctx, amy, ['Never reported'])
    expect((await remove(admin, id, { reason: 'Against the law' })).status).toBe(200)
    expect(await noticesOf(id)).toMatchObject([{ user_id: amy.id, kind: 'post_removed' }])
    expect(await auditOf(id)).toMatchObject([{ details: { reports: 0 } }])
    const { body } = await admin.ask('GET', '/admin/reports?state=handled')
    expect(body.find((post: ReportedPost) => post.id === id)).toMatchObject({ reports: [] })
  })

  it('A lone surrogate in the reason of a removal is replaced by U+FFFD', async () => {
    const id = await reportedPost()
    expect((await remove(admin, id, { reason: 'Not \ud83c yours' })).status).toBe(200)
    expect(await noticesOf(id)).toContainEqual(expect.objectContaining({ details: { reason: 'Not \ufffd yours' } }))
  })

  it('A post is removed once: the second time is a 404', async () => {
    const id = await reportedPost()
    expect((await remove(admin, id)).status).toBe(200)
    expect(await remove(admin, id)).toMatchObject({ status: 404, body: ABSENT })
    expect(await auditOf(id)).toHaveLength(1)
  })

  it('When the newest public post is removed, the one before it becomes the creator’s newest', async () => {
    passes(1)
    const [before, newest = ''] = await insertPosts(ctx, await creator('una'), ['Before', 'Newest'])
    await remove(admin, newest)
    const [profile] = await ctx.db`select last_public_post_id from profiles where last_public_post_id = ${before ?? ''}`
    expect(profile).toEqual({ last_public_post_id: before })
  })

  it('Open pages of the author and the reporters are told of a removal', async () => {
    const id = await reportedPost()
    expect(await eventsDuring(() => remove(admin, id))).toEqual([
      { kind: 'notices_changed', user_ids: [amy.id, bob.id] },
    ])
  })
})

describe('The decision about a removed post', () => {
  const decisionOf = async (post_id: string) =>
    (
      await ctx.db`
        select d.actions, d.ground, d.facts, d.is_noticed, d.decided_by, c.state from decisions d join cases c on c.id = d.case_id
        where c.object_id = ${post_id}`
    ).at(-1)

  it('The reason that an admin gives is the facts', async () => {
    const id = await reportedPost()
    await remove(admin, id, { reason: 'Taken from a magazine' })
    expect(await decisionOf(id)).toEqual({
      actions: ['remove'],
      ground: 'terms_conduct',
      facts: 'Taken from a magazine',
      is_noticed: true,
      decided_by: admin.id,
      state: 'decided',
    })
  })

  it('Without a reason the facts are what was reported, ground included, in the language of the author', async () => {
    const id = await reportedPost()
    await eve.ask('POST', '/reports', { post_id: id, reason: REPORT_REASONS[1] })
    await remove(admin, id)
    const facts = '2 people reported it as: a stolen identity, inappropriate content. Our staff looked at it.'
    expect(await decisionOf(id)).toMatchObject({ ground: 'terms_identity', facts })
    const lea = await creator('lea')
    await lea.ask('PUT', '/user', { locale: 'fr' })
    const french = await reportedPost(lea)
    await remove(admin, french)
    expect(await decisionOf(french)).toMatchObject({
      facts: 'Signalé par une personne\u202f: contenu inapproprié. Notre équipe l’a examiné.',
    })
  })

  it('A post that nobody reported gets a case, and staff acted on their own initiative', async () => {
    passes(1)
    const [id = ''] = await insertPosts(ctx, amy, ['Never reported'])
    await remove(admin, id)
    expect(await decisionOf(id)).toMatchObject({
      ground: 'terms_conduct',
      facts: 'Our staff found this content during a check of their own.',
      is_noticed: false,
    })
  })

  it('A dismissal is a decision too', async () => {
    const id = await reportedPost()
    await moderator.ask('POST', `/admin/reports/${id}/dismiss`, {})
    expect(await decisionOf(id)).toMatchObject({ actions: ['dismiss'], ground: null, decided_by: moderator.id })
  })
})

describe('Concurrent removals', () => {
  it('Of several removals at once one succeeds', async () => {
    const other = await staff('other-admin', 'admin')
    for (let round = 0; round < 5; round += 1) {
      const id = await reportedPost()
      const replies = await Promise.all([remove(admin, id), remove(other, id), remove(admin, id)])
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 404, 404])
      expect(await auditOf(id)).toHaveLength(1)
      expect(await noticesOf(id)).toHaveLength(2)
    }
  })

  it('A removal and a deletion by the owner at the same time happen once, and only a removal is announced', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await reportedPost()
      const [removal, deletion] = await Promise.all([remove(admin, id), amy.ask('DELETE', `/posts/${id}`)])
      expect([removal.status, deletion.status].sort()).toEqual([200, 404])
      expect(await auditOf(id)).toHaveLength(removal.status === 200 ? 1 : 0)
    }
  })

  it('Reports and likes during a removal are in time, and their authors told, or they are a 404', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, (_, index) => member(`hasty-${index}`)))
    for (let round = 0; round < 3; round += 1) {
      const id = await reportedPost()
      const [removal, ...replies] = await Promise.all([
        remove(admin, id),
        ...people.map((person) => report(person, id)),
        ...people.map((person) => person.ask('POST', '/like', { post_id: id })),
      ])
      expect(removal.status).toBe(200)
      for (const { status } of replies) expect([200, 201, 404]).toContain(status)
      const in_time = people.filter((_, index) => replies[index]?.status === 201)
      const notified = (await noticesOf(id))
        .filter(({ kind }) => kind === 'report_upheld')
        .map(({ user_id }) => user_id)
      expect(notified.sort()).toEqual([bob.id, ...in_time.map((person) => person.id)].sort())
      expect(await exists(id)).toBe(false)
    }
  })

  it('Several posts of one creator are removed at once without a deadlock', async () => {
    passes(1)
    const ids = await insertPosts(
      ctx,
      amy,
      Array.from({ length: 8 }, (_, index) => `post ${index}`),
    )
    const replies = await Promise.all(ids.map((id) => remove(admin, id)))
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200))
  })
})
