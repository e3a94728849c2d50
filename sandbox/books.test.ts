import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { isLongForm, seedOfTheRun } from '#tests/support/long-form.ts'
import { seededRandom } from '#tests/support/network/hostile-frames.ts'
import { newAccount } from '#tests/support/payments/accounts.ts'
import { newCheckout } from '#tests/support/payments/checkouts.ts'
import { type OpenSandbox, openSandbox, sandboxFolder } from '#tests/support/payments/sandbox.ts'
import type { SandboxBooks } from './balance.ts'

const STEPS = isLongForm ? 800 : 120
const DAY = 24 * 60 * 60 * 1000
const ALL = { limit: 10_000 }

/** One random thing that a fan, a bank or the shop does. What the provider refuses has changed nothing. */
async function step({ stripe, sandbox }: OpenSandbox, random: () => number): Promise<void> {
  const among = <T>(values: readonly T[]): T | undefined => values[Math.floor(random() * values.length)]
  const charges = (await stripe.charges.list({ limit: 100 })).data
  const charge = among(charges)?.id ?? ''
  const dispute = among((await stripe.disputes.list({ limit: 100 })).data)
  const account = among((await stripe.accounts.list({ limit: 100 })).data)?.id ?? ''
  const transfer = among((await stripe.transfers.list({ limit: 100 })).data)
  const subscription = among((await stripe.subscriptions.list({ limit: 100 })).data)
  const acts: (() => unknown)[] = [
    async () => {
      const session = await newCheckout(stripe, random() < 0.5 ? 'payment' : 'subscription')
      sandbox.people.pay(session.id, { outcome: among(['pays', 'pays', 'declines', 'pays_once'] as const) ?? 'pays' })
    },
    () => stripe.refunds.create({ charge, amount: 1 + Math.floor(random() * 3000) }),
    () => stripe.refunds.create({ charge }),
    () => sandbox.people.nextRefund('failed'),
    () => sandbox.people.openDispute(charge),
    () => dispute && sandbox.people.closeDispute(dispute.id, random() < 0.5 ? 'won' : 'lost'),
    () => subscription && stripe.subscriptions.update(subscription.id, { cancel_at_period_end: random() < 0.5 }),
    () => subscription && random() < 0.3 && stripe.subscriptions.cancel(subscription.id),
    async () => {
      const { id } = await newAccount(stripe)
      sandbox.people.finishAccount(id)
      sandbox.people.setBank(id, among([null, null, 'account_closed'] as const) ?? null)
    },
    () => stripe.transfers.create({ destination: account, currency: 'eur', amount: 1 + Math.floor(random() * 3000) }),
    () => transfer && stripe.transfers.createReversal(transfer.id),
    () => sandbox.people.returnPayout(account, 'no_account'),
    () => sandbox.people.finishAccount(account),
    () => sandbox.clock.advance(Math.floor(random() * 10 * DAY)),
  ]
  try {
    await among(acts)?.()
  } catch (error) {
    const { status, statusCode = status } = error as { status?: number; statusCode?: number }
    expect(statusCode).toBeLessThan(500)
  }
}

/** What has gone to the bank of an account. The rest of what it was sent is in its balance. */
async function paidByBank(stripe: Stripe, account: string): Promise<number> {
  const payouts = await stripe.payouts.list({ limit: 100 }, { stripeAccount: account }).autoPagingToArray(ALL)
  const out = payouts.filter(({ status }) => status !== 'failed').reduce((sum, { amount }) => sum + amount, 0)
  const transfers = await stripe.transfers.list({ destination: account, limit: 100 }).autoPagingToArray(ALL)
  const sent = transfers.reduce((sum, { amount, amount_reversed }) => sum + amount - amount_reversed, 0)
  const balance = await stripe.balance.retrieve({}, { stripeAccount: account })
  expect(balance.available[0]?.amount).toBe(sent - out)
  return out
}

/** The books as the objects tell them, without the movements. */
async function booksOfObjects(stripe: Stripe): Promise<SandboxBooks> {
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  const charges = (await stripe.charges.list({ limit: 100 }).autoPagingToArray(ALL)).filter(({ paid }) => paid)
  const refunds = await stripe.refunds.list({ limit: 100 }).autoPagingToArray(ALL)
  const disputes = await stripe.disputes.list({ limit: 100 }).autoPagingToArray(ALL)
  const done = refunds.filter(({ status }) => status !== 'failed')
  const held = disputes.filter(({ status }) => status !== 'won')
  const charged = sum(charges.map(({ amount }) => amount))
  const refunded = sum(done.map(({ amount }) => amount))
  const disputed = sum(held.map(({ amount }) => amount))
  const fees = sum(charges.map(({ amount }) => Math.round(amount * 0.015) + 25)) + held.length * 2000
  for (const charge of charges) {
    const own = sum(done.filter((refund) => refund.charge === charge.id).map(({ amount }) => amount))
    expect(own).toBe(charge.amount_refunded)
    const taken = sum(held.filter((dispute) => dispute.charge === charge.id).map(({ amount }) => amount))
    expect(own + taken).toBeLessThanOrEqual(charge.amount)
  }
  const transfers = await stripe.transfers.list({ limit: 100 }).autoPagingToArray(ALL)
  const transferred = sum(transfers.map(({ amount, amount_reversed }) => amount - amount_reversed))
  const reversals = sum(transfers.map(({ reversals }) => reversals.data.length))
  const accounts = await stripe.accounts.list({ limit: 100 }).autoPagingToArray(ALL)
  const paid = await Promise.all(accounts.map(async ({ id }) => await paidByBank(stripe, id)))
  const at_banks = sum(paid)
  const movements =
    transfers.length + reversals + charges.length + 2 * refunds.length - done.length + 2 * disputes.length - held.length
  const net = charged - refunded - disputed - transferred - fees
  return { charged, refunded, disputed, transferred, at_banks, fees, net, movements }
}

describe('The books', () => {
  it('After any history the books agree with the objects to the cent, also after a restart', async () => {
    const folder = sandboxFolder()
    const opened = await openSandbox({ folder, webhooks: [] })
    const random = seededRandom(seedOfTheRun(21))
    for (let count = 0; count < STEPS; count += 1) await step(opened, random)
    const books = opened.sandbox.books()
    expect(books.movements).toBeGreaterThan(STEPS / 10)
    expect(await booksOfObjects(opened.stripe)).toEqual(books)
    expect((await opened.stripe.balance.retrieve()).available[0]?.amount).toBe(books.net)
    await opened.sandbox.stop()
    const { stripe, sandbox } = await openSandbox({ folder, webhooks: [] })
    expect(sandbox.books()).toEqual(books)
    expect(await booksOfObjects(stripe)).toEqual(books)
  })
})
