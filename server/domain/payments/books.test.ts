import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { feesOf } from '#contract/fees.ts'
import { DAY_MS } from '#contract/time.ts'
import { settlePayment } from '#server/domain/payments/settle.ts'
import { splitPayment, splitReversal } from '#server/domain/payments/split.ts'
import { later } from '#server/time.ts'
import { isLongForm, LONG_FORM_MS, seedOfTheRun } from '#tests/support/long-form.ts'
import { feeOf } from '#tests/support/payments/fake-provider.ts'
import { openShop } from '#tests/support/payments/shop.ts'
import { world } from '#tests/support/world.ts'

const here = await world()
const { ctx, creator, member } = here
const { provider, orders, pays } = openShop(here)
const { db } = ctx
const amy = await creator('amy')
const START = ctx.now()
const day = (days: number) => later(START, days * DAY_MS)

let count = 0
/** A week of Amy's, paid and settled. */
async function buys(): Promise<{ payment: string; order_id: string; charged: number }> {
  count += 1
  const order = await orders(await member(`fan${count}`), amy, { period: 'week' })
  const payment = pays(order, START, { reference: `buys-${count}` })
  await settlePayment(ctx, payment)
  return { payment, order_id: order.id, charged: order.charged }
}

interface Line {
  kind: string
  price: number
  vat: number
  charged: number
  platform_fee: number
  banking_fee: number
  net: number
}

async function linesOf(order_id: string): Promise<Line[]> {
  return await db<Line[]>`
    select kind, price, vat, charged, platform_fee, banking_fee, net from movements
    where order_id = ${order_id} order by original_id is not null, occurred_at, kind`
}

const sumOf = (lines: Line[], line: Exclude<keyof Line, 'kind'>) => lines.reduce((sum, each) => sum + each[line], 0)

