import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { ProviderAway } from '#server/payments/provider.ts'
import { shopWorld } from '#tests/support/payments/shop-world.ts'
import { NOBODY, type Person } from '#tests/support/world.ts'

const shop = await shopWorld()
const { ctx, member, creatorNamed, staff, mailsTo, sandbox, order, buy, settle, waits, subscribe, visitor } = shop
const amy = await creatorNamed('Amy')
const admin = await staff('ada', 'admin')

// Sessions of staff are short, and time passes here.
beforeEach(async () => void (await admin.signIn()))

const stateOf = async (fan: Person, order_id: string) => (await fan.ask('GET', `/orders/${order_id}`)).body
const subscribed = async (fan: Person) => (await fan.ask('GET', '/profiles/Amy')).body.suscribed
const withdraw = (fan: Person, order_id: string) => fan.ask('POST', `/orders/${order_id}/withdraw`)
const refund = (order_id: string, body: object, by = admin) => by.ask('POST', `/admin/orders/${order_id}/refund`, body)

describe('Withdrawing', () => {
  it('What was not paid, was refunded or is older than 14 days cannot be withdrawn from', async () => {
    const fan = await member('late')
    const { order_id } = await order(fan, amy, 'day')
    expect(await withdraw(fan, order_id)).toMatchObject({ status: 422, body: { code: 'invalid' } })
    const refunded = await buy(fan, amy, 'day')
    await refund(refunded, { reason: 'Asked for' })
    expect((await withdraw(fan, refunded)).status).toBe(422)
    const old = await buy(fan, amy, 'day')
    expect((await stateOf(fan, old)).withdrawal).toBe('ask')
    await waits(14 * DAY_MS)
    expect((await stateOf(fan, old)).withdrawal).toBe('ask')
    await waits(1000)
    expect((await stateOf(fan, old)).withdrawal).toBeNull()
    expect((await withdraw(fan, old)).status).toBe(422)
  })

  it('Time that has not begun is refunded at once, and a repeated call changes nothing', async () => {
    const fan = await member('early')
    await subscribe(fan, amy, 3)
    const order_id = await buy(fan, amy, 'week')
    expect((await stateOf(fan, order_id)).withdrawal).toBe('now')
    const { status, body } = await withdraw(fan, order_id)
    expect([status, body.state, body.withdrawal]).toEqual([200, 'refunded', null])
    expect(await ctx.db`select kind, charged from movements where order_id = ${order_id} order by kind`).toEqual([
      { kind: 'payment', charged: 1799 },
      { kind: 'refund', charged: -1799 },
    ])
    expect((await withdraw(fan, order_id)).status).toBe(422)
    expect(await subscribed(fan)).toBe(true)
  })

  it('Time that has begun goes to staff, and the fan gets a receipt by mail, once', async () => {
    const fan = await member('doubtful')
    const order_id = await buy(fan, amy, 'week')
    for (let i = 0; i < 2; i += 1) expect((await withdraw(fan, order_id)).body).toMatchObject({ state: 'paid' })
    const mails = (await mailsTo(fan.email)).filter(({ subject }) => subject === 'We received your withdrawal')
    expect(mails).toHaveLength(1)
    const notices = (await admin.ask('GET', '/notices')).body
    const [notice, ...more] = notices.filter(({ kind }: { kind: string }) => kind === 'withdrawal_waits')
    expect([notice?.path, more]).toEqual(['/admin/payments?list=withdrawals', []])
    const { body } = await admin.ask('GET', '/admin/orders?state=withdrawal_asked')
    expect(body).toMatchObject([{ id: order_id, withdrawal_asked_at: ctx.now().toISOString(), creator: 'Amy' }])
    await refund(order_id, { reason: 'Withdrawal' })
    expect((await admin.ask('GET', '/admin/orders?state=withdrawal_asked')).body).toEqual([])
  })
})

