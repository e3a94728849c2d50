import { describe, expect, it } from 'vitest'
import { CONSENTS } from '#contract/payments.ts'
import { DAY_MS } from '#contract/time.ts'
import { settlePayment } from '#server/domain/payments/settle.ts'
import { later } from '#server/time.ts'
import { openShop } from '#tests/support/payments/shop.ts'
import { world } from '#tests/support/world.ts'

const here = await world()
const { ctx, creatorNamed, member } = here
const { provider, orders, pays } = openShop(here)
const { db } = ctx
const amy = await creatorNamed('amelie')
Object.assign(ctx.config, { seller: ['Loge SAS', '1 rue des Loges, Paris', 'FR 12 345678901'] })

interface Row {
  number: string
  kind: string
  // biome-ignore lint/suspicious/noExplicitAny: each test asserts on the facts it expects
  facts: any
}

const receiptsOf = async (order_id: string) =>
  await db<Row[]>`select number, kind, facts from receipts where order_id = ${order_id} order by number`

describe('Receipts', () => {
  it('A payment has a receipt with everything that is printed, as it was at that moment', async () => {
    const fan = await member('fan')
    const { username } = (await fan.ask('GET', '/user')).body
    const order = await orders(fan, amy, { period: 'week' })
    await settlePayment(ctx, pays(order, ctx.now()))
    await fan.ask('PUT', '/user', { username: 'renamed-since' })
    expect(await receiptsOf(order.id)).toEqual([
      {
        number: '2026-000001',
        kind: 'receipt',
        facts: {
          fan: username,
          creator: 'amelie',
          corrects: null,
          period: 'week',
          starts_at: '2026-03-01T12:00:00.000Z',
          ends_at: '2026-03-08T12:00:00.000Z',
          price: 1499,
          vat: 300,
          charged: 1799,
          vat_percent: 20,
          country: 'FR',
          card: '4242',
          consent: CONSENTS[0],
          consent_locale: 'en',
          consented_at: '2026-03-01T12:00:00.000Z',
          seller: ['Loge SAS', '1 rue des Loges, Paris', 'FR 12 345678901'],
        },
      },
    ])
  })

  it('A refund has a credit note that names the receipt it corrects, and what was given back', async () => {
    const order = await orders(await member('refunded'), amy, { period: 'week' })
    const payment = pays(order, ctx.now())
    await settlePayment(ctx, payment)
    provider.gives(payment, { cents: 600, at: later(ctx.now(), DAY_MS) })
    await settlePayment(ctx, payment)
    await settlePayment(ctx, payment)
    const [receipt, note, ...others] = await receiptsOf(order.id)
    expect(others).toEqual([])
    expect(note).toMatchObject({
      kind: 'credit_note',
      facts: { corrects: receipt?.number, charged: 600, vat: 100, price: 500, creator: 'amelie' },
    })
  })

  it('A dispute has a credit note when it is lost, and none while it is open or when it is won', async () => {
    const kinds = []
    for (const state of ['open', 'won', 'lost'] as const) {
      const order = await orders(await member(`disputing-${state}`), amy, { period: 'week' })
      const payment = pays(order, ctx.now())
      provider.disputes(payment, { reference: `du_${state}`, cents: order.charged, at: ctx.now() })
      if (state !== 'open') provider.closes(payment, { reference: `du_${state}`, state, at: ctx.now() })
      await settlePayment(ctx, payment)
      kinds.push((await receiptsOf(order.id)).map(({ kind }) => kind))
    }
    expect(kinds).toEqual([['receipt'], ['receipt'], ['receipt', 'credit_note']])
  })

  it('Fifty payments at the same moment have numbers without a gap, also if some of them fail', async () => {
    const [before] = await db`select last from receipt_numbers where year = 2026`
    const references: string[] = []
    for (let number = 0; number < 50; number += 1)
      references.push(pays(await orders(await member(`crowd${number}`), amy, { period: 'day' }), ctx.now()))
    // One fails after it has drawn a number, and every fifth is reported twice.
    const failing = db.begin(async (tx) => {
      await tx`update receipt_numbers set last = last + 1 where year = 2026`
      throw new Error('on purpose')
    })
    const settled = references.flatMap((reference, index) => (index % 5 === 0 ? [reference, reference] : [reference]))
    await Promise.all([
      expect(failing).rejects.toThrow('on purpose'),
      ...settled.map((each) => settlePayment(ctx, each)),
    ])
    const rows =
      await db`select sequence from receipts where year = 2026 and sequence > ${before?.last} order by sequence`
    expect(rows.map(({ sequence }) => sequence - before?.last)).toEqual(
      Array.from({ length: 50 }, (_, index) => index + 1),
    )
  })

  it('Every year begins with number one, by the clock of the house in UTC', async () => {
    const now = ctx.now
    ctx.now = () => new Date('2027-01-01T00:00:00.000Z')
    const order = await orders(await member('new-year'), amy, { period: 'day' })
    await settlePayment(ctx, pays(order, new Date('2026-12-31T23:59:59.000Z')))
    ctx.now = now
    expect((await receiptsOf(order.id)).map(({ number }) => number)).toEqual(['2027-000001'])
  })

  it.each([
    ['updated', 'update receipts set kind = kind'],
    ['deleted', 'delete from receipts'],
    ['truncated', 'truncate receipts'],
  ])('Receipts cannot be %s', async (_, statement) => {
    await expect(db.unsafe(statement)).rejects.toThrow('receipts is only ever added to')
  })
})
