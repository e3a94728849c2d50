import { describe, expect, it } from 'vitest'
import { newCheckout, sdkFor } from '#tests/support/payments/checkouts.ts'
import { openSandbox } from '#tests/support/payments/sandbox.ts'

const WAITING = { status: 'open', payment_status: 'unpaid', payment_intent: null, subscription: null }

describe('Refused requests', () => {
  it('Another secret key opens nothing', async () => {
    const { sandbox, stripe } = await openSandbox()
    const stranger = sdkFor(sandbox)
    await expect(stranger.balance.retrieve({}, { apiKey: 'sk_test_other' })).rejects.toMatchObject({
      type: 'StripeAuthenticationError',
      statusCode: 401,
    })
    expect((await stripe.balance.retrieve()).available).toEqual([expect.objectContaining({ amount: 0 })])
  })

  it('A parameter that does not exist, a missing one and an unknown object are refused as Stripe refuses them', async () => {
    const { stripe } = await openSandbox()
    const misspelled = { emial: 'theo@example.com' } as object
    await expect(stripe.customers.create(misspelled)).rejects.toMatchObject({
      code: 'parameter_unknown',
      param: 'emial',
    })
    await expect(stripe.checkout.sessions.create({ mode: 'payment' })).rejects.toMatchObject({ statusCode: 400 })
    await expect(stripe.charges.retrieve('ch_gone')).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      code: 'resource_missing',
      statusCode: 404,
    })
    await expect(stripe.rawRequest('GET', '/v1/payouts')).rejects.toMatchObject({ statusCode: 404 })
    expect((await stripe.events.list()).data).toEqual([])
  })

  it('Another version of the API is refused, so that an upgrade of the SDK is noticed here', async () => {
    const { stripe } = await openSandbox()
    await expect(stripe.balance.retrieve({}, { apiVersion: '2020-08-27' })).rejects.toThrow(
      'Invalid Stripe API version',
    )
  })

  it('A single ticket has no recurring price, and a subscription has nothing else', async () => {
    const { stripe } = await openSandbox()
    const product = await stripe.products.create({ name: 'A month' })
    const month = await stripe.prices.create({
      product: product.id,
      currency: 'eur',
      unit_amount: 500,
      recurring: { interval: 'month' },
    })
    const line_items = [{ price: month.id, quantity: 1 }]
    await expect(newCheckout(stripe, 'payment', { line_items })).rejects.toThrow('recurring price')
    await expect(newCheckout(stripe, 'subscription', { line_items })).resolves.toMatchObject({ amount_total: 500 })
  })
})

describe('A single ticket', () => {
  it('The checkout of a ticket says what is to be paid, and nothing is paid yet', async () => {
    const { stripe, sandbox, types } = await openSandbox()
    const session = await newCheckout(stripe, 'payment')
    expect(session).toMatchObject({
      ...WAITING,
      amount_subtotal: 2399,
      amount_total: 2879,
      client_reference_id: 'order-1',
      total_details: { amount_tax: 480 },
      url: `${sandbox.url}/pay/${session.id}`,
    })
    expect(session.id).toMatch(/^cs_test_/)
    expect(session.expires_at - session.created).toBe(24 * 60 * 60)
    const { data } = await stripe.checkout.sessions.listLineItems(session.id)
    expect(data).toMatchObject([{ description: '1 Month, margauxlenoir', amount_tax: 480, amount_total: 2879 }])
    await sandbox.idle()
    expect(types()).not.toContain('checkout.session.completed')
  })

  it('A paid ticket has a charge with its fee, the card and the country, and the shop is told', async () => {
    const { stripe, sandbox, types, received } = await openSandbox()
    const { id } = await newCheckout(stripe, 'payment')
    expect(sandbox.people.pay(id, { number: '4000 0027 6000 0016' })).toBe(true)
    const session = await stripe.checkout.sessions.retrieve(id, {
      expand: ['payment_intent.latest_charge.balance_transaction', 'line_items'],
    })
    expect(session).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      customer: expect.stringMatching(/^cus_/),
      customer_details: { email: 'theo@example.com', address: { country: 'FR' } },
      line_items: { data: [{ amount_total: 2879 }] },
      payment_intent: {
        status: 'succeeded',
        amount_received: 2879,
        metadata: { order_id: 'order-1' },
        latest_charge: {
          paid: true,
          amount: 2879,
          billing_details: { address: { country: 'FR' } },
          payment_method_details: { card: { country: 'DE', last4: '0016' } },
          // 1.5 % and 25 cents.
          balance_transaction: { amount: 2879, fee: 68, net: 2811, type: 'charge' },
        },
      },
    })
    await sandbox.idle()
    expect(types()).toEqual(
      expect.arrayContaining(['payment_intent.succeeded', 'charge.succeeded', 'checkout.session.completed']),
    )
    expect(received.find(({ type }) => type === 'checkout.session.completed')?.data.object).toMatchObject({
      id,
      payment_intent: expect.stringMatching(/^pi_/),
    })
    expect(sandbox.books()).toMatchObject({ charged: 2879, refunded: 0, disputed: 0, fees: 68, net: 2811 })
  })

  it('A refused card costs nothing, and the same page takes another card', async () => {
    const { stripe, sandbox, types } = await openSandbox()
    const { id } = await newCheckout(stripe, 'payment')
    expect(sandbox.people.pay(id, { number: '4000000000000002' })).toBe(false)
    const session = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] })
    expect(session).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: {
        status: 'requires_payment_method',
        metadata: { order_id: 'order-1' },
        last_payment_error: { code: 'card_declined' },
        latest_charge: { paid: false, status: 'failed', balance_transaction: null },
      },
    })
    expect(sandbox.books()).toMatchObject({ net: 0, movements: 0 })
    await sandbox.idle()
    expect(types()).toContain('payment_intent.payment_failed')
    expect(types()).not.toContain('checkout.session.completed')

    expect(sandbox.people.pay(id)).toBe(true)
    expect(sandbox.books().charged).toBe(2879)
    expect(() => sandbox.people.pay(id)).toThrow('This Checkout Session is complete')
  })

  it('An inclusive rate takes the tax out of the price', async () => {
    const { stripe } = await openSandbox()
    const rate = await stripe.taxRates.create({ display_name: 'VAT', percentage: 5.5, inclusive: true, country: 'FR' })
    const price_data = { currency: 'eur', unit_amount: 1099, product_data: { name: 'A day' } }
    const session = await newCheckout(stripe, 'payment', { line_items: [{ price_data, tax_rates: [rate.id] }] })
    expect(session).toMatchObject({ amount_total: 1099, total_details: { amount_tax: 57 } })
  })

  it('A checkout that nobody pays expires after 24 hours, or at once when the shop says so', async () => {
    const { stripe, sandbox, types } = await openSandbox()
    const [left, ended] = [await newCheckout(stripe, 'payment'), await newCheckout(stripe, 'payment')]
    expect(await stripe.checkout.sessions.expire(ended.id)).toMatchObject({ status: 'expired', url: null })
    await expect(stripe.checkout.sessions.expire(ended.id)).rejects.toMatchObject({ statusCode: 400 })
    sandbox.clock.advance(23 * 60 * 60 * 1000)
    expect((await stripe.checkout.sessions.retrieve(left.id)).status).toBe('open')
    sandbox.clock.advance(60 * 60 * 1000)
    expect((await stripe.checkout.sessions.retrieve(left.id)).status).toBe('expired')
    expect(() => sandbox.people.pay(left.id)).toThrow('expired')
    await sandbox.idle()
    expect(types().filter((type) => type === 'checkout.session.expired')).toHaveLength(2)
  })
})
