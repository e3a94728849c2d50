import { beforeAll, describe, expect, it } from 'vitest'
import { NOBODY, type Person, world } from '#tests/support/world.ts'

const { ctx, creatorNamed, member, staff, visitor, passes } = await world({ STORY_AUTHORS: 'creator' })
const amy = await creatorNamed('amy')
const bob = await member('bob')
const [moderator, colleague] = [await staff('moderator', 'moderator'), await staff('colleague', 'moderator')]
const admin = await staff('admin', 'admin')
const nameOf = async (person: Person) => (await person.ask('GET', '/user')).body.username

let id = ''
async function reported(): Promise<string> {
  const story = await amy.tells()
  expect((await bob.ask('POST', '/reports', { story_id: story.id, reason: 'threat' })).status).toBe(201)
  const [row] = await ctx.db`select id from cases where object_id = ${story.id}`
  return row?.id
}
beforeAll(async () => {
  id = await reported()
})

async function take(person: Person, body: object = {}, of = id) {
  passes(1)
  return await person.ask('POST', `/admin/cases/${of}/take`, body)
}
const release = async (person: Person, of = id) => await person.ask('POST', `/admin/cases/${of}/release`, {})
async function hold(person: Person, legal_hold: unknown, of = id) {
  passes(1)
  return await person.ask('PUT', `/admin/cases/${of}/legal_hold`, { legal_hold })
}
const takerOf = async (of: string) => (await admin.ask('GET', `/admin/cases/${of}`)).body.taken_by
const lines = async (action: string, of = id) => [
  ...(await ctx.db`
    select staff_id, user_id, details from audit_log
    where action = ${action} and details ->> 'case_id' = ${of} order by id`),
]

describe('Refused changes of a case', () => {
  it('Only staff take a case or give it back, and only admins set a legal hold', async () => {
    for (const call of [take, release]) {
      expect((await call(visitor)).status).toBe(401)
      for (const person of [bob, amy]) expect((await call(person)).status).toBe(403)
    }
    expect((await hold(visitor, true)).status).toBe(401)
    for (const person of [bob, amy, moderator]) expect((await hold(person, true)).status).toBe(403)
    expect(await takerOf(id)).toBeNull()
  })

  it('An unknown, malformed or decided case is not taken, nor one about themselves', async () => {
    for (const unknown of [NOBODY, 'x']) {
      expect((await take(moderator, {}, unknown)).status).toBe(404)
      expect((await release(moderator, unknown)).status).toBe(404)
      expect((await hold(admin, true, unknown)).status).toBe(404)
    }
    expect((await hold(admin, 'yes')).status).toBe(422)
    expect((await take(admin, { take_over: 'please' })).status).toBe(422)
    const decided = await reported()
    await ctx.db`update cases set state = 'decided', decided_at = ${ctx.now()} where id = ${decided}`
    expect((await take(moderator, {}, decided)).status).toBe(404)
    await ctx.db`update users set role = 'moderator' where id = ${amy.id}`
    expect((await take(amy)).status).toBe(404)
    await ctx.db`update users set role = null where id = ${amy.id}`
    expect(await lines('case_taken')).toEqual([])
  })
})

describe('Whose case it is', () => {
  it('Of many who take a case at once one has it, and the others are told who', async () => {
    const replies = await Promise.all([moderator, colleague, moderator, admin, colleague].map((person) => take(person)))
    const taker = await takerOf(id)
    const refused = replies.filter(({ status }) => status !== 200)
    expect(refused.length).toBeGreaterThan(1)
    for (const { status, body } of refused)
      expect([status, body.code, body.fields]).toEqual([409, 'case_taken', { taken_by: taker }])
    expect(await lines('case_taken')).toHaveLength(1)
    await ctx.db`update cases set taken_by = null`
  })

  it('A case is given back for others, and nobody gives back the case of somebody else', async () => {
    expect((await take(moderator)).status).toBe(200)
    expect((await take(moderator)).status).toBe(200)
    expect((await release(colleague)).status).toBe(409)
    expect(await takerOf(id)).toBe(await nameOf(moderator))
    expect((await release(moderator)).status).toBe(200)
    expect((await release(moderator)).status).toBe(200)
    expect(await takerOf(id)).toBeNull()
    expect((await take(colleague)).status).toBe(200)
    expect((await lines('case_taken')).slice(1).map(({ staff_id, user_id }) => [staff_id, user_id])).toEqual([
      [moderator.id, amy.id],
      [colleague.id, amy.id],
    ])
  })

  it('An admin takes over the case of somebody else if they say so, and a moderator cannot', async () => {
    expect((await take(admin)).status).toBe(409)
    expect((await take(moderator, { take_over: true })).status).toBe(403)
    expect((await take(admin, { take_over: true })).status).toBe(200)
    expect(await takerOf(id)).toBe(await nameOf(admin))
  })

  it('The case of somebody who lost their role is free', async () => {
    const other = await reported()
    expect((await take(colleague, {}, other)).status).toBe(200)
    await ctx.db`update users set role = null where id = ${colleague.id}`
    expect(await takerOf(other)).toBeNull()
    expect((await take(moderator, {}, other)).status).toBe(200)
    await ctx.db`update users set role = 'moderator' where id = ${colleague.id}`
  })
})

describe('Legal hold', () => {
  it('A legal hold is set and lifted by an admin, and each change is in the audit log once', async () => {
    for (const legal_hold of [true, true, false]) expect((await hold(admin, legal_hold)).status).toBe(200)
    expect((await admin.ask('GET', `/admin/cases/${id}`)).body.legal_hold).toBe(false)
    expect((await lines('legal_hold_changed')).map(({ details }) => details)).toEqual([
      { case_id: id, legal_hold: true },
      { case_id: id, legal_hold: false },
    ])
  })
})