describe('Refunds by admins', () => {
  it('Only admins see orders and unapplied payments and refund', async () => {
    const fan = await member('target')
    const order_id = await buy(fan, amy, 'day')
    const people = [
      { person: visitor, status: 401 },
      { person: fan, status: 403 },
      { person: amy, status: 403 },
      { person: await staff('mo', 'moderator'), status: 403 },
    ]
    for (const { person, status } of people) {
      expect((await person.ask('GET', '/admin/orders')).status).toBe(status)
      expect((await person.ask('GET', '/admin/unapplied_payments')).status).toBe(status)
      expect((await refund(order_id, { reason: 'x' }, person)).status).toBe(status)
    }
  })

  it('A refund without a reason, of nothing, of too much or of what is not there is refused, and nothing moves', async () => {
    const fan = await member('safe')
    const order_id = await buy(fan, amy, 'day')
    for (const body of [
      {},
      { reason: ' ' },
      { reason: 'x', amount: '9.60' },
      { reason: 'x', amount: '0.00' },
      { reason: 'x', amount: '-1.00' },
    ])
      expect((await refund(order_id, body)).status, JSON.stringify(body)).toBe(422)
    const unpaid = await order(fan, amy, 'day')
    expect((await refund(unpaid.order_id, { reason: 'x' })).status).toBe(422)
    expect((await refund(NOBODY, { reason: 'x' })).status).toBe(404)
    expect(await ctx.db`select 1 from movements where order_id = ${order_id}`).toHaveLength(1)
    expect(await ctx.db`select 1 from audit_log where user_id = ${fan.id}`).toEqual([])
    expect(await subscribed(fan)).toBe(true)
  })

  it('A part leaves the access, the rest ends it, and both are in the audit log with their reasons', async () => {
    const fan = await member('refunded')
    const order_id = await buy(fan, amy, 'week')
    const part = await refund(order_id, { amount: '5.00', reason: 'For the trouble' })
    expect(part).toMatchObject({ status: 200, body: { state: 'paid', charged: '17.99', refunded: '5.00' } })
    expect(await subscribed(fan)).toBe(true)
    const rest = await refund(order_id, { reason: 'After all' })
    expect(rest).toMatchObject({ status: 200, body: { state: 'refunded', refunded: '17.99' } })
    expect(await subscribed(fan)).toBe(false)
    expect((await refund(order_id, { reason: 'Again' })).status).toBe(422)
    const log =
      await ctx.db`select action, staff_id, reason, details from audit_log where user_id = ${fan.id} order by details ->> 'cents' desc`
    expect(log).toMatchObject([
      { action: 'order_refunded', staff_id: admin.id, reason: 'For the trouble', details: { order_id, cents: 500 } },
      { action: 'order_refunded', staff_id: admin.id, reason: 'After all', details: { order_id, cents: 1299 } },
    ])
    expect((await admin.ask('GET', '/admin/audit?action=order_refunded')).body).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ reason: 'After all' })]),
    )
  })

  it('A refund that the provider refuses is a 422 with its word, and one that was tried while it was away is logged once', async () => {
    const fan = await member('raced')
    const order_id = await buy(fan, amy, 'day')
    sandbox.faults.away()
    expect((await refund(order_id, { amount: '5.00', reason: 'Sorry' })).status).toBe(503)
    sandbox.faults.clear()
    const actual = shop.payments.refund
    shop.payments.refund = () => Promise.reject(new ProviderAway('cut off'))
    for (let i = 0; i < 2; i += 1)
      expect((await refund(order_id, { amount: '5.00', reason: 'Sorry' })).status).toBe(503)
    shop.payments.refund = actual
    // Somebody has refunded a part at the provider, and its event has not arrived.
    const [payment] = await ctx.db`select reference from movements where order_id = ${order_id}`
    sandbox.faults.hold()
    await shop.payments.refund(payment?.reference, { key: 'by hand', cents: 500 })
    const refused = await refund(order_id, { amount: '9.00', reason: 'Too much' })
    sandbox.faults.clear()
    sandbox.faults.release()
    expect([refused.status, refused.body.code, Object.keys(refused.body.fields)]).toEqual([
      422,
      'invalid',
      ['provider'],
    ])
    await settle()
    const log = await ctx.db`select reason, details from audit_log where user_id = ${fan.id} and reason = 'Sorry'`
    expect(log).toMatchObject([{ details: { cents: 500 } }])
  })

  it('A refund that the bank has sent back can be asked for again', async () => {
    const fan = await member('closed-bank')
    const order_id = await buy(fan, amy, 'day')
    sandbox.people.nextRefund('failed')
    await refund(order_id, { amount: '5.00', reason: 'First' })
    await settle()
    expect(await refund(order_id, { amount: '5.00', reason: 'Second' })).toMatchObject({ body: { refunded: '5.00' } })
  })

  it('What a bank took back is not there to be refunded, and comes back with a dispute that is won', async () => {
    const fan = await member('disputed')
    const order_id = await buy(fan, amy, 'week')
    const [payment] = await ctx.db`select reference from movements where order_id = ${order_id}`
    const dispute = sandbox.people.openDispute(payment?.reference)
    await settle()
    const shown = async () => (await admin.ask('GET', `/admin/orders?username=${fan.email}`)).body
    expect(await shown()).toMatchObject([{ charged: '17.99', refunded: '17.99' }])
    expect((await refund(order_id, { reason: 'Asked for' })).status).toBe(422)
    sandbox.people.closeDispute(dispute.id, 'won')
    await settle()
    expect(await shown()).toMatchObject([{ refunded: '0.00' }])
  })

  it('A whole refund of a month ends the renewal, too', async () => {
    const fan = await member('monthly')
    const order_id = await buy(fan, amy)
    await refund(order_id, { reason: 'x' })
    expect(await ctx.db`select state from memberships where order_id = ${order_id}`).toEqual([{ state: 'ended' }])
    await waits(40 * DAY_MS)
    expect(await ctx.db`select kind from movements where order_id = ${order_id} order by kind`).toEqual([
      { kind: 'payment' },
      { kind: 'refund' },
    ])
    await fan.signIn()
    expect(await subscribed(fan)).toBe(false)
  })

  it('Two admins who refund the same part at the same time send it back once', async () => {
    const fan = await member('doubled')
    const order_id = await buy(fan, amy, 'week')
    const body = { amount: '2.00', reason: 'For the trouble' }
    const replies = await Promise.all([refund(order_id, body), refund(order_id, body)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    await shop.settle()
    expect(await ctx.db`select charged from movements where order_id = ${order_id} and kind = 'refund'`).toEqual([
      { charged: -200 },
    ])
  })

  it('A provider that is away refuses a refund with a 503', async () => {
    const fan = await member('delayed')
    const order_id = await buy(fan, amy, 'day')
    sandbox.faults.away()
    expect((await refund(order_id, { reason: 'x' })).status).toBe(503)
    sandbox.faults.clear()
    expect((await refund(order_id, { reason: 'x' })).body).toMatchObject({ state: 'refunded' })
  })
})

