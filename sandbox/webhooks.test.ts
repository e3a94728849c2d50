import Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { newCheckout } from '#tests/support/payments/checkouts.ts'
import { openSandbox, sandboxFolder, WEBHOOK_SECRET } from '#tests/support/payments/sandbox.ts'

const FIVE_MINUTES = 300

describe('Signatures of events', () => {
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', type: 'charge.succeeded' })
  const timestamp = Math.floor(Date.parse('2026-11-18T12:00:00Z') / 1000)
  const check = (header: string, at = timestamp) =>
    Stripe.webhooks.constructEvent(payload, header, WEBHOOK_SECRET, FIVE_MINUTES, undefined, at * 1000)

  it('A signature with another secret, of another text or from ten minutes ago is not accepted', () => {
    const header = Stripe.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET, timestamp })
    const other = Stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_other', timestamp })
    expect(() => check(other)).toThrow(Stripe.errors.StripeSignatureVerificationError)
    expect(() => check(header.replace(/v1=./, 'v1=x'))).toThrow(Stripe.errors.StripeSignatureVerificationError)
    expect(() => check(header, timestamp + 600)).toThrow(Stripe.errors.StripeSignatureVerificationError)
    expect(check(header)).toMatchObject({ id: 'evt_1' })
  })

  it('A signature carries the time of the wall clock, also when the stand-in was put forward', async () => {
    const { stripe, sandbox, received, signed_at } = await openSandbox()
    sandbox.clock.advance(400 * 24 * 60 * 60 * 1000)
    const customer = await stripe.customers.create({ email: 'theo@example.com' })
    await sandbox.idle()
    // The receiver has checked the signature at its own time.
    expect(received).toMatchObject([{ type: 'customer.created', data: { object: { id: customer.id } } }])
    expect(received[0]?.created).toBeGreaterThan(Date.now() / 1000 + 399 * 24 * 60 * 60)
    expect(Math.abs((signed_at[0] ?? 0) - Date.now() / 1000)).toBeLessThan(FIVE_MINUTES)
  })
})

describe('Events on their way', () => {
  it('Events arrive once, in their order, and can be listed from the newest to the oldest', async () => {
    const { stripe, sandbox, received } = await openSandbox()
    const { id } = await newCheckout(stripe, 'payment')
    sandbox.people.pay(id)
    await sandbox.idle()
    const listed = await stripe.events.list({ limit: 100 })
    expect(received.map((event) => event.id)).toEqual(listed.data.map((event) => event.id).reverse())
    expect(listed.data.every(({ pending_webhooks }) => pending_webhooks === 0)).toBe(true)
    const paged = await stripe.events.list({ limit: 2 }).autoPagingToArray({ limit: 1000 })
    expect(paged.map((event) => event.id)).toEqual(listed.data.map((event) => event.id))
    const typed = await stripe.events.list({ types: ['charge.succeeded', 'payment_intent.succeeded'] })
    expect(typed.data.map(({ type }) => type)).toEqual(['payment_intent.succeeded', 'charge.succeeded'])
    expect(await stripe.events.retrieve(typed.data[0]?.id ?? '')).toMatchObject({ type: 'payment_intent.succeeded' })
  })

  it('Events older than 30 days are not listed any more, as at Stripe', async () => {
    const { stripe, sandbox } = await openSandbox({ webhooks: [] })
    await stripe.customers.create({})
    const [event] = (await stripe.events.list()).data
    sandbox.clock.advance(31 * 24 * 60 * 60 * 1000)
    await stripe.products.create({ name: 'A day' })
    expect((await stripe.events.list()).data.map(({ type }) => type)).toEqual(['product.created'])
    await expect(stripe.events.retrieve(event?.id ?? '')).rejects.toMatchObject({ statusCode: 404 })
  })

  it('An event that was not acknowledged is sent again until it is', async () => {
    const { stripe, sandbox, received, answer } = await openSandbox()
    answer.status = 500
    await stripe.customers.create({})
    await expect.poll(() => answer.refused).toBeGreaterThan(1)
    expect(received).toEqual([])
    answer.status = 200
    await sandbox.idle()
    expect(received).toHaveLength(1)
  })

  it('The list of webhooks may be a function, which is asked for each event', async () => {
    const webhooks: { url: string; secret: string }[] = []
    const { stripe, sandbox, received } = await openSandbox({ webhooks: () => webhooks })
    await stripe.customers.create({})
    await sandbox.idle()
    expect(received).toEqual([])
    expect((await stripe.events.list()).data).toHaveLength(1)
  })
})

