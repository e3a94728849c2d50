import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { newCheckout, sdkFor } from '#tests/support/payments/checkouts.ts'
import { openSandbox } from '#tests/support/payments/sandbox.ts'

/** Somebody has paid €28.79. */
async function paidTicket() {
  const opened = await openSandbox()
  const { id } = await newCheckout(opened.stripe, 'payment')
  opened.sandbox.people.pay(id)
  const { payment_intent } = await opened.stripe.checkout.sessions.retrieve(id)
  const intent = String(payment_intent)
  const charge = async () =>
    (await opened.stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge.refunds'] }))
      .latest_charge as Stripe.Charge
  return { ...opened, intent, charge }
}

describe('Refused refunds', () => {
  it('More than was paid, more than is left, and what was never paid is not refunded', async () => {
    const { stripe, sandbox, intent } = await paidTicket()
    const refund = (amount?: number) => stripe.refunds.create({ payment_intent: intent, ...(amount && { amount }) })
    await expect(refund(2880)).rejects.toMatchObject({ param: 'amount', statusCode: 400 })
    await refund(2000)
    await expect(refund(880)).rejects.toMatchObject({ param: 'amount' })
    await refund(879)
    await expect(refund()).rejects.toMatchObject({ code: 'charge_already_refunded' })
    expect(sandbox.books()).toMatchObject({ charged: 2879, refunded: 2879, fees: 68, net: -68 })

    const { id } = await newCheckout(stripe, 'payment')
    sandbox.people.decline(id)
    const { payment_intent } = await stripe.checkout.sessions.retrieve(id)
    await expect(stripe.refunds.create({ payment_intent: String(payment_intent) })).rejects.toThrow('has not been paid')
  })

  it('A disputed payment is not refunded as well', async () => {
    const { stripe, sandbox, intent } = await paidTicket()
    sandbox.people.openDispute(intent)
    await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({ code: 'charge_disputed' })
  })
})

describe('Refunds', () => {
  it('A part is refunded, then the rest, and the provider keeps its fee', async () => {
    const { stripe, sandbox, intent, charge, types } = await paidTicket()
    const part = await stripe.refunds.create(
      { payment_intent: intent, amount: 1000, reason: 'requested_by_customer', metadata: { why: 'rain' } },
      { idempotencyKey: 'refund-1' },
    )
    expect(part).toMatchObject({ amount: 1000, status: 'succeeded', metadata: { why: 'rain' } })
    expect(await charge()).toMatchObject({
      refunded: false,
      amount_refunded: 1000,
      refunds: { data: [{ id: part.id }] },
    })
    const rest = await stripe.refunds.create({ payment_intent: intent }, { idempotencyKey: 'refund-2' })
    expect(rest.amount).toBe(1879)
    expect(await charge()).toMatchObject({ refunded: true, amount_refunded: 2879 })
    const listed = await stripe.refunds.list({ payment_intent: intent, expand: ['data.balance_transaction'] })
    expect(listed.data).toMatchObject([
      { id: rest.id, balance_transaction: { amount: -1879, fee: 0, net: -1879, type: 'refund' } },
      { id: part.id, balance_transaction: { amount: -1000, net: -1000 } },
    ])
    expect(sandbox.books().net).toBe(-68)
    await sandbox.idle()
    expect(types().filter((type) => type === 'charge.refunded')).toHaveLength(2)
  })

  it('A refund that is pending ends when the bank answers; one that has failed brings the money back', async () => {
    const { stripe, sandbox, intent, charge, types } = await paidTicket()
    sandbox.people.nextRefund('pending')
    const pending = await stripe.refunds.create({ payment_intent: intent, amount: 500 })
    expect(pending.status).toBe('pending')
    expect(sandbox.people.endRefund(pending.id, 'succeeded').status).toBe('succeeded')
    sandbox.people.nextRefund('failed')
    const failed = await stripe.refunds.create({ payment_intent: intent })
    expect(failed).toMatchObject({ status: 'failed', failure_reason: 'expired_or_canceled_card' })
    expect(await charge()).toMatchObject({ refunded: false, amount_refunded: 500 })
    expect(sandbox.books()).toMatchObject({ refunded: 500, net: 2811 - 500 })
    await sandbox.idle()
    expect(types()).toEqual(expect.arrayContaining(['refund.updated', 'refund.failed']))
  })
})

describe('Idempotency keys', () => {
  it('The same key is the same refund, also for a second process, and with other parameters it is refused', async () => {
    const { stripe, sandbox, intent } = await paidTicket()
    const request = { payment_intent: intent, amount: 700 }
    const key = { idempotencyKey: 'once' }
    const refunds = await Promise.all([1, 2, 3].map(() => sdkFor(sandbox).refunds.create(request, key)))
    expect(new Set(refunds.map(({ id }) => id)).size).toBe(1)
    expect(sandbox.books().refunded).toBe(700)
    await expect(stripe.refunds.create({ ...request, amount: 701 }, key)).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
    })
    expect((await stripe.refunds.create(request, key)).lastResponse.headers).toMatchObject({
      'idempotent-replayed': 'true',
    })
  })

  it('A key is forgotten after 24 hours, as Stripe forgets it', async () => {
    const { stripe, sandbox, intent } = await paidTicket()
    const refund = () => stripe.refunds.create({ payment_intent: intent, amount: 700 }, { idempotencyKey: 'once' })
    const first = await refund()
    sandbox.clock.advance(24 * 60 * 60 * 1000)
    expect((await refund()).id).not.toBe(first.id)
    expect(sandbox.books().refunded).toBe(1400)
  })

  it('A request whose answer was lost is done once when it is repeated with its key', async () => {
    const { sandbox, intent } = await paidTicket()
    const patient = sdkFor(sandbox, { maxNetworkRetries: 2 })
    sandbox.faults.loseAnswers(1)
    const { lastResponse } = await patient.refunds.create({ payment_intent: intent, amount: 700 })
    expect(lastResponse.headers).toMatchObject({ 'idempotent-replayed': 'true' })
    expect(sandbox.books().refunded).toBe(700)
  })

  it('While the provider is away nothing is done', async () => {
    const { stripe, sandbox, intent } = await paidTicket()
    sandbox.faults.away()
    await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({ statusCode: 503 })
    sandbox.faults.away(false)
    expect((await stripe.refunds.list()).data).toEqual([])
  })
})

