import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { shopWorld } from '#tests/support/payments/shop-world.ts'
import { NOBODY, type Person, world } from '#tests/support/world.ts'

const shop = await shopWorld()
const { ctx, visitor, member, creatorNamed, subscribe, mailsTo, sandbox, order, buy, settle, waits, runJob } = shop
const amy = await creatorNamed('Amy')
const ONE_MONTH = { creator_id: amy.id, period: 'month', country: 'FR', consent: true }

const checkout = (fan: Person, wanted: object = {}) => fan.ask('POST', '/checkouts', { ...ONE_MONTH, ...wanted })

async function countOrders(fan: Person): Promise<number> {
  return (await ctx.db`select 1 from orders where fan_id = ${fan.id}`).length
}

describe('Who cannot buy', () => {
  it('A visitor, and a fan of somebody who is nobody, not a creator, blocked, leaving or frozen cannot buy', async () => {
    const fan = await member('refused')
    expect((await checkout(visitor)).status).toBe(401)
    const [blocking, blocked, leaving, frozen] = [
      await creatorNamed('Blocking'),
      await creatorNamed('Blocked'),
      await creatorNamed('Leaving'),
      await creatorNamed('Frozen'),
    ]
    const { username } = (await fan.ask('GET', '/user')).body
    await blocking.ask('POST', '/blocks', { username })
    await fan.ask('POST', '/blocks', { username: 'Blocked' })
    await ctx.db`update users set erased_at = ${new Date(ctx.now().getTime() + DAY_MS)} where id = ${leaving.id}`
    await ctx.db`
      update users set frozen_at = ${ctx.now()}, frozen_until = 'infinity', frozen_ground = 'x', frozen_facts = 'x'
      where id = ${frozen.id}`
    const nobody = await checkout(fan, { creator_id: NOBODY })
    expect(nobody.status).toBe(404)
    for (const { id } of [await member('mere'), blocking, blocked, leaving, frozen]) {
      const { status, text } = await checkout(fan, { creator_id: id })
      expect([status, text]).toEqual([404, nobody.text])
    }
    expect(await countOrders(fan)).toBe(0)
  })

  it('Nobody buys from themselves', async () => {
    expect(await checkout(amy)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect((await amy.ask('GET', '/profiles/Amy')).body.checkout).toEqual({ country: null, refusal: 'own_page' })
  })

  it('A fan whose address is not confirmed cannot buy yet', async () => {
    const fan = await member('unconfirmed')
    await ctx.db`update users set email_confirmed_at = null where id = ${fan.id}`
    expect(await checkout(fan)).toMatchObject({ status: 403, body: { code: 'email_unconfirmed' } })
    expect((await fan.ask('GET', '/profiles/Amy')).body.checkout.refusal).toBe('email_unconfirmed')
    expect(await countOrders(fan)).toBe(0)
  })

  it('A country without a rate of VAT, a missing consent and an unknown period are refused', async () => {
    const fan = await member('careless')
    expect(await checkout(fan, { country: 'JP' })).toMatchObject({
      status: 422,
      body: { fields: { country: expect.any(String) } },
    })
    for (const wanted of [
      { country: 'fr' },
      { country: 'France' },
      { consent: false },
      { consent: '1999-01' },
      { consent: undefined },
      { period: 'year' },
      { price: '23,99' },
      { creator_id: 'x' },
    ])
      expect((await checkout(fan, wanted)).status, JSON.stringify(wanted)).toBe(422)
    expect(await countOrders(fan)).toBe(0)
  })

  it('A price that has changed since the page was opened is a 409 with the new one', async () => {
    const fan = await member('late')
    const bea = await creatorNamed('Bea')
    expect((await checkout(fan, { creator_id: bea.id, price: '23.99' })).status).toBe(201)
    await bea.send('PUT', `/profiles/${bea.id}`, { month_subscription: '29.50' })
    expect(await checkout(fan, { creator_id: bea.id, price: '23.99' })).toMatchObject({
      status: 409,
      body: { code: 'price_changed', fields: { price: '29.50' } },
    })
    expect((await checkout(fan, { creator_id: bea.id, price: '29.50' })).status).toBe(201)
  })

  it('An amount that no card can pay is refused', async () => {
    const fan = await member('small')
    const pip = await creatorNamed('Pip')
    await pip.send('PUT', `/profiles/${pip.id}`, { day_subscription: '0.41', week_subscription: '0.42' })
    const wanted = { creator_id: pip.id, country: 'FR' }
    expect(await checkout(fan, { ...wanted, period: 'day' })).toMatchObject({
      status: 422,
      body: { fields: { period: expect.any(String) } },
    })
    expect((await checkout(fan, { ...wanted, period: 'week' })).status).toBe(201)
  })

  it('Who renews already cannot buy anything there, and who has stopped can buy days but no second month', async () => {
    const fan = await member('regular')
    await buy(fan, amy)
    for (const period of ['day', 'week', 'month'])
      expect(await checkout(fan, { period })).toMatchObject({ status: 409, body: { code: 'already_renewing' } })
    expect((await fan.ask('GET', '/profiles/Amy')).body.checkout).toEqual({
      country: 'FR',
      refusal: 'already_renewing',
    })
    const [subscription] = (await fan.ask('GET', '/subscriptions')).body
    await fan.ask('POST', `/subscriptions/${subscription.id}/cancel`)
    expect((await checkout(fan)).status).toBe(409)
    expect((await checkout(fan, { period: 'day' })).status).toBe(201)
    expect((await fan.ask('GET', '/profiles/Amy')).body.checkout.refusal).toBeNull()
  })

  it('A provider that is away is a 503, and nothing is bought', async () => {
    const fan = await member('unlucky')
    sandbox.faults.away()
    const client_id = '019ba4d2-0000-7000-8000-0000000000aa'
    expect(await checkout(fan, { client_id })).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    sandbox.faults.clear()
    expect((await checkout(fan, { client_id })).status).toBe(201)
    expect(await countOrders(fan)).toBe(1)
  })

  it('Orders of one fan are limited', async () => {
    const limited = await world({ PAYMENTS: 'sandbox', RATE_LIMITS: 'on' }, { payments: shop.payments })
    const fan = await limited.member('eager')
    const seller = await limited.creator('seller')
    const attempts = Array.from({ length: 31 }, () =>
      fan.ask('POST', '/checkouts', { ...ONE_MONTH, creator_id: seller.id, country: 'JP' }),
    )
    expect((await Promise.all(attempts)).filter(({ status }) => status === 429)).toHaveLength(1)
  })
})

describe('An order', () => {
  it('An order freezes price, VAT, country and consent, and the page asks for exactly that', async () => {
    const fan = await member('buyer')
    const { status, body } = await fan.ask(
      'POST',
      '/checkouts',
      { ...ONE_MONTH, period: 'week', country: 'CH', price: '14.99' },
      { headers: { 'accept-language': 'fr' } },
    )
    expect(status).toBe(201)
    expect(body.url).toContain(sandbox.url)
    const [row] = await ctx.db`select * from orders where id = ${body.order_id}`
    expect(row).toMatchObject({
      fan_id: fan.id,
      creator_id: amy.id,
      period: 'week',
      renews: false,
      price: 1499,
      vat_country: 'CH',
      vat: 121,
      charged: 1620,
      consent: '2026-11',
      consent_locale: 'fr',
      consented_at: ctx.now(),
      state: 'waiting',
      provider: 'sandbox',
      checkout_reference: new URL(body.url).pathname.split('/').at(-1),
    })
  })

  it('The same click again is the same order and the same page, and the same id for something else is another order', async () => {
    const fan = await member('double')
    const client_id = '019ba4d2-0000-7000-8000-0000000000bb'
    const replies = await Promise.all(Array.from({ length: 8 }, () => checkout(fan, { client_id })))
    for (const { status, body } of replies) expect([status, body]).toEqual([201, replies[0]?.body])
    expect(await countOrders(fan)).toBe(1)
    const other = await checkout(fan, { client_id, country: 'DE' })
    expect([other.status, other.body.order_id]).not.toEqual([201, replies[0]?.body.order_id])
    // The same id of somebody else is theirs.
    const stranger = await checkout(await member('other'), { client_id })
    expect(stranger.body.order_id).not.toBe(replies[0]?.body.order_id)
  })

  it('A fan who pays has access as soon as the event has arrived, and the return page alone opens nothing', async () => {
    const fan = await member('patron')
    await amy.posts({ protected: true })
    const { order_id, session } = await order(fan, amy, 'day')
    const seen = async () => (await fan.ask('GET', '/profiles/Amy')).body.suscribed
    expect((await fan.ask('GET', `/orders/${order_id}`)).body).toMatchObject({ state: 'waiting', starts_at: null })
    expect(await seen()).toBe(false)
    sandbox.people.pay(session)
    await shop.settle()
    const { body } = await fan.ask('GET', `/orders/${order_id}`)
    expect(body).toMatchObject({
      id: order_id,
      state: 'paid',
      creator: { username: 'Amy' },
      period: 'day',
      charged: '9.59',
    })
    expect(new Date(body.ends_at).getTime() - new Date(body.starts_at).getTime()).toBe(DAY_MS)
    expect(await seen()).toBe(true)
  })

  it('A declined card and a page that was left leave everything as it was', async () => {
    const fan = await member('hesitant')
    const declined = await order(fan, amy, 'day')
    sandbox.people.decline(declined.session)
    await shop.settle()
    expect((await fan.ask('GET', `/orders/${declined.order_id}`)).body.state).toBe('failed')
    // Another card on the same page still works.
    sandbox.people.pay(declined.session)
    await shop.settle()
    expect((await fan.ask('GET', `/orders/${declined.order_id}`)).body.state).toBe('paid')
    const left = await order(fan, await creatorNamed('Cleo'), 'day')
    await shop.waits(DAY_MS + 1000)
    expect((await fan.ask('GET', `/orders/${left.order_id}`)).body.state).toBe('expired')
    expect((await fan.ask('GET', '/profiles/Cleo')).body.suscribed).toBe(false)
  })

  it('A granted subscription refuses nobody: what is bought is added', async () => {
    const fan = await member('gifted')
    await subscribe(fan, amy, 2)
    const order_id = await buy(fan, amy, 'day')
    const { body } = await fan.ask('GET', `/orders/${order_id}`)
    expect(new Date(body.starts_at).getTime() - ctx.now().getTime()).toBe(2 * DAY_MS)
  })

  it('Nobody sees the order of somebody else', async () => {
    const fan = await member('owner')
    const order_id = await buy(fan, amy, 'day')
    const other = await member('curious')
    for (const id of [order_id, NOBODY]) {
      expect((await other.ask('GET', `/orders/${id}`)).status).toBe(404)
      expect((await other.ask('POST', `/orders/${id}/withdraw`)).status).toBe(404)
    }
    expect((await visitor.ask('GET', `/orders/${order_id}`)).status).toBe(401)
  })

  it('A month whose first payment was abandoned at the bank stands in the way of nothing: the fan can buy, keeps what they buy, and is told of no failure', async () => {
    const fan = await member('abandons')
    const [first, second] = [await order(fan, amy), await order(fan, amy)]
    sandbox.people.abandon(first.session)
    await settle()
    expect(await ctx.db`select from memberships where fan_id = ${fan.id}`).toHaveLength(0)
    expect((await checkout(fan)).status).toBe(201)
    expect(sandbox.people.pay(second.session)).toBe(true)
    await settle()
    for (const job of ['end_memberships', 'mail_payment_problems'] as const) await runJob(job)
    await waits(25 * HOUR_MS)
    await runJob('end_memberships')
    const rows = await ctx.db`select order_id, state, renews, end_wanted_at from memberships where fan_id = ${fan.id}`
    expect(rows.filter(({ state }) => state !== 'ended')).toEqual([
      { order_id: second.order_id, state: 'active', renews: true, end_wanted_at: null },
    ])
    expect((await mailsTo(fan.email)).map(({ subject }) => subject)).not.toContain('A payment did not work')
  })
})