describe('The desk', () => {
  it('Orders are listed newest first, in pages of thirty, all or those of one fan', async () => {
    const fan = await member('collector')
    const { username } = (await fan.ask('GET', '/user')).body
    await ctx.db`
      insert into orders (id, fan_id, creator_id, period, renews, price, vat_country, vat_percent, vat, charged, consent,
        consent_locale, consented_at, provider, created_at)
      select gen_random_uuid(), ${fan.id}, ${amy.id}, 'day', false, 799, 'FR', 20, 160, 959, '2026-11', 'en', ${ctx.now()},
        'sandbox', ${ctx.now()}::timestamptz + n * interval '1 second' from generate_series(1, 35) n`
    const first = await admin.ask('GET', `/admin/orders?username=${username}`)
    expect([first.status, first.body.length]).toEqual([200, 30])
    const [, query] = String(first.headers.link).match(/^<(\?[^>]+)>; rel="next"$/) ?? []
    const second = await admin.ask('GET', `/admin/orders${query}`)
    expect(second.body).toHaveLength(5)
    const times = [...first.body, ...second.body].map(({ created_at }) => created_at)
    expect(times).toEqual(times.toSorted().toReversed())
    expect(first.body[0]).toMatchObject({
      fan: username,
      creator: 'Amy',
      charged: '9.59',
      refunded: '0.00',
      country: 'FR',
    })
    expect((await admin.ask('GET', '/admin/orders?username=nobody-here')).body).toEqual([])
    expect((await admin.ask('GET', '/admin/orders')).body).toHaveLength(30)
    expect((await admin.ask('GET', '/admin/orders?cursor=x')).status).toBe(422)
  })

  it('Money that opened nothing is listed with its reason, and sent back by a job', async () => {
    const [fan, bea] = [await member('blocked'), await creatorNamed('Bea')]
    const { order_id, session } = await order(fan, bea, 'day')
    const { username } = (await fan.ask('GET', '/user')).body
    await bea.ask('POST', '/blocks', { username })
    sandbox.people.pay(session)
    await shop.settle()
    expect((await admin.ask('GET', '/admin/unapplied_payments')).body).toMatchObject([
      { reason: 'blocked', charged: '9.59', state: 'refunding', order_id },
    ])
    await shop.runJob('refund_unapplied')
    await waits(HOUR_MS)
    expect((await admin.ask('GET', '/admin/unapplied_payments')).body).toMatchObject([{ state: 'refunded' }])
    expect((await fan.ask('GET', `/orders/${order_id}`)).body).toMatchObject({ state: 'refunded', creator: null })
    expect((await admin.ask('GET', '/admin/unapplied_payments?cursor=x')).status).toBe(422)
  })
})
