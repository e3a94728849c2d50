import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '#contract/time.ts'
import { NOBODY, type Person, world } from '#tests/support/world.ts'

const { ctx, visitor, member, creator, staff, passes } = await world()
const admin = await staff('admin', 'admin')
const moderator = await staff('moderator', 'moderator')
const fan = await member('fan')
const amy = await creator('amy')
await admin.ask('PUT', '/user', { username: 'Camille' })
await moderator.ask('PUT', '/user', { username: 'Idris' })
await fan.ask('PUT', '/user', { username: 'Noor' })

const give = (person: { id: string }, role: unknown, by: Person = admin) =>
  by.ask('PUT', `/admin/users/${person.id}/role`, { role })
const roleOf = async ({ id }: Person) => (await ctx.db`select role from users where id = ${id}`)[0]?.role
const changes = async () => [
  ...(await ctx.db`select staff_id, user_id, details from audit_log where action = 'role_changed' order by id`),
]

describe('Refused changes of a role', () => {
  it('Visitors, members, creators and moderators cannot give a role', async () => {
    expect((await give(fan, 'moderator', visitor)).status).toBe(401)
    for (const person of [fan, amy, moderator]) expect((await give(fan, 'admin', person)).status).toBe(403)
  })

  it('Visitors, members and creators cannot see who works here', async () => {
    expect((await visitor.ask('GET', '/admin/roles')).status).toBe(401)
    for (const person of [fan, amy]) expect((await person.ask('GET', '/admin/roles')).status).toBe(403)
  })

  it.each(['king', '', 7, undefined, ['admin']])('The role %j is refused', async (role) => {
    expect((await give(fan, role)).status).toBe(422)
  })

  it('Nobody changes their own role', async () => {
    for (const role of ['moderator', null, 'admin']) expect((await give(admin, role)).status).toBe(403)
  })

  it('Somebody who does not exist or is erased gets no role', async () => {
    expect((await give({ id: NOBODY }, 'moderator')).status).toBe(404)
    expect((await give({ id: 'x' }, 'moderator')).status).toBe(404)
  })

  it('Refused changes are not stored or audited', async () => {
    expect([await roleOf(admin), await roleOf(fan), await changes()]).toEqual(['admin', null, []])
  })
})

describe('Roles', () => {
  it('An admin gives a role and takes it back; each is in the audit log once, and the open session goes on', async () => {
    expect((await fan.ask('GET', '/admin/roles')).status).toBe(403)
    for (const role of ['moderator', 'moderator', 'admin', null, null, 'moderator']) {
      passes(1000)
      expect(await give(fan, role)).toMatchObject({ status: 200, body: {} })
    }
    const about = { staff_id: admin.id, user_id: fan.id }
    expect(await changes()).toEqual([
      { ...about, details: { before: null, after: 'moderator' } },
      { ...about, details: { before: 'moderator', after: 'admin' } },
      { ...about, details: { before: 'admin', after: null } },
      { ...about, details: { before: null, after: 'moderator' } },
    ])
    expect((await fan.ask('GET', '/admin/roles')).status).toBe(200)
  })

  it('Staff see who works here, admins first, since when and by whom', async () => {
    const { body } = await moderator.ask('GET', '/admin/roles')
    expect(body).toEqual([
      { id: admin.id, username: 'Camille', profile_pic: null, role: 'admin', since: null, by: null },
      { id: moderator.id, username: 'Idris', profile_pic: null, role: 'moderator', since: null, by: null },
      {
        ...{ id: fan.id, username: 'Noor', profile_pic: null, role: 'moderator' },
        ...{ since: ctx.now().toISOString(), by: 'Camille' },
      },
    ])
  })

  it('The session of somebody who becomes staff ends after the time of staff', async () => {
    const late = await member('late')
    passes(13 * HOUR_MS)
    await admin.signIn()
    expect((await late.ask('GET', '/user')).status).toBe(200)
    expect((await give(late, 'moderator')).status).toBe(200)
    passes(13 * HOUR_MS)
    expect((await late.ask('GET', '/user')).status).toBe(401)
    await admin.signIn()
  })

  it('Two admins who take the role from each other at the same time do not both lose it', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [await staff(`one${round}`, 'admin'), await staff(`two${round}`, 'admin')]
      const [first, second] = await Promise.all([give(two, null, one), give(one, null, two)])
      expect([first.status, second.status].sort()).toEqual([200, 403])
      expect([await roleOf(one), await roleOf(two)].filter(Boolean)).toEqual(['admin'])
    }
  })
})