describe('The split of a payment', () => {
  it('A payment is booked as the provider charged it: its amount, its VAT and its fee', async () => {
    const { order_id, charged } = await buys()
    // 14.99 and 20 % VAT are 17.99; the provider keeps 1.5 % and 25 cents.
    expect(await linesOf(order_id)).toEqual([
      { kind: 'payment', price: 1499, vat: 300, charged, platform_fee: 225, banking_fee: 52, net: 1222 },
    ])
  })

  it('What a provider tells late keeps its own time, and is booked at the time of the server', async () => {
    here.passes(DAY_MS)
    const booked = ctx.now()
    const { payment, order_id, charged } = await buys()
    here.passes(3 * DAY_MS)
    provider.gives(payment, { cents: charged, at: day(2) })
    await settlePayment(ctx, payment)
    expect(
      await db`select occurred_at, booked_at from movements where order_id = ${order_id} order by booked_at`,
    ).toEqual([
      { occurred_at: START, booked_at: booked },
      { occurred_at: day(2), booked_at: later(booked, 3 * DAY_MS) },
    ])
  })

  it('A full refund leaves the creator with nothing, and the platform without the fee that the provider keeps', async () => {
    const { payment, order_id, charged } = await buys()
    provider.gives(payment, { cents: charged, at: day(1) })
    await settlePayment(ctx, payment)
    const lines = await linesOf(order_id)
    expect(lines[1]).toEqual({
      ...{ kind: 'refund', price: -1499, vat: -300, charged: -charged },
      ...{ platform_fee: -277, banking_fee: 0, net: -1222 },
    })
    expect([sumOf(lines, 'net'), sumOf(lines, 'vat'), sumOf(lines, 'platform_fee')]).toEqual([0, 0, -52])
  })

  it('Refunds in parts take the same as one, and the last one takes the rest', async () => {
    const { payment, order_id, charged } = await buys()
    for (const cents of [1, 333, 333, 500, charged - 1167]) provider.gives(payment, { cents, at: day(1) })
    await settlePayment(ctx, payment)
    const lines = await linesOf(order_id)
    expect(lines).toHaveLength(6)
    for (const line of ['charged', 'vat', 'net', 'price'] as const) expect(sumOf(lines, line)).toBe(0)
  })

  it('A lost dispute takes from the creator what they got and no more; the platform pays its fee', async () => {
    const { payment, order_id, charged } = await buys()
    provider.disputes(payment, { reference: 'du_lost', cents: charged, at: day(1) })
    provider.closes(payment, { reference: 'du_lost', state: 'lost', at: day(9) })
    await settlePayment(ctx, payment)
    const lines = await linesOf(order_id)
    expect(lines[1]).toMatchObject({ kind: 'dispute', charged: -charged, net: -1222, banking_fee: 2000 })
    expect([sumOf(lines, 'net'), sumOf(lines, 'platform_fee')]).toEqual([0, -2052])
  })

  it('A won dispute restores every line but the fee of the provider', async () => {
    const { payment, order_id, charged } = await buys()
    const [before] = await linesOf(order_id)
    provider.disputes(payment, { reference: 'du_won', cents: charged, at: day(1) })
    await settlePayment(ctx, payment)
    provider.closes(payment, { reference: 'du_won', state: 'won', at: day(9) })
    await settlePayment(ctx, payment)
    const lines = await linesOf(order_id)
    expect(lines.map(({ kind }) => kind)).toEqual(['payment', 'dispute', 'dispute_won'])
    for (const line of ['charged', 'vat', 'net', 'price'] as const) expect(sumOf(lines, line)).toBe(before?.[line])
    expect(sumOf(lines, 'platform_fee')).toBe((before?.platform_fee ?? 0) - 2000)
  })

  it('A refund that the bank sends back is booked back', async () => {
    const { payment, order_id } = await buys()
    provider.gives(payment, { reference: 're_back', cents: 700, at: day(1) })
    await settlePayment(ctx, payment)
    provider.refusesRefund(payment, 're_back')
    await settlePayment(ctx, payment)
    const lines = await linesOf(order_id)
    expect(lines.map(({ kind }) => kind).sort()).toEqual(['adjustment', 'payment', 'refund'])
    expect(sumOf(lines, 'charged')).toBe(lines[0]?.charged)
  })

  it('A fee that the provider knows only after the payment is booked once, at the platform’s cost', async () => {
    const { payment, order_id } = await buys()
    const paid = provider.payments.get(payment)
    if (!paid) throw new Error('there is no payment')
    paid.fee += 30
    provider.balance -= 30
    for (let time = 0; time < 2; time += 1) await settlePayment(ctx, payment)
    const late = (await linesOf(order_id)).filter(({ kind }) => kind === 'adjustment')
    expect(late).toMatchObject([{ charged: 0, banking_fee: 30, platform_fee: -30, net: 0 }])
  })

  it('What a provider takes beyond a payment is booked at the platform’s cost, and no reversal exceeds the payment', async () => {
    const { payment, order_id, charged } = await buys()
    provider.gives(payment, { cents: 1000, at: day(1) })
    provider.disputes(payment, { reference: 'du_more', cents: charged, at: day(2) })
    await settlePayment(ctx, payment)
    const lines = await linesOf(order_id)
    const of = (kind: string) => lines.find((line) => line.kind === kind)
    expect(of('dispute')?.charged).toBe(1000 - charged)
    expect(of('adjustment')).toMatchObject({ charged: -1000, vat: 0, net: 0, platform_fee: -1000 })
    expect(sumOf(lines, 'net')).toBe(0)
  })

  it('A refund of what a dispute has taken is booked once, also after the dispute is won', async () => {
    const { payment, order_id, charged } = await buys()
    provider.disputes(payment, { reference: 'du_first', cents: charged, at: day(1) })
    provider.gives(payment, { reference: 're_second', cents: 1000, at: day(2) })
    await settlePayment(ctx, payment)
    provider.closes(payment, { reference: 'du_first', state: 'won', at: day(3) })
    for (let time = 0; time < 2; time += 1) await settlePayment(ctx, payment)
    expect(sumOf(await linesOf(order_id), 'charged')).toBe(charged - 1000)
  })

  it('Any parts of any payment balance and add up to the whole', () => {
    const payment = fc.record({
      price: fc.integer({ min: 1, max: 99_999 }),
      percent: fc.constantFrom(0, 8.1, 20, 25.5, 27),
    })
    fc.assert(
      fc.property(
        payment,
        fc.array(fc.integer({ min: 1, max: 5000 }), { maxLength: 12 }),
        ({ price, percent }, parts) => {
          const { charged, vat } = feesOf(price, percent)
          const whole = splitPayment({ charged, vat, fee: feeOf(charged) })
          const total = { charged: 0, vat: 0, net: 0 }
          for (const part of [...parts, charged]) {
            const cents = Math.min(part, charged + total.charged)
            if (cents === 0) continue
            const split = splitReversal(whole, total, cents)
            expect(split.charged).toBe(split.vat + split.platform_fee + split.banking_fee + split.net)
            expect(split.price).toBe(split.charged - split.vat)
            for (const line of ['charged', 'vat', 'net'] as const) total[line] += split[line]
          }
          for (const line of ['charged', 'vat', 'net'] as const) expect(total[line] + whole[line]).toBe(0)
        },
      ),
      { numRuns: isLongForm ? 20_000 : 500, seed: seedOfTheRun(58) },
    )
  })
})

