import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { type Payment, recordPayment } from '#server/domain/payments.ts'
import { newId } from '#server/store/ids.ts'
import { grantSubscription, insertSubscription } from '#server/store/periods.ts'
import { type Person, world } from '#tests/support/world.ts'

const { ctx, creator, member } = await world()
const { db } = ctx
const record = (payment: Payment) => ctx.db.begin((tx) => recordPayment(tx, payment))
const amy = await creator('amy')
const START = ctx.now().getTime()
const at = (day: number) => new Date(START + day * DAY_MS)

let count = 0
/** Pays for a week, or a day, on that day. */
async function pays(fan: Person, day: number, period: 'day' | 'week' = 'week') {
  count += 1
  const paidFor = { payment_reference: `pay_${count}`, fan_id: fan.id, creator_id: amy.id, period, price: 799 }
  await record({ ...paidFor, vat_country: 'FR', paid_at: at(day) })
}

/** Is given so many days on that day; until which day they are let in. */
async function isGiven(fan: Person, day: number, days: number) {
  const now = at(day)
  const grant = { id: newId(now), fan_id: fan.id, profile_id: amy.id, days, now }
  const until = await db.begin((tx) => grantSubscription(tx, grant))
  return (until.getTime() - START) / DAY_MS
}

/** A period that lies there, whatever put it there. */
async function holds(fan: Person, from: number, to: number) {
  const times = { starts_at: at(from), expires_at: at(to), created_at: at(from) }
  await insertSubscription(db, { id: newId(at(from)), fan_id: fan.id, profile_id: amy.id, ...times })
}

/** From which day to which, the first one first. */
async function daysOf(fan: Person) {
  const rows = await db<{ starts_at: Date; expires_at: Date }[]>`
    select starts_at, expires_at from subscriptions where fan_id = ${fan.id} order by starts_at, expires_at`
  return rows.map(({ starts_at, expires_at }) => [
    (starts_at.getTime() - START) / DAY_MS,
    (expires_at.getTime() - START) / DAY_MS,
  ])
}

describe('What somebody is given or pays for never lies over what they hold', () => {
  it('given days come after every week that was paid for and waits', async () => {
    const fan = await member('waiting')
    await pays(fan, 0)
    await pays(fan, 0)
    expect(await isGiven(fan, 1, 10)).toBe(24)
    expect(await daysOf(fan)).toEqual([
      [0, 7],
      [7, 24],
    ])
  })

  it('what begins later, after a break, waits longer and is as long as it was', async () => {
    const fan = await member('later')
    await holds(fan, 10, 17)
    await holds(fan, 30, 37)
    expect(await isGiven(fan, 0, 12)).toBe(19)
    expect(await daysOf(fan)).toEqual([
      [0, 12],
      [12, 19],
      [30, 37],
    ])
  })

  it('a payment that is told of late goes before what was given meanwhile', async () => {
    const fan = await member('late')
    await isGiven(fan, 2, 3)
    await pays(fan, 0)
    expect(await daysOf(fan)).toEqual([
      [0, 7],
      [7, 10],
    ])
  })

  it('what lies over something already is set apart by the next one, and not a day is lost', async () => {
    const fan = await member('entangled')
    await holds(fan, 0, 7)
    await holds(fan, 3, 10)
    await holds(fan, 3, 10)
    expect(await isGiven(fan, 4, 1)).toBe(22)
    expect(await daysOf(fan)).toEqual([
      [0, 7],
      [7, 14],
      [14, 22],
    ])
  })

  it('what is over stays as it was', async () => {
    const fan = await member('returning')
    await holds(fan, 0, 7)
    await holds(fan, 3, 8)
    await pays(fan, 8)
    expect(await daysOf(fan)).toEqual([
      [0, 7],
      [3, 8],
      [8, 15],
    ])
  })

  it('in whatever order, also many at once: as many days as were given and paid for, none of them twice', async () => {
    const fan = await member('everything')
    let all = 0
    for (let round = 0; round < 12; round += 1) {
      const [paidOn, givenOn, days] = [(round * 7) % 11, (round * 5) % 13, 1 + ((round * 3) % 4)]
      await Promise.all([pays(fan, paidOn, 'day'), isGiven(fan, givenOn, days), pays(fan, givenOn)])
      all += 1 + days + 7
    }
    const periods = await daysOf(fan)
    expect(periods.reduce((sum, [from = 0, to = 0]) => sum + to - from, 0)).toBe(all)
    for (const [index, [from]] of periods.slice(1).entries())
      expect(from).toBeGreaterThanOrEqual(periods[index]?.[1] ?? Number.NaN)
  })
})
