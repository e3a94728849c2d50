import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { world } from '#tests/support/world.ts'

const { ctx, visitor, member, creator, staff, passes, eventsDuring } = await world()
const admin = await staff('admin', 'admin')
const moderator = await staff('moderator', 'moderator')
const fan = await member('fan')
const amy = await creator('amy')
await fan.ask('PUT', '/user', { username: 'Felix' })
await amy.ask('PUT', '/user', { username: 'Amy' })

const grant = (body: unknown, by = admin) => by.ask('POST', '/admin/subscriptions', body)
const storedPeriods = async () => [
  ...(await ctx.db`select fan_id, profile_id, starts_at, expires_at from subscriptions`),
]
const audited = async () => [...(await ctx.db`select * from audit_log order by id`)]
const notices = async () => [...(await ctx.db`select user_id, kind, details from member_notices order by kind, id`)]
const GOOD = { username: 'Felix', creator: 'Amy', days: 10 }

describe('Refused grants', () => {
  it('Visitors, members, creators and moderators cannot grant a subscription', async () => {
    expect((await grant(GOOD, visitor)).status).toBe(401)
    for (const person of [fan, amy, moderator]) expect((await grant(GOOD, person)).status).toBe(403)
  })

  it.each([
    ['a fan nobody knows', { username: 'nobody' }, { username: 'unknown' }],
    ['a creator nobody knows', { creator: 'nobody' }, { creator: 'unknown' }],
    ['two people nobody knows', { username: '', creator: ' ' }, { username: 'unknown', creator: 'unknown' }],
    ['somebody who is no creator', { creator: 'admin@example.com' }, { creator: 'not_a_creator' }],
    ['a creator to themselves', { username: 'amy@example.com' }, { creator: 'oneself' }],
    ['a fan to themselves', { creator: 'felix' }, { creator: 'oneself' }],
  ])('A grant for %s is refused, and the answer names the field', async (_, wrong, fields) => {
    const { status, body } = await grant({ ...GOOD, ...wrong })
    expect([status, body.code, body.fields]).toEqual([422, 'invalid', fields])
    expect(body.error).toMatch(/^[A-Z].+/)
  })

  it.each([
    [{ days: 0 }, 'days'],
    [{ days: -3 }, 'days'],
    [{ days: 3651 }, 'days'],
    [{ days: 1.5 }, 'days'],
    [{ days: '10' }, 'days'],
    [{ days: null }, 'days'],
    [{ days: undefined }, 'days'],
    [{ username: 7 }, 'username'],
    [{ username: 'x'.repeat(201) }, 'username'],
    [{ creator: ['Amy'] }, 'creator'],
  ])('A grant with %j is refused', async (wrong, field) => {
    const { status, body } = await grant({ ...GOOD, ...wrong })
    expect([status, Object.keys(body.fields)]).toEqual([422, [field]])
  })

  it('Refused grants are not stored, audited or announced', async () => {
    expect([await storedPeriods(), await audited(), await notices()]).toEqual([[], [], []])
  })
})

describe('Granting subscriptions', () => {
  // Spec 1.6
  it('An admin grants a subscription by username; the audit has an entry, and the fan is told at once', async () => {
    await fan.ask('PUT', '/user', { username: 'Felix2' })
    const expires_at = new Date(ctx.now().getTime() + 10 * DAY_MS)
    const events = await eventsDuring(async () => {
      const { status, body } = await grant({ username: 'FELIX', creator: ' amy ', days: 10 })
      expect([status, body]).toEqual([201, { expires_at: expires_at.toISOString() }])
    })
    expect(await storedPeriods()).toEqual([{ fan_id: fan.id, profile_id: amy.id, starts_at: ctx.now(), expires_at }])
    const details = { creator_id: amy.id, expires_at: expires_at.toISOString() }
    expect(await audited()).toEqual([
      {
        id: expect.any(String),
        staff_id: admin.id,
        action: 'subscription_granted',
        user_id: fan.id,
        post_id: null,
        reason: null,
        details: { ...details, days: 10 },
        created_at: ctx.now(),
      },
    ])
    expect(await notices()).toEqual([
      { user_id: amy.id, kind: 'new_subscriber', details: {} },
      { user_id: fan.id, kind: 'subscription_granted', details },
    ])
    expect(events).toEqual([{ kind: 'notices_changed', user_ids: [fan.id, amy.id] }])
    expect((await fan.ask('GET', '/profiles/amy')).body.suscribed).toBe(true)
  })

  it('A second grant, by e-mail address, extends the subscription', async () => {
    const before = await storedPeriods()
    const { status, body } = await grant({ username: 'Fan@Example.com', creator: 'amy@example.com', days: 3650 })
    expect(status).toBe(201)
    expect(new Date(body.expires_at).getTime() - before[0]?.expires_at.getTime()).toBe(3650 * DAY_MS)
    expect(await storedPeriods()).toHaveLength(1)
    expect(await audited()).toHaveLength(2)
    expect((await notices()).map(({ kind }) => kind)).toEqual([
      'new_subscriber',
      'subscription_granted',
      'subscription_granted',
    ])
  })

  it('Ten grants at once all count', async () => {
    passes(1000)
    const bob = await member('bob')
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => grant({ username: 'bob@example.com', creator: 'Amy', days: 3 })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201))
    const rows = (await storedPeriods()).filter(({ fan_id }) => fan_id === bob.id)
    expect(rows).toMatchObject([{ expires_at: new Date(ctx.now().getTime() + 30 * DAY_MS) }])
    expect((await audited()).filter(({ user_id }) => user_id === bob.id)).toHaveLength(10)
    expect((await notices()).filter(({ user_id }) => user_id === bob.id)).toHaveLength(10)
  })

  it('Staff can be granted a subscription themselves', async () => {
    expect((await grant({ username: 'admin@example.com', creator: 'Amy', days: 1 })).status).toBe(201)
  })
})
