import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { type Payment, recordPayment } from '#server/domain/payments/record-payment.ts'
import { newId } from '#server/store/ids.ts'
import { grantSubscription, insertSubscription } from '#server/store/subscriptions/periods.ts'
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

/** Grants this many days on that day, and returns the day on which access ends. */
async function grantDays(fan: Person, day: number, days: number) {
  const now = at(day)
  const grant = { id: newId(now), fan_id: fan.id, profile_id: amy.id, days, now }
  const until = await db.begin((tx) => grantSubscription(tx, grant))
  return (until.getTime() - START) / DAY_MS
}

/** Inserts a period directly. */
async function insertPeriod(fan: Person, from: number, to: number) {
  const times = { starts_at: at(from), expires_at: at(to), created_at: at(from) }
  await insertSubscription(db, { id: newId(at(from)), fan_id: fan.id, profile_id: amy.id, ...times })
}

/** The first and last day of each period, in order. */
async function daysOf(fan: Person) {
  const rows = await db<{ starts_at: Date; expires_at: Date }[]>`
    select starts_at, expires_at from subscriptions where fan_id = ${fan.id} order by starts_at, expires_at`
  return rows.map(({ starts_at, expires_at }) => [
    (starts_at.getTime() - START) / DAY_MS,
    (expires_at.getTime() - START) / DAY_MS,
  ])
}

describe('Periods never overlap', () => {
  it('Granted days come after every paid period that is queued', async () => {
    const fan = await member('waiting')
    await pays(fan, 0)
    await pays(fan, 0)
    expect(await grantDays(fan, 1, 10)).toBe(24)
    expect(await daysOf(fan)).toEqual([
      [0, 7],
      [7, 14],
      [14, 24],
    ])
  })

  it('A later period after a gap is moved back as far as needed, and keeps its length', async () => {
    const fan = await member('later')
    await insertPeriod(fan, 10, 17)
    await insertPeriod(fan, 30, 37)
    expect(await grantDays(fan, 0, 12)).toBe(19)
    expect(await daysOf(fan)).toEqual([
      [0, 12],
      [12, 19],
      [30, 37],
    ])
  })

  it('A payment that is reported late goes before what was granted meanwhile', async () => {
    const fan = await member('late')
    await grantDays(fan, 2, 3)
    await pays(fan, 0)
    expect(await daysOf(fan)).toEqual([
      [0, 7],
      [7, 10],
    ])
  })

  it('Periods that overlap already are separated by the next one, and no day is lost', async () => {
    const fan = await member('entangled')
    await insertPeriod(fan, 0, 7)
    await insertPeriod(fan, 3, 10)
    await insertPeriod(fan, 3, 10)
    expect(await grantDays(fan, 4, 1)).toBe(22)
    expect(await daysOf(fan)).toEqual([
      [0, 7],
      [7, 14],
      [14, 22],
    ])
  })

  it('Periods that have ended stay as they were', async () => {
    const fan = await member('returning')
    await insertPeriod(fan, 0, 7)
    await insertPeriod(fan, 3, 8)
    await pays(fan, 8)
    expect(await daysOf(fan)).toEqual([
      [0, 7],
      [3, 8],
      [8, 15],
    ])
  })

  it('Concurrent payments and grants in any order add up to as many days, without overlaps', async () => {
    const fan = await member('everything')
    let all = 0
    for (let round = 0; round < 12; round += 1) {
      const [paidOn, givenOn, days] = [(round * 7) % 11, (round * 5) % 13, 1 + ((round * 3) % 4)]
      await Promise.all([pays(fan, paidOn, 'day'), grantDays(fan, givenOn, days), pays(fan, givenOn)])
      all += 1 + days + 7
    }
    const periods = await daysOf(fan)
    expect(periods.reduce((sum, [from = 0, to = 0]) => sum + to - from, 0)).toBe(all)
    for (const [index, [from]] of periods.slice(1).entries())
      expect(from).toBeGreaterThanOrEqual(periods[index]?.[1] ?? Number.NaN)
  })
})
