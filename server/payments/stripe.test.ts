import Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { BadEvent, ProviderAway } from './provider.ts'
import { stripeProvider } from './stripe.ts'
import { subjectOf } from './stripe-objects.ts'

const webhook_secret = 'whsec_of_this_test'
const now = new Date('2026-03-01T12:00:00.000Z')
const options = { name: 'stripe', secret_key: 'sk_test_x', webhook_secret, url: undefined } as const
const provider = stripeProvider(options)

const EVENT = {
  id: 'evt_1',
  object: 'event',
  type: 'payment_intent.succeeded',
  created: now.getTime() / 1000,
  livemode: false,
  data: { object: { id: 'pi_1', object: 'payment_intent' } },
}

/** The headers of an event as the provider signs it. */
function signed(payload: string, { secret = webhook_secret, at = now } = {}) {
  const timestamp = Math.floor(at.getTime() / 1000)
  return { 'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }) }
}

const payload = JSON.stringify(EVENT)
const read = (text: string, headers: Record<string, string | string[]>, by = provider) =>
  by.read(Buffer.from(text), headers, now)

describe('An event of the provider', () => {
  it('An event with a signature that is missing, forged, of other bytes or of another secret is refused', () => {
    const { 'stripe-signature': signature } = signed(payload)
    for (const headers of [
      {},
      { 'stripe-signature': '' },
      { 'stripe-signature': 'nonsense' },
      { 'stripe-signature': [signature, signature] },
      { 'stripe-signature': signature.replace(/v1=./, 'v1=_') },
      signed(`${payload} `),
      signed(payload, { secret: 'whsec_of_somebody_else' }),
    ])
      expect(() => read(payload, headers as Record<string, string>)).toThrow(BadEvent)
  })

  it('An event by the secret of the webhook for accounts is read once that secret is known', () => {
    const told = {
      ...EVENT,
      type: 'payout.failed',
      account: 'acct_1',
      data: { object: { id: 'po_1', object: 'payout' } },
    }
    const text = JSON.stringify(told)
    const headers = signed(text, { secret: 'whsec_of_accounts' })
    expect(() => read(text, headers)).toThrow(BadEvent)
    const both = stripeProvider({ ...options, connect_webhook_secret: 'whsec_of_accounts' })
    expect(read(text, headers, both).subject).toEqual({ kind: 'account', reference: 'acct_1' })
    expect(read(payload, signed(payload), both).id).toBe('evt_1')
    expect(() => read(text, signed(text, { secret: 'whsec_of_somebody_else' }), both)).toThrow(BadEvent)
  })

  it('An event whose signature is older than five minutes is refused, and one of five minutes is read', () => {
    const ago = (seconds: number) => signed(payload, { at: new Date(now.getTime() - seconds * 1000) })
    expect(() => read(payload, ago(301))).toThrow(BadEvent)
    expect(read(payload, ago(300)).id).toBe('evt_1')
  })

  it('An event of the wrong mode is refused: test events by a live key, and live events by a test key', () => {
    const live = JSON.stringify({ ...EVENT, livemode: true })
    const live_provider = stripeProvider({ ...options, secret_key: 'rk_live_x' })
    expect(() => read(live, signed(live))).toThrow(BadEvent)
    expect(() => read(payload, signed(payload), live_provider)).toThrow(BadEvent)
    expect(read(live, signed(live), live_provider).id).toBe('evt_1')
  })

  it('A signed event that is no JSON is refused', () => {
    expect(() => read('no JSON', signed('no JSON'))).toThrow(BadEvent)
  })

  it('An event says when it happened and what it is about', () => {
    expect(read(payload, signed(payload))).toEqual({
      id: 'evt_1',
      at: now,
      type: 'payment_intent.succeeded',
      subject: { kind: 'payment', reference: 'pi_1' },
    })
  })

  it('What happens on the account of somebody who is paid is about that account, and nothing else of it concerns us', () => {
    for (const type of ['account.updated', 'capability.updated', 'payout.paid', 'payout.failed'])
      expect(subjectOf(type, { id: 'x_1' }, 'acct_1')).toEqual({ kind: 'account', reference: 'acct_1' })
    expect(subjectOf('payment_intent.succeeded', { id: 'pi_1' }, 'acct_1')).toBeUndefined()
  })

  it.each<[string, object, ReturnType<typeof subjectOf>]>([
    ['transfer.reversed', { id: 'tr_1' }, { kind: 'payout', reference: 'tr_1' }],
    ['payout.paid', { id: 'po_of_the_house' }, undefined],
    ['checkout.session.completed', { id: 'cs_1' }, { kind: 'checkout', reference: 'cs_1' }],
    ['charge.refunded', { id: 'ch_1', payment_intent: 'pi_1' }, { kind: 'payment', reference: 'pi_1' }],
    ['charge.dispute.closed', { id: 'du_1', payment_intent: { id: 'pi_1' } }, { kind: 'payment', reference: 'pi_1' }],
    ['refund.updated', { id: 're_1', payment_intent: 'pi_1' }, { kind: 'payment', reference: 'pi_1' }],
    ['invoice_payment.paid', { payment: { payment_intent: 'pi_1' } }, { kind: 'payment', reference: 'pi_1' }],
    [
      'invoice.payment_failed',
      { id: 'in_1', parent: { subscription_details: { subscription: 'sub_1' } } },
      { kind: 'membership', reference: 'sub_1' },
    ],
    ['invoice.paid', { id: 'in_1', subscription: 'sub_1' }, { kind: 'membership', reference: 'sub_1' }],
    ['customer.subscription.updated', { id: 'sub_1' }, { kind: 'membership', reference: 'sub_1' }],
    ['customer.updated', { id: 'cus_1' }, undefined],
    ['charge.succeeded', { id: 'ch_1', payment_intent: null }, undefined],
    ['invoice.paid', { id: 'in_1', parent: null }, undefined],
  ])('%s is about the right object', (type, object, subject) => {
    expect(subjectOf(type, object)).toEqual(subject)
  })
})

it('A provider that cannot be reached is away, which is no refusal', async () => {
  const away = stripeProvider({ ...options, url: 'http://127.0.0.1:1' })
  await expect(away.findPayment('pi_1')).rejects.toBeInstanceOf(ProviderAway)
})