describe('Faults of webhooks', () => {
  it('Held events arrive when they are released', async () => {
    const { stripe, sandbox, received } = await openSandbox()
    sandbox.faults.hold()
    await stripe.customers.create({})
    await sandbox.idle()
    expect(received).toEqual([])
    sandbox.faults.release()
    await sandbox.idle()
    expect(received).toHaveLength(1)
  })

  it('Refused events do not wait for their next attempt when they are released', async () => {
    const { stripe, sandbox, received, answer } = await openSandbox()
    answer.status = 500
    await stripe.customers.create({})
    await expect.poll(() => answer.refused).toBe(5)
    answer.status = 200
    const from = performance.now()
    // The sandbox may not know of the fifth refusal yet.
    sandbox.faults.release()
    await sandbox.idle()
    expect(received).toHaveLength(1)
    // The sixth attempt would come four seconds after the fifth.
    expect(performance.now() - from).toBeLessThan(3000)
  })

  it('Reordered events arrive backwards', async () => {
    const { stripe, sandbox, received } = await openSandbox()
    sandbox.faults.hold()
    sandbox.faults.reorder()
    for (const name of ['one', 'two', 'three']) await stripe.customers.create({ name })
    sandbox.faults.release()
    await sandbox.idle()
    expect(received.map(({ data }) => (data.object as Stripe.Customer).name)).toEqual(['three', 'two', 'one'])
  })

  it('Doubled events arrive twice, dropped ones never, and the list has each once', async () => {
    const { stripe, sandbox, received } = await openSandbox()
    sandbox.faults.double()
    const twice = await stripe.customers.create({})
    await sandbox.idle()
    sandbox.faults.double(false)
    sandbox.faults.drop(1)
    await stripe.customers.create({})
    const last = await stripe.customers.create({})
    await sandbox.idle()
    expect(received.map(({ data }) => (data.object as Stripe.Customer).id)).toEqual([twice.id, twice.id, last.id])
    expect((await stripe.events.list()).data).toHaveLength(3)
  })

  it('Dropped events can be replayed: all, those of a type, or those since a time', async () => {
    const { stripe, sandbox, received } = await openSandbox()
    sandbox.faults.drop()
    await stripe.customers.create({})
    sandbox.clock.advance(60_000)
    const since = sandbox.clock.now()
    await stripe.products.create({ name: 'A day' })
    await sandbox.idle()
    sandbox.faults.clear()
    expect(received).toEqual([])
    expect(sandbox.faults.replay()).toBe(2)
    expect(sandbox.faults.replay({ types: ['customer.created'] })).toBe(1)
    expect(sandbox.faults.replay({ since: new Date(since.getTime() - 1000) })).toBe(1)
    await sandbox.idle()
    expect(received.map(({ type }) => type)).toEqual([
      'customer.created',
      'product.created',
      'customer.created',
      'product.created',
    ])
  })

  it('A delayed event waits, and later ones without a delay overtake it', async () => {
    const { stripe, sandbox, received } = await openSandbox()
    sandbox.faults.delay(200)
    const late = await stripe.customers.create({})
    sandbox.faults.delay(0)
    const early = await stripe.customers.create({})
    await sandbox.idle()
    expect(received.map(({ data }) => (data.object as Stripe.Customer).id)).toEqual([early.id, late.id])
  })

  it('Events that were not sent before a stop are sent by the next start', async () => {
    const folder = sandboxFolder()
    const first = await openSandbox({ folder })
    first.sandbox.faults.hold()
    await first.stripe.customers.create({})
    await first.sandbox.stop()
    const second = await openSandbox({ folder })
    await second.sandbox.idle()
    expect(first.received).toEqual([])
    expect(second.types()).toEqual(['customer.created'])
  })
})