describe('Random histories', () => {
  const action = fc.oneof(
    fc.record({
      kind: fc.constant('refund' as const),
      cents: fc.integer({ min: 1, max: 2000 }),
      is_pending: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('finish' as const), fails: fc.boolean() }),
    fc.record({ kind: fc.constant('dispute' as const), cents: fc.integer({ min: 1, max: 4000 }) }),
    fc.record({ kind: fc.constant('close' as const), state: fc.constantFrom('won' as const, 'lost' as const) }),
    fc.record({ kind: fc.constant('settle' as const) }),
  )
  const history = fc.record({
    period: fc.constantFrom('day' as const, 'week' as const, 'month' as const),
    /** What is wrong with the payment, mostly nothing. */
    trouble: fc.constantFrom('none', 'none', 'none', 'no order', 'country', 'amount'),
    actions: fc.array(action, { maxLength: 9 }),
  })

  it(
    'Every movement balances, no reversal exceeds its payment, and the books equal the balance at the provider',
    async () => {
      const fans = await Promise.all(Array.from({ length: 20 }, (_, index) => member(`any${index}`)))
      let number = 0
      await fc.assert(
        fc.asyncProperty(history, async ({ period, trouble, actions }) => {
          number += 1
          const fan = fans[number % fans.length]
          if (!fan) throw new Error('there is no fan')
          const order = await orders(fan, amy, { period, renews: false })
          const reference = `any-${number}`
          const given = trouble === 'amount' ? { ...order, charged: order.charged + 1 } : order
          pays(given, day(number), { reference, billing_country: trouble === 'country' ? 'JP' : 'FR' })
          const payment = provider.payments.get(reference)
          if (!payment) throw new Error('there is no payment')
          if (trouble === 'no order') payment.order_id = undefined
          for (const [index, step] of actions.entries()) {
            const at = later(day(number), (index + 1) * 1000)
            const left = payment.refunds.reduce(
              (sum, { cents, state }) => sum - (state === 'failed' ? 0 : cents),
              payment.charged,
            )
            const pending = payment.refunds.find(({ state }) => state === 'pending')
            const open = payment.disputes.find(({ state }) => state === 'open')
            if (step.kind === 'refund' && left > 0) {
              const state = step.is_pending ? 'pending' : 'done'
              provider.gives(reference, { cents: Math.min(step.cents, left), at, state })
            }
            if (step.kind === 'finish' && pending) {
              pending.state = step.fails ? 'failed' : 'done'
              if (!step.fails) provider.balance -= pending.cents
            }
            if (step.kind === 'dispute' && !open)
              provider.disputes(reference, {
                reference: `${reference}-${index}`,
                cents: Math.min(step.cents, payment.charged),
                at,
              })
            if (step.kind === 'close' && open)
              provider.closes(reference, { reference: open.reference, state: step.state, at })
            if (step.kind === 'settle') await settlePayment(ctx, reference)
          }
          await settlePayment(ctx, reference)
          // All books at once are many rows in the long form.
          if (!isLongForm || number % 100 === 0) await expectSoundBooks()
        }),
        { numRuns: isLongForm ? 10_000 : 250, seed: seedOfTheRun(2026) },
      )
      await expectSoundBooks()
      expect(number).toBeGreaterThanOrEqual(isLongForm ? 10_000 : 250)
    },
    LONG_FORM_MS,
  )
})

async function expectSoundBooks(): Promise<void> {
  const [books] = await db`
    select coalesce(sum(charged - vat - platform_fee - banking_fee - net), 0) as unbalanced,
      sum(charged - banking_fee) as balance,
      count(*) filter (where charged <> vat + platform_fee + banking_fee + net) as wrong_rows
    from movements`
  expect(books).toEqual({ unbalanced: 0, balance: provider.balance, wrong_rows: 0 })
  const exceeded = await db`
    select p.reference from movements p join movements r on r.original_id = p.id
    where p.kind = 'payment' group by p.id having p.charged + sum(r.charged) not between 0 and p.charged`
  expect(exceeded).toHaveLength(0)
  const wronged = await db`
    select p.reference from movements p join movements r on r.original_id = p.id
    where p.kind = 'payment' group by p.id
    having p.charged + sum(r.charged) = 0 and (p.net + sum(r.net) <> 0 or p.vat + sum(r.vat) <> 0)`
  expect(wronged).toHaveLength(0)
}
