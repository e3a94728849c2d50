import { describe, expect, it } from 'vitest'
import type { ReportedPost } from '#contract/reports.ts'
import { insertPosts } from '#tests/support/database/post-rows.ts'
import { reportedWorld } from '#tests/support/scenarios/reported-posts.ts'
import { NOBODY, type Person } from '#tests/support/world.ts'

const { ctx, amy, bob, eve, moderator, admin, staff, visitor, report, reportedPost, auditOf } = await reportedWorld()
const ABSENT = { error: 'Not found', code: 'not_found' }

const dismiss = (person: Person, id: string, body: unknown = {}) =>
  person.ask('POST', `/admin/reports/${id}/dismiss`, body)
const isOpen = async (id: string) =>
  (await moderator.ask('GET', '/admin/reports')).body.some((post: ReportedPost) => post.id === id)
const noticesOf = async (post_id: string) => [
  ...(await ctx.db`select user_id, kind, details, case_id from member_notices where post_id = ${post_id} order by id`),
]

describe('Refused dismissals', () => {
  it('Only staff can dismiss reports', async () => {
    const id = await reportedPost()
    expect((await dismiss(visitor, id)).status).toBe(401)
    for (const person of [bob, amy]) expect((await dismiss(person, id)).status).toBe(403)
    expect(await isOpen(id)).toBe(true)
  })

  it('Staff cannot dismiss reports of their own post', async () => {
    const author = await staff('author', 'admin')
    await ctx.db`insert into profiles (id, created_at) values (${author.id}, ${ctx.now()})`
    const id = await reportedPost(author)
    expect(await dismiss(author, id)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(await isOpen(id)).toBe(true)
    expect((await dismiss(moderator, id)).status).toBe(200)
  })

  it('Reports of an unknown post, or of one without reports, cannot be dismissed', async () => {
    const [silent = ''] = await insertPosts(ctx, amy, ['Silent'])
    for (const id of [NOBODY, 'x', '%00', silent]) {
      expect(await dismiss(moderator, id), id).toMatchObject({ status: 404, body: ABSENT })
    }
    expect(await auditOf(silent)).toEqual([])
    expect([...(await ctx.db`select 1 from report_cases where post_id = ${silent}`)]).toEqual([])
  })

  it.each(
    [undefined, [], null, { note: 5 }, { note: null }, { note: 'x'.repeat(2001) }, { note: 'a\0b' }].map((body) => [
      body,
    ]),
  )('A dismissal with %j is refused', async (body) => {
    const id = await reportedPost()
    const reply = await moderator.ask('POST', `/admin/reports/${id}/dismiss`, JSON.stringify(body))
    expect(reply).toMatchObject({ status: 422, body: { code: 'invalid' } })
    expect(await isOpen(id)).toBe(true)
  })
})

describe('Dismissing reports', () => {
  it.each([
    ['A moderator', moderator],
    ['An admin', admin],
  ])(
    '%s dismisses reports: the reporters are told, the author is not, and the audit has an entry',
    async (_, person) => {
      const id = await reportedPost()
      await report(eve, id)
      expect(await dismiss(person, id, { note: ' A joke ' })).toMatchObject({ status: 200, body: {} })
      expect(await isOpen(id)).toBe(false)
      expect([...(await ctx.db`select 1 from posts where id = ${id}`)]).toHaveLength(1)
      const notice = { kind: 'report_dismissed', details: {}, case_id: null }
      expect(await noticesOf(id)).toEqual(
        expect.arrayContaining([
          { user_id: bob.id, ...notice },
          { user_id: eve.id, ...notice },
        ]),
      )
      expect(await noticesOf(id)).toHaveLength(2)
      expect(await auditOf(id)).toEqual([
        {
          staff_id: person.id,
          action: 'reports_dismissed',
          user_id: amy.id,
          reason: 'A joke',
          details: { case_id: expect.any(String), reports: 2 },
        },
      ])
    },
  )

  it('Reports are dismissed once: the second time none is open', async () => {
    const id = await reportedPost()
    expect((await dismiss(moderator, id)).status).toBe(200)
    expect(await dismiss(admin, id)).toMatchObject({ status: 404, body: ABSENT })
    expect(await auditOf(id)).toHaveLength(1)
  })

  it('Of several dismissals at once one succeeds', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await reportedPost()
      const replies = await Promise.all([dismiss(moderator, id), dismiss(admin, id), dismiss(moderator, id)])
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 404, 404])
      expect(await noticesOf(id)).toHaveLength(1)
    }
  })

  it('A dismissal and a removal at the same time take effect in one order only', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await reportedPost()
      const [dismissal, removal] = await Promise.all([
        dismiss(moderator, id),
        admin.ask('DELETE', `/admin/posts/${id}`),
      ])
      expect(removal.status).toBe(200)
      expect([200, 404]).toContain(dismissal.status)
      const kinds = (await noticesOf(id)).map(({ user_id, kind }) => user_id === bob.id && kind).filter(Boolean)
      expect(kinds).toEqual([dismissal.status === 200 ? 'report_dismissed' : 'report_upheld'])
    }
  })

  it('A dismissed post is open again when another person reports it, with that report alone', async () => {
    const id = await reportedPost()
    await dismiss(moderator, id)
    expect((await report(bob, id)).status).toBe(200)
    expect(await isOpen(id)).toBe(false)
    expect((await report(eve, id)).status).toBe(201)
    const { body } = await moderator.ask('GET', '/admin/reports')
    const found = body.find((post: ReportedPost) => post.id === id)
    const eves_name = (await eve.ask('GET', '/user')).body.username
    expect(found.reports.map(({ author }: { author: string }) => author)).toEqual([eves_name])
    const listed = (await moderator.ask('GET', '/posts')).body.find((post: ReportedPost) => post.id === id)
    expect(listed.reports).toMatchObject(
      found.reports.map(({ created_at, ...report }: { created_at: string }) => report),
    )
    expect((await admin.ask('DELETE', `/admin/posts/${id}`)).status).toBe(200)
    expect(Object.fromEntries((await noticesOf(id)).map(({ user_id, kind }) => [user_id, kind]))).toEqual({
      [bob.id]: 'report_dismissed',
      [amy.id]: 'post_removed',
      [eve.id]: 'report_upheld',
    })
    const cases = (await moderator.ask('GET', '/admin/reports?state=handled')).body
    expect(
      cases.filter((post: ReportedPost) => post.id === id).map(({ handled }: ReportedPost) => handled?.outcome),
    ).toEqual(expect.arrayContaining(['removed', 'dismissed']))
  })

  it('A post that its owner deletes after a dismissal leaves no reports, only the decision', async () => {
    const id = await reportedPost()
    await dismiss(moderator, id, { note: 'Harmless' })
    expect((await amy.ask('DELETE', `/posts/${id}`)).status).toBe(200)
    const [handled] = (await moderator.ask('GET', '/admin/reports?state=handled')).body.filter(
      (post: ReportedPost) => post.id === id,
    )
    expect(handled).toMatchObject({ file: null, handled: { outcome: 'dismissed', note: 'Harmless' } })
  })

  it('A dismissal and a deletion by the owner at the same time cause no error', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await reportedPost()
      const [dismissal, deletion] = await Promise.all([dismiss(moderator, id), amy.ask('DELETE', `/posts/${id}`)])
      expect(deletion.status).toBe(200)
      expect([200, 404]).toContain(dismissal.status)
      expect(await isOpen(id)).toBe(false)
    }
  })
})
