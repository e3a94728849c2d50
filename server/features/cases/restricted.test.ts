import { describe, expect, it } from 'vitest'
import { NOBODY, type Person, world } from '#tests/support/world.ts'

const { ctx, creatorNamed, member, staff, subscribe, passes } = await world({ STORY_AUTHORS: 'creator' })
const amy = await creatorNamed('amy')
const [bob, kim] = [await member('bob'), await member('kim')]
const [ada, ben] = [await staff('ada', 'moderator'), await staff('ben', 'moderator')]
const [cleo, dan] = [await staff('cleo', 'admin'), await staff('dan', 'admin')]

async function idOf(object_id: string): Promise<string> {
  const [row] = await ctx.db`select id from cases where object_id = ${object_id}`
  return row?.id
}
async function reportedStory(...reasons: string[]): Promise<string> {
  const story = await amy.tells()
  for (const [index, reason] of reasons.entries()) {
    const reporter = [bob, kim][index]
    expect((await reporter?.ask('POST', '/reports', { story_id: story.id, reason }))?.status).toBe(201)
  }
  passes(1000)
  return await idOf(story.id)
}
const open = async (person: Person, id: string) => (await person.fetch(`/admin/cases/${id}/evidence`)).status
const read = async (person: Person, id: string) => (await person.ask('GET', `/admin/cases/${id}`)).body
const looks = async (id: string) =>
  (
    await ctx.db`
      select distinct staff_id from audit_log where action = 'evidence_viewed' and details ->> 'case_id' = ${id}`
  ).length

describe('Evidence of somebody who may be under 18', () => {
  it('A third member of staff does not open it, whatever their role', async () => {
    const id = await reportedStory('minor')
    expect(await open(ada, id)).toBe(200)
    expect(await open(cleo, id)).toBe(200)
    for (const person of [ben, dan]) {
      expect(await open(person, id)).toBe(404)
      expect(await read(person, id)).toMatchObject({ is_restricted: true, evidence: null, sealed_type: null })
    }
    // Those two can look again.
    for (const person of [ada, cleo]) expect(await open(person, id)).toBe(200)
    await ctx.db`update cases set taken_by = ${ben.id} where id = ${id}`
    expect(await open(ben, id)).toBe(404)
    expect(await looks(id)).toBe(2)
  })

  it('Of many who open it at once two do', async () => {
    const id = await reportedStory('minor')
    const statuses = await Promise.all([ada, ben, cleo, dan].map((person) => open(person, id)))
    expect(statuses.filter((status) => status === 200)).toHaveLength(2)
    expect(await looks(id)).toBe(2)
  })

  it('Whoever has taken it is one of the two', async () => {
    const id = await reportedStory('minor')
    expect((await ben.ask('POST', `/admin/cases/${id}/take`, {})).status).toBe(200)
    expect(await open(ada, id)).toBe(200)
    expect(await open(cleo, id)).toBe(404)
    expect(await open(ben, id)).toBe(200)
  })

  it('Its words are read by those who have taken it, and that is in the audit log', async () => {
    await subscribe(bob, amy)
    const { id: thread } = await bob.writes(amy, 'Hello')
    const said = await amy.says(thread, 'I am fourteen')
    expect((await bob.ask('POST', '/reports', { message_id: said.id, reason: 'minor' })).status).toBe(201)
    const id = await idOf(said.id)
    for (const person of [ada, cleo]) expect((await read(person, id)).evidence).toBeNull()
    expect(await looks(id)).toBe(0)
    for (const person of [ada, ben]) {
      expect((await person.ask('POST', `/admin/cases/${id}/take`, {})).status).toBe(200)
      expect((await read(person, id)).evidence.messages.at(-1).content).toBe('I am fourteen')
      expect((await read(person, id)).evidence).not.toBeNull()
      expect((await person.ask('POST', `/admin/cases/${id}/release`, {})).status).toBe(200)
    }
    expect(await looks(id)).toBe(2)
    expect((await cleo.ask('POST', `/admin/cases/${id}/take`, {})).status).toBe(200)
    expect((await read(cleo, id)).evidence).toBeNull()
    expect((await read(ada, id)).evidence).not.toBeNull()
    expect(await looks(id)).toBe(2)
  })

  it('A case becomes restricted with the first report that says so', async () => {
    const id = await reportedStory('harassment')
    for (const person of [ada, ben]) expect(await open(person, id)).toBe(200)
    const [row] = await ctx.db`select object_id from cases where id = ${id}`
    expect((await kim.ask('POST', '/reports', { story_id: row?.object_id, reason: 'minor' })).status).toBe(201)
    expect(await open(cleo, id)).toBe(404)
    expect(await open(ada, id)).toBe(200)
    const other = await reportedStory('harassment')
    for (const person of [ada, ben, cleo, dan]) expect(await open(person, other)).toBe(200)
    expect(await open(ada, NOBODY)).toBe(404)
  })
})
