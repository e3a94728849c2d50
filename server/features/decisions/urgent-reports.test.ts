import { describe, expect, it } from 'vitest'
import { CASE_REASONS } from '#contract/cases.ts'
import { casesWorld } from '#tests/support/scenarios/reported-cases.ts'

const {
  ctx,
  amy,
  bob,
  eve,
  moderator,
  admin,
  creatorNamed,
  passes,
  eventsDuring,
  report,
  reported,
  decide,
  caseRow,
  decisionsOf,
  noticesOf,
} = await casesWorld()

const URGENT = ['minor', 'non_consensual', 'threat']
const sees = async (id: string, person = eve) => (await person.ask('GET', '/stories')).text.includes(id)

describe('Urgent reports', () => {
  it.each(CASE_REASONS.filter((reason) => !URGENT.includes(reason)))(
    'A report with the reason %s hides nothing',
    async (reason) => {
      const { id, object } = await reported.story(amy, bob, reason)
      expect(await sees(object.id)).toBe(true)
      expect(await decisionsOf(id)).toEqual([])
    },
  )

  it.each([
    ['minor', 'terms_minor'],
    ['non_consensual', 'terms_consent'],
    ['threat', 'terms_threat'],
  ])(
    'A report with the reason %s hides the story until somebody has looked, and its author is told',
    async (reason, ground) => {
      const { id, object } = await reported.story(amy, bob, reason)
      for (const person of [eve, amy]) expect(await sees(object.id, person)).toBe(false)
      expect(await caseRow(id)).toMatchObject({ state: 'open', severity: 3, needs_admin: false })
      const [decision] = await decisionsOf(id)
      expect(decision).toMatchObject({
        actions: ['hide'],
        ground,
        is_automated: true,
        decided_by: null,
        is_noticed: true,
      })
      expect(decision?.facts).toContain('hidden until a member of staff has looked')
      expect((await noticesOf(amy))[0]).toMatchObject({ kind: 'decision', decision_id: decision?.id })
      passes(1)
      expect((await decide(moderator, id, 'dismiss')).status).toBe(201)
      for (const person of [eve, amy]) expect(await sees(object.id, person)).toBe(true)
      expect(await decisionsOf(id)).toMatchObject([{ undone_at: ctx.now() }, { actions: ['dismiss'] }])
    },
  )

  it('A removal keeps hidden what an urgent report has hidden', async () => {
    const { id, object } = await reported.story(amy, bob, 'threat')
    await decide(moderator, id, 'remove')
    expect(await sees(object.id)).toBe(false)
  })

  it('A message and the picture and bio of a profile are hidden too', async () => {
    const cat = await creatorNamed('cat')
    await cat.send('PUT', `/profiles/${cat.id}`, { bio: 'A threat' })
    const profile = await reported.profile('cat', bob, 'threat')
    expect((await eve.ask('GET', '/profiles/cat')).body).toMatchObject({ bio: '' })
    await decide(moderator, profile.id, 'warn')
    expect((await eve.ask('GET', '/profiles/cat')).body).toMatchObject({ bio: 'A threat' })

    const live = await eventsDuring(async () => {
      const { object } = await reported.message(cat, bob, 'threat')
      const { messages } = (await bob.ask('GET', `/conversations/${object.conversation_id}`)).body
      expect(messages.at(-1)).toMatchObject({ id: object.id, is_removed: true })
    })
    expect(live).toContainEqual(
      expect.objectContaining({ event: expect.objectContaining({ type: 'message_changed', is_removed: true }) }),
    )
  })

  it('The second report of a case hides nothing again, also after an appeal or a look', async () => {
    const { id, object } = await reported.story(amy, bob, 'harassment')
    const both = await Promise.all([
      eve.ask('POST', '/reports', { story_id: object.id, reason: 'threat' }),
      moderator.ask('POST', '/reports', { story_id: object.id, reason: 'minor' }),
    ])
    expect(both.some(({ status }) => status === 201)).toBe(true)
    expect(await decisionsOf(id)).toHaveLength(1)
    await decide(admin, id, 'dismiss')
    passes(1)
    const again = await report({ story_id: object.id }, await creatorNamed('dot'), 'threat')
    expect(again).not.toBe(id)
    expect(await sees(object.id)).toBe(true)
    expect(await decisionsOf(again)).toEqual([])
  })

  it('Many urgent reports of one profile at the same time are one hide', async () => {
    const fay = await creatorNamed('fay')
    await fay.send('PUT', `/profiles/${fay.id}`, { bio: 'A threat' })
    const people = await Promise.all(['gus1', 'gus2', 'gus3', 'gus4', 'gus5', 'gus6'].map((name) => creatorNamed(name)))
    const replies = await Promise.all(
      people.map((person) => person.ask('POST', '/reports', { username: 'fay', reason: 'threat' })),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(201))
    const hides = await ctx.db`select id from decisions where subject_id = ${fay.id}`
    expect(hides).toHaveLength(1)
  })
})

describe('Staff and new cases', () => {
  it('Staff are told of a new case once, and a staff member who is its subject is not', async () => {
    await ctx.db`delete from member_notices`
    const { object } = await reported.story()
    await report({ story_id: object.id }, eve)
    for (const person of [moderator, admin])
      expect((await noticesOf(person)).map(({ kind }) => kind)).toEqual(['case_opened'])
    expect(await noticesOf(bob)).toEqual([])
  })
})
