import { describe, expect, it } from 'vitest'
import type { AdminUser } from '#contract/staff.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'
import { type Person, world } from '#tests/support/world.ts'

const { ctx, visitor, member, creator, staff, eventsDuring } = await world({ CREATOR_ENROLLMENT: 'invite' })
const admin = await staff('admin', 'admin')
const moderator = await staff('moderator', 'moderator')
const amy = await creator('amy')
const bob = await member('bob')
const profile_pic = await noisePicture({ width: 40, height: 50 })

const approve = (id: string, by: Person = admin) => by.ask('POST', `/admin/users/${id}/approve`)
const enrol = (person: Person) => person.send('PUT', `/profiles/${person.id}`, { profile_pic })
const audited = async () => [...(await ctx.db`select staff_id, action, user_id, details from audit_log order by id`)]
const notices = async () => [...(await ctx.db`select user_id, kind, details from member_notices order by id`)]
const mayBeCreator = async () => {
  const { body } = await moderator.ask('GET', '/admin/users')
  return Object.fromEntries(body.map(({ email, may_be_creator }: AdminUser) => [email.split('@')[0], may_be_creator]))
}

describe('Refused approvals of creators', () => {
  it('Visitors, members, creators and moderators cannot approve a creator', async () => {
    expect((await approve(bob.id, visitor)).status).toBe(401)
    for (const person of [bob, amy, moderator]) expect((await approve(bob.id, person)).status).toBe(403)
    expect((await enrol(bob)).status).toBe(403)
  })

  it.each(['019ba4d2-0000-7000-8000-000000000000', 'bob', '%00', 'null'])(
    'Approving the unknown user %s is a 404',
    async (id) => {
      const { status, body } = await approve(id)
      expect([status, body]).toEqual([404, { error: 'Not found', code: 'not_found' }])
    },
  )

  it('Approving a creator again changes nothing', async () => {
    const { status, body } = await approve(amy.id)
    expect([status, body]).toEqual([200, {}])
    expect([await audited(), await notices()]).toEqual([[], []])
  })
})

describe('Approving creators', () => {
  it('An approved member is told, and can create a profile while creators join by invitation', async () => {
    expect(await mayBeCreator()).toEqual({ admin: false, moderator: false, amy: true, bob: false })
    expect((await enrol(bob)).status).toBe(403)
    const events = await eventsDuring(async () => {
      const { status, body } = await approve(bob.id)
      expect([status, body]).toEqual([200, {}])
    })
    expect(events).toEqual([{ kind: 'notices_changed', user_ids: [bob.id] }])
    expect(await audited()).toEqual([{ staff_id: admin.id, action: 'creator_approved', user_id: bob.id, details: {} }])
    expect(await notices()).toEqual([{ user_id: bob.id, kind: 'creator_approved', details: {} }])
    expect(await mayBeCreator()).toEqual({ admin: false, moderator: false, amy: true, bob: true })
    const { body: users } = await moderator.ask('GET', '/admin/users')
    expect(users.map(({ creator_approved_at }: AdminUser) => creator_approved_at).sort()).toEqual([
      ctx.now().toISOString(),
      null,
      null,
      null,
    ])
    expect((await enrol(bob)).status).toBe(201)
  })

  it('A second approval changes nothing and tells nobody', async () => {
    const approved_at = () => ctx.db`select creator_approved_at from users where id = ${bob.id}`
    const before = [...(await approved_at())]
    expect((await approve(bob.id)).status).toBe(200)
    expect([...(await approved_at())]).toEqual(before)
    expect([(await audited()).length, (await notices()).length]).toEqual([1, 1])
  })

  it('Ten approvals at once are one', async () => {
    const cem = await member('cem')
    const answers = await Promise.all(Array.from({ length: 10 }, () => approve(cem.id)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect((await audited()).filter(({ user_id }) => user_id === cem.id)).toHaveLength(1)
    expect((await notices()).filter(({ user_id }) => user_id === cem.id)).toHaveLength(1)
  })
})
