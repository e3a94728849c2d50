import Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { EVENT_BYTES_MAX } from '#contract/payments.ts'
import { countWaiting } from '#tests/support/database/lock-waits.ts'
import { world } from '#tests/support/world.ts'

const STRIPE_WEBHOOK_SECRET = 'whsec_of_this_test'
const { ctx, visitor, member, logs } = await world({
  PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_of_this_test',
  STRIPE_WEBHOOK_SECRET,
  SECRET_KEY: 'a secret key of this test, long enough',
  RATE_LIMITS: 'on',
})

interface SentEvent {
  id: string
  type?: string
  livemode?: boolean
  /** Fills the event up to so many bytes. */
  bytes?: number
}

/** The body of an event as Stripe sends it. */
function eventOf({ id, type = 'customer.created', livemode = false, bytes = 0 }: SentEvent): string {
  const object = { id: 'cus_1', object: 'customer', email: 'fan-of-the-event@example.com', note: '' }
  const event = { id, object: 'event', type, livemode, created: seconds(), data: { object } }
  const missing = bytes - Buffer.byteLength(JSON.stringify(event))
  if (missing > 0) object.note = 'x'.repeat(missing)
  return JSON.stringify(event)
}

const seconds = () => Math.floor(ctx.now().getTime() / 1000)

function sign(payload: string, { secret = STRIPE_WEBHOOK_SECRET, timestamp = seconds() } = {}): string {
  return Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
}

async function send(payload: string, signature = sign(payload), { path = '/webhooks/stripe', headers = {} } = {}) {
  return await visitor.ask('POST', path, payload, { headers: { 'stripe-signature': signature, ...headers } })
}

async function rows(): Promise<Record<string, unknown>[]> {
  return await ctx.db`select * from provider_events order by id`
}

describe('Events that are refused', () => {
  it('A forged, an old, an altered and an unsigned event and one of the wrong mode are a 400 and leave no row', async () => {
    const payload = eventOf({ id: 'evt_forged' })
    const live = eventOf({ id: 'evt_live', livemode: true })
    const replies = [
      await send(payload, sign(payload, { secret: 'whsec_of_somebody_else' })),
      await send(payload, sign(payload, { timestamp: seconds() - 301 })),
      await send(`${payload} `, sign(payload)),
      await send(payload, ''),
      await visitor.ask('POST', '/webhooks/stripe', payload),
      await send(live),
      await send('', sign('')),
      await send('not JSON', sign('not JSON')),
    ]
    for (const { status, body } of replies) expect([status, body.code]).toEqual([400, 'malformed'])
    expect(await rows()).toEqual([])
  })

  it('An event for a provider that is not the one of the settings is a 404', async () => {
    const payload = eventOf({ id: 'evt_elsewhere' })
    for (const path of ['/webhooks/sandbox', '/webhooks/mollie', `/webhooks/${'x'.repeat(41)}`])
      expect((await send(payload, sign(payload), { path })).status).toBe(404)
    expect((await visitor.ask('GET', '/webhooks/stripe')).status).toBe(404)
    expect(await rows()).toEqual([])
  })

  it('An event above 256 KiB is a 413, however it is signed, and one of exactly 256 KiB is taken', async () => {
    const large = eventOf({ id: 'evt_large', bytes: EVENT_BYTES_MAX + 1 })
    expect(await send(large)).toMatchObject({ status: 413, body: { code: 'too_large' } })
    expect(await rows()).toEqual([])
    const largest = eventOf({ id: 'evt_largest', bytes: EVENT_BYTES_MAX })
    expect(Buffer.byteLength(largest)).toBe(EVENT_BYTES_MAX)
    expect((await send(largest)).status).toBe(200)
  })

  it('Without a payment provider the address does not exist', async () => {
    const closed = await world()
    const payload = eventOf({ id: 'evt_closed' })
    const headers = { 'stripe-signature': sign(payload) }
    expect((await closed.visitor.ask('POST', '/webhooks/stripe', payload, { headers })).status).toBe(404)
  })
})

describe('Events that are taken', () => {
  it('An event needs no session, and neither a token nor a content type changes anything', async () => {
    const amy = await member('amy')
    const cases = [{}, { authorization: 'made-up' }, { authorization: amy.token ?? '' }]
    const types = ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'x/y']
    for (const [at, headers] of cases.entries()) {
      for (const [type_at, type] of types.entries()) {
        const reply = await send(eventOf({ id: `evt_any_${at}_${type_at}` }), undefined, {
          headers: { ...headers, 'content-type': type },
        })
        expect([reply.status, reply.body], type).toEqual([200, {}])
      }
    }
  })

  it('An unknown event is kept and ignored, and nothing of its content is kept or logged', async () => {
    await send(eventOf({ id: 'evt_unknown', type: 'issuing_card.created' }))
    const [row] = await ctx.db`select * from provider_events where id = 'evt_unknown'`
    expect(row).toMatchObject({
      provider: 'stripe',
      type: 'issuing_card.created',
      subject: null,
      handled_at: ctx.now(),
    })
    expect(JSON.stringify(await rows())).not.toContain('fan-of-the-event')
    expect(logs.join()).not.toContain('fan-of-the-event')
  })

  it('The same event a thousand times is one row, and every time it is acknowledged', async () => {
    const payload = eventOf({ id: 'evt_often', type: 'customer.subscription.updated' })
    const signature = sign(payload)
    const replies = []
    for (let i = 0; i < 20; i += 1)
      replies.push(...(await Promise.all(Array.from({ length: 50 }, () => send(payload, signature)))))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1000)
    expect(await ctx.db`select subject_kind, subject from provider_events where id = 'evt_often'`).toEqual([
      { subject_kind: 'membership', subject: 'cus_1' },
    ])
  })

  it('An event is acknowledged only after its row is committed', async () => {
    const payload = eventOf({ id: 'evt_waits' })
    let isAnswered = false
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: locked, resolve: lock } = Promise.withResolvers<void>()
    const holding = ctx.db.begin(async (db) => {
      await db`lock table provider_events in exclusive mode`
      lock()
      await released
    })
    await locked
    const answer = send(payload).then((reply) => {
      isAnswered = true
      return reply
    })
    await expect.poll(() => countWaiting(ctx.db)).toBe(1)
    expect(isAnswered).toBe(false)
    release()
    await holding
    expect((await answer).status).toBe(200)
    expect(await ctx.db`select id from provider_events where id = 'evt_waits'`).toHaveLength(1)
  })

  it('An event that cannot be stored is not acknowledged', async () => {
    await ctx.db`alter table provider_events rename to provider_events_away`
    try {
      expect((await send(eventOf({ id: 'evt_lost' }))).status).toBe(500)
    } finally {
      await ctx.db`alter table provider_events_away rename to provider_events`
    }
    expect((await send(eventOf({ id: 'evt_lost' }))).status).toBe(200)
  })
})
