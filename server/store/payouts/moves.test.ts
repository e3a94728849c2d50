import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { insertMovement, type Movement, type MovementKind } from '#server/store/payments/movements.ts'
import { later } from '#server/time.ts'
import { world } from '#tests/support/world.ts'
import { newId } from '../ids.ts'
import { countsDemo, sumMoves, sumMovesOfMany } from './moves.ts'

const { ctx, creator } = await world()
const { db } = ctx
const OCTOBER = new Date('2026-10-01T00:00:00Z')
const NOVEMBER = new Date('2026-11-01T00:00:00Z')
const october = (day: number) => later(OCTOBER, (day - 1) * DAY_MS)

let count = 0
async function books(
  creator_id: string,
  kind: MovementKind,
  cents: number,
  at: Date,
  {
    original_id = null,
    is_demo = false,
    provider = 'stripe',
  }: Partial<Pick<Movement, 'original_id' | 'is_demo' | 'provider'>> = {},
): Promise<string> {
  count += 1
  const id = newId(at)
  await insertMovement(
    db,
    {
      ...{ id, provider, kind, reference: `move-${count}`, original_id, order_id: null },
      subscription_id: kind === 'payment' ? newId(at) : null,
      ...{ creator_id, period: null, vat_country: null, vat_percent: null, occurred_at: later(at, -DAY_MS), is_demo },
      ...{ price: cents, vat: 0, charged: cents, platform_fee: 0, banking_fee: 0, net: cents },
    },
    at,
  )
  return id
}

describe('What moved a balance', () => {
  it('Somebody without a movement has nothing', async () => {
    const { id } = await creator('nobody')
    expect(await sumMoves(db, id, { from: OCTOBER, with_demo: true })).toEqual({
      opening: 0,
      moves: [],
      is_sample: false,
    })
  })

  it('Each kind is one line, with its day if it is one movement, and all lines lead from the opening to the balance', async () => {
    const { id } = await creator('amy')
    const first = await books(id, 'payment', 1000, october(-9))
    await books(id, 'payment', 500, OCTOBER)
    await books(id, 'payment', 300, october(3))
    await books(id, 'refund', -200, october(9), { original_id: first })
    const taken = await books(id, 'payout', -900, october(10))
    await books(id, 'payout', 900, october(12), { original_id: taken })
    await books(id, 'transfer', -400, october(31))
    await books(id, 'dispute', -500, NOVEMBER, { original_id: first })
    expect(await sumMoves(db, id, { from: OCTOBER, until: NOVEMBER, with_demo: true })).toEqual({
      is_sample: false,
      opening: 1000,
      moves: [
        { kind: 'share', cents: 800, count: 2, on: null },
        { kind: 'refunded', cents: -200, count: 1, on: '2026-10-09' },
        { kind: 'paid_out', cents: -1300, count: 2, on: null },
        { kind: 'returned', cents: 900, count: 1, on: '2026-10-12' },
      ],
    })
    expect(await sumMoves(db, id, { from: NOVEMBER, with_demo: true })).toEqual({
      is_sample: false,
      opening: 1200,
      moves: [{ kind: 'disputed', cents: -500, count: 1, on: '2026-11-01' }],
    })
  })

  it('Demo money and that of the sandbox count unless money is real', async () => {
    const { id } = await creator('ben')
    await books(id, 'payment', 700, october(2), { is_demo: true })
    await books(id, 'payment', 50, october(3), { provider: 'sandbox' })
    await books(id, 'payment', 100, october(4))
    const of = async (with_demo: boolean) => (await sumMoves(db, id, { from: OCTOBER, with_demo })).moves[0]?.cents
    expect([await of(true), await of(false)]).toEqual([850, 100])
    expect([countsDemo({ payments: undefined }), countsDemo(ctx.config)]).toEqual([true, true])
    const keys = { secret_key: 'sk_live_1', webhook_secret: 'whsec_1' }
    expect(countsDemo({ payments: { provider: 'stripe', ...keys } })).toBe(false)
  })

  it('Many creators are summed at once, each by their own movements', async () => {
    const [eve, lou] = [await creator('eve'), await creator('lou')]
    await books(eve.id, 'payment', 10, october(1))
    await books(lou.id, 'payment', 20, october(1))
    const all = await sumMovesOfMany(db, [eve.id, lou.id], { from: NOVEMBER, with_demo: true })
    expect([all.get(eve.id)?.opening, all.get(lou.id)?.opening]).toEqual([10, 20])
  })
})
