import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { recordPayment } from '#server/domain/payments/record-payment.ts'
import { NOBODY, type Person, world } from '#tests/support/world.ts'

const { ctx, visitor, member, creator, staff, passes, eventsDuring } = await world()
const admin = await staff('admin', 'admin')
const moderator = await staff('moderator', 'moderator')
const amy = await creator('amy')
await amy.ask('PUT', '/user', { username: 'Amy' })
const START = ctx.now().getTime()

const nameOf = (fan: Person) => ({ username: fan.email, creator: 'Amy' })
const grant = (fan: Person, days: number) => admin.ask('POST', '/admin/subscriptions', { ...nameOf(fan), days })
const revoke = (body: unknown, by = admin) => by.ask('DELETE', '/admin/subscriptions', body)

/** Days pass. The session of an admin ends after twelve hours without use, so the admin signs in again. */
async function daysPass(days: number) {
  passes(days * DAY_MS)
  expect((await admin.signIn()).status).toBe(200)
}

let count = 0
/** Pays for a week now. */
async function pays(fan: Person) {
  count += 1
  const payment = { payment_reference: `pay_${count}`, fan_id: fan.id, creator_id: amy.id, price: 799 }
  await ctx.db.begin((tx) => recordPayment(tx, { ...payment, period: 'week', vat_country: 'FR', paid_at: ctx.now() }))
}

/** The first and last day of each period, in order. */
async function daysOf(fan: Person) {
  const rows = await ctx.db<{ starts_at: Date; expires_at: Date }[]>`
    select starts_at, expires_at from subscriptions where fan_id = ${fan.id} order by starts_at, expires_at`
  return rows.map((row) => [row.starts_at, row.expires_at].map((time) => (time.getTime() - START) / DAY_MS))
}

const today = () => (ctx.now().getTime() - START) / DAY_MS
const isSubscribed = async (fan: Person) => (await fan.ask('GET', '/profiles/amy')).body.suscribed
const audited = async (fan: Person) => [
  ...(await ctx.db`select staff_id, action, details from audit_log where user_id = ${fan.id} order by id`),
]

describe('Refused revocations', async () => {
  const fan = await member('fan')
  await grant(fan, 10)

  it('Visitors, members, creators and moderators cannot take a subscription back', async () => {
    expect((await revoke(nameOf(fan), visitor)).status).toBe(401)
    for (const person of [fan, amy, moderator]) expect((await revoke(nameOf(fan), person)).status).toBe(403)
  })

  it.each([
    ['a fan nobody knows', { username: NOBODY }, { username: 'unknown' }],
    ['a creator nobody knows', { creator: 'nobody' }, { creator: 'unknown' }],
    ['somebody who is no creator', { creator: 'admin@example.com' }, { creator: 'not_a_creator' }],
    ['a creator to themselves', { username: 'amy@example.com' }, { creator: 'oneself' }],
  ])('A revocation for %s is refused, and the answer names the field', async (_, wrong, fields) => {
    const { status, body } = await revoke({ ...nameOf(fan), ...wrong })
    expect([status, body.fields]).toEqual([422, fields])
  })

  it.each([undefined, {}, { username: 'fan@example.com' }, { username: 7, creator: 'Amy' }])(
    'A revocation with the body %j is refused',
    async (body) => {
      expect((await revoke(body)).status).toBe(422)
    },
  )

  it('Nothing can be taken back from a fan who was granted nothing, whose grant has ended, or who paid', async () => {
    const [without, ended, paying] = [await member('without'), await member('ended'), await member('paying')]
    await grant(ended, 1)
    await daysPass(1)
    await pays(paying)
    for (const each of [without, ended, paying]) expect((await revoke(nameOf(each))).status).toBe(404)
    expect(await isSubscribed(paying)).toBe(true)
    expect((await audited(paying)).concat(await audited(without))).toEqual([])
  })

  it('Refused revocations change nothing', async () => {
    expect(await isSubscribed(fan)).toBe(true)
    expect(await audited(fan)).toMatchObject([{ action: 'subscription_granted' }])
  })
})