describe('Disputes', () => {
  it('A dispute takes the money and a fee at once; a lost one changes nothing more', async () => {
    const { stripe, sandbox, intent, charge, types } = await paidTicket()
    const { id } = sandbox.people.openDispute(intent)
    expect(sandbox.books()).toMatchObject({ disputed: 2879, fees: 68 + 2000, net: -68 - 2000 })
    expect((await charge()).disputed).toBe(true)
    const [dispute] = (await stripe.disputes.list({ payment_intent: intent })).data
    expect(dispute).toMatchObject({
      id,
      status: 'needs_response',
      amount: 2879,
      balance_transactions: [{ amount: -2879, fee: 2000, net: -4879, reporting_category: 'dispute' }],
    })
    expect(() => sandbox.people.openDispute(intent)).toThrow('cannot be disputed')
    expect(await stripe.disputes.close(id)).toMatchObject({ status: 'lost' })
    expect(sandbox.books().net).toBe(-68 - 2000)
    expect(() => sandbox.people.closeDispute(id, 'won')).toThrow('already closed')
    await sandbox.idle()
    expect(types().filter((type) => type.startsWith('charge.dispute'))).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.closed',
    ])
  })

  it('A dispute that is won brings back the money and the fee', async () => {
    const { stripe, sandbox, intent, types } = await paidTicket()
    await stripe.refunds.create({ payment_intent: intent, amount: 879 })
    const { id, amount } = sandbox.people.openDispute(intent)
    expect(amount).toBe(2000)
    sandbox.people.closeDispute(id, 'won')
    expect(await stripe.disputes.retrieve(id)).toMatchObject({
      status: 'won',
      balance_transactions: [{ net: -4000 }, { amount: 2000, fee: -2000, net: 4000 }],
    })
    expect(sandbox.books()).toMatchObject({ disputed: 0, refunded: 879, fees: 68, net: 2811 - 879 })
    expect(await stripe.refunds.create({ payment_intent: intent })).toMatchObject({ amount: 2000 })
    await sandbox.idle()
    expect(types()).toContain('charge.dispute.funds_reinstated')
  })
})

describe('The balance', () => {
  it('The balance is the sum of all movements, which can be listed by their source', async () => {
    const { stripe, sandbox, intent, charge } = await paidTicket()
    await stripe.refunds.create({ payment_intent: intent, amount: 1000 })
    const { data } = await stripe.balanceTransactions.list()
    expect(data.map(({ type, net }) => [type, net])).toEqual([
      ['refund', -1000],
      ['charge', 2811],
    ])
    expect((await stripe.balance.retrieve()).available).toMatchObject([{ amount: 1811, currency: 'eur' }])
    expect(sandbox.books().net).toBe(1811)
    const [movement] = (await stripe.balanceTransactions.list({ source: (await charge()).id })).data
    expect(await stripe.balanceTransactions.retrieve(movement?.id ?? '', { expand: ['source'] })).toMatchObject({
      source: { object: 'charge', payment_intent: intent },
    })
  })

  it('What cannot be expanded is refused', async () => {
    const { stripe, intent } = await paidTicket()
    await expect(stripe.paymentIntents.retrieve(intent, { expand: ['charges'] })).rejects.toThrow('cannot be expanded')
    await expect(stripe.charges.list({ expand: ['data.invoice'] })).rejects.toThrow('cannot be expanded')
  })

  it('Lists go page by page, in both directions', async () => {
    const { stripe } = await openSandbox()
    for (const name of ['a', 'b', 'c', 'd', 'e']) await stripe.customers.create({ name })
    const names = (page: Stripe.ApiList<Stripe.Customer>) => page.data.map(({ name }) => name).join('')
    const first = await stripe.customers.list({ limit: 2 })
    expect([names(first), first.has_more]).toEqual(['ed', true])
    const last = await stripe.customers.list({ limit: 3, starting_after: first.data[1]?.id ?? '' })
    expect([names(last), last.has_more]).toEqual(['cba', false])
    const back = await stripe.customers.list({ limit: 2, ending_before: last.data[1]?.id ?? '' })
    expect([names(back), back.has_more]).toEqual(['dc', true])
    await expect(stripe.customers.list({ limit: 101 })).rejects.toMatchObject({ param: 'limit' })
    await expect(stripe.customers.list({ starting_after: 'cus_gone' })).rejects.toMatchObject({ statusCode: 404 })
  })
})
