import { describe, expect, it } from 'vitest'
import type { AuditEntry } from '#contract/staff.ts'
import { newId } from '#server/store/ids.ts'
import { insertAuditEntry } from '#server/store/staff/audit.ts'
import { NOBODY, type Person, world } from '#tests/support/world.ts'

const { ctx, visitor, member, creator, staff, passes } = await world({ CREATOR_ENROLLMENT: 'invite' })
const admin = await staff('admin', 'admin')
const moderator = await staff('moderator', 'moderator')
const fan = await member('fan')
const amy = await creator('amy')
for (const [person, username] of [
  [admin, 'Camille'],
  [moderator, 'Idris'],
  [fan, 'Felix'],
  [amy, 'Amy'],
] as const)
  await person.ask('PUT', '/user', { username })

const audit = (query = '', by: Person = moderator) => by.ask('GET', `/admin/audit${query}`)
const actions = (body: AuditEntry[]) => body.map(({ action }) => action)

/** Stores an entry, one second after the last one. */
async function enters(entry: Omit<Parameters<typeof insertAuditEntry>[1], 'id' | 'created_at'>) {
  passes(1000)
  await insertAuditEntry(ctx.db, { id: newId(ctx.now()), ...entry, created_at: ctx.now() })
}

await enters({ staff_id: admin.id, action: 'creator_approved', user_id: fan.id })
await enters({ staff_id: null, action: 'role_changed', user_id: moderator.id, details: { after: 'moderator' } })
await enters({
  staff_id: moderator.id,
  action: 'post_removed',
  user_id: NOBODY,
  post_id: NOBODY,
  reason: '=Stolen, twice',
})
const given = { creator_id: amy.id, days: 7, expires_at: '2026-12-01T00:00:00.000Z' }
await enters({ staff_id: admin.id, action: 'subscription_granted', user_id: fan.id, details: given })

describe('Who may read the audit log', () => {
  it('Visitors, members and creators cannot read the audit log', async () => {
    expect((await audit('', visitor)).status).toBe(401)
    for (const person of [fan, amy]) expect((await audit('', person)).status).toBe(403)
    for (const person of [fan, amy]) expect((await audit('?format=csv', person)).status).toBe(403)
  })

  it.each(['?action=mischief', '?cursor=7', '?format=xml', `?search=${'x'.repeat(201)}`])(
    'A list of the audit log with %s is refused',
    async (query) => {
      expect((await audit(query)).status).toBe(422)
    },
  )
})

describe('The audit log', () => {
  it('Moderators and admins read it newest first, with present names, and an erased account is a member', async () => {
    const { status, body } = await audit()
    expect(status).toBe(200)
    expect((await audit('', admin)).body).toEqual(body)
    const none = { post_id: null, reason: null, creator: null, days: null, role: null }
    const person = (username: string) => ({ username, profile_pic: null })
    expect(body).toEqual(
      [
        {
          ...none,
          action: 'subscription_granted',
          who: person('Camille'),
          whom: person('Felix'),
          creator: 'Amy',
          days: 7,
        },
        {
          ...none,
          action: 'post_removed',
          who: person('Idris'),
          whom: person('member'),
          post_id: NOBODY,
          reason: '=Stolen, twice',
        },
        { ...none, action: 'role_changed', who: null, whom: person('Idris'), role: 'moderator' },
        { ...none, action: 'creator_approved', who: person('Camille'), whom: person('Felix') },
      ].map((entry) => ({ id: expect.any(String), created_at: expect.any(String), ...entry })),
    )
  })

  it.each([
    ['who=idris', ['post_removed']],
    ['who=CAMILLE&action=creator_approved', ['creator_approved']],
    ['who=@house', ['role_changed']],
    ['who=nobody', []],
    ['who=&action=&search=', ['subscription_granted', 'post_removed', 'role_changed', 'creator_approved']],
    ['action=media_viewed', []],
    ['search=eli', ['subscription_granted', 'creator_approved']],
    ['search=AMY', ['subscription_granted']],
    ['search=dris', ['post_removed', 'role_changed']],
    ['search=i', ['subscription_granted', 'post_removed', 'role_changed', 'creator_approved']],
    ['search=%25', []],
    ['search=fan@example.com', []],
  ])('The audit log with %s contains %j', async (query, expected) => {
    const { status, body } = await audit(`?${query}`)
    expect([status, actions(body)]).toEqual([200, expected])
  })

  it('A former name finds what happened to the person who had it', async () => {
    await fan.ask('PUT', '/user', { username: 'Felicity' })
    expect(actions((await audit('?search=felix')).body)).toEqual(['subscription_granted', 'creator_approved'])
    expect((await audit('?search=felix')).body[0].whom.username).toBe('Felicity')
  })

  it('The pages of the audit log follow each other with their filter, and no entry is missing', async () => {
    for (let index = 0; index < 64; index += 1)
      await enters({ staff_id: admin.id, action: 'creator_approved', user_id: amy.id, reason: String(index) })
    const seen: string[] = []
    let query = '?action=creator_approved&search=amy'
    while (query !== '') {
      const { body, headers } = await audit(query)
      seen.push(...body.map(({ reason }: AuditEntry) => reason))
      expect(body.length).toBeLessThanOrEqual(30)
      query = /<(\?[^>]+)>; rel="next"/.exec(String(headers.link ?? ''))?.[1] ?? ''
      if (query) expect(query).toContain('action=creator_approved&')
    }
    expect(seen).toEqual(Array.from({ length: 64 }, (_, index) => String(63 - index)))
  })
})

describe('The audit log as a file', () => {
  it('Staff download it as CSV, a cell cannot be a formula, and the download is an entry', async () => {
    passes(1000)
    const reply = await audit('?format=csv&who=idris')
    expect(reply.status).toBe(200)
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(reply.headers['content-disposition']).toMatch(/^attachment; filename="loge-audit-\d{4}-\d\d-\d\d\.csv"$/)
    const time = /\d{4}-\d\d-\d\dT[\d:.]+Z/g
    expect(reply.text.replaceAll(time, 'TIME').split('\r\n')).toEqual([
      'when,who,action,whom,post,reason,creator,days,role',
      'TIME,Idris,audit_exported,Idris,,,,,',
      `TIME,Idris,post_removed,member,${NOBODY},"'=Stolen, twice",,,`,
      '',
    ])
    const [newest] = (await audit()).body
    expect(newest).toMatchObject({ action: 'audit_exported', who: { username: 'Idris' }, whom: { username: 'Idris' } })
  })

  it('The file has every entry, however many pages there are', async () => {
    await ctx.db`
      insert into audit_log (id, staff_id, action, user_id, created_at)
      select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ${admin.id}, 'media_viewed', ${amy.id}, now()
      from generate_series(1, 2500) n`
    const { text } = await audit('?format=csv&action=media_viewed', admin)
    expect(text.trimEnd().split('\r\n')).toHaveLength(2501)
  })
})