describe('Taking a subscription back', () => {
  it('An admin takes back what is left of a grant: access ends at once, the audit has an entry, and the fan is told', async () => {
    const fan = await member('told')
    const post = await amy.posts({ protected: true })
    await grant(fan, 10)
    await daysPass(3)
    const day = today()
    expect((await fan.ask('GET', `/posts/${post.id}`)).body.file).not.toBeNull()
    const events = await eventsDuring(async () => {
      expect(await revoke(nameOf(fan))).toMatchObject({ status: 200, body: {} })
    })
    expect(events).toEqual([{ kind: 'notices_changed', user_ids: [fan.id] }])
    expect(await isSubscribed(fan)).toBe(false)
    expect((await fan.ask('GET', `/posts/${post.id}`)).body.file).toBeNull()
    expect((await fan.fetch(post.file ?? '')).status).toBe(404)
    expect(await daysOf(fan)).toEqual([[day - 3, day]])
    expect((await audited(fan)).at(-1)).toEqual({
      staff_id: admin.id,
      action: 'subscription_revoked',
      details: { creator_id: amy.id },
    })
    const [notice] = (await fan.ask('GET', '/notices')).body
    expect(notice).toMatchObject({ kind: 'subscription_revoked', path: '/Amy', may_answer: false })
    expect(notice.text).toContain('Amy')
    expect((await revoke(nameOf(fan))).status).toBe(404)
  })

  it('A paid period stays whole: granted days before and behind it go, and it follows without a gap', async () => {
    const fan = await member('both')
    const day = today()
    await grant(fan, 4)
    await pays(fan)
    await grant(fan, 30)
    expect(await daysOf(fan)).toEqual([
      [day, day + 4],
      [day + 4, day + 11],
      [day + 11, day + 41],
    ])
    await daysPass(1)
    expect((await revoke(nameOf(fan))).status).toBe(200)
    expect(await daysOf(fan)).toEqual([
      [day, day + 1],
      [day + 1, day + 8],
    ])
    expect(await isSubscribed(fan)).toBe(true)
  })

  it('A paid period that has begun keeps its dates', async () => {
    const fan = await member('paid-first')
    const day = today()
    await pays(fan)
    await grant(fan, 30)
    await daysPass(1)
    expect((await revoke(nameOf(fan))).status).toBe(200)
    expect(await daysOf(fan)).toEqual([[day, day + 7]])
  })

  it('What is taken back while the creator blocks the fan does not come back with the end of the block', async () => {
    const fan = await member('blocked')
    await fan.ask('PUT', '/user', { username: 'Blocked' })
    await grant(fan, 10)
    await daysPass(1)
    expect((await amy.ask('POST', '/blocks', { username: 'Blocked' })).status).toBe(201)
    await daysPass(3)
    expect((await revoke(nameOf(fan))).status).toBe(200)
    expect((await amy.ask('DELETE', '/blocks/Blocked')).status).toBe(200)
    expect(await isSubscribed(fan)).toBe(false)
  })

  it('Of ten revocations at once one succeeds, and the fan gets one notice', async () => {
    const fan = await member('once')
    await grant(fan, 10)
    passes(1000)
    const answers = await Promise.all(Array.from({ length: 10 }, () => revoke(nameOf(fan))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)])
    const kinds = (await fan.ask('GET', '/notices')).body.map(({ kind }: { kind: string }) => kind)
    expect(kinds).toEqual(['subscription_revoked', 'subscription_granted'])
  })

  it('A new grant after a revocation starts at once', async () => {
    const fan = await member('again')
    await grant(fan, 10)
    await revoke(nameOf(fan))
    const day = today()
    passes(1000)
    expect((await grant(fan, 2)).status).toBe(201)
    expect((await daysOf(fan)).at(-1)?.[1]).toBeCloseTo(day + 2, 3)
    expect(await isSubscribed(fan)).toBe(true)
  })
})
