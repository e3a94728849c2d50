import { beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { ProviderAway, ProviderRefused } from '#server/payments/provider.ts'
import { shopWorld } from '#tests/support/payments/shop-world.ts'
import { NOBODY, PASSWORD, type Person } from '#tests/support/world.ts'

const shop = await shopWorld()
const { ctx, member, creatorNamed, staff, mailsTo, buy, settle, waits, visitor } = shop
const amy = await creatorNamed('Amy')
const admin = await staff('ada', 'admin')

// Sessions of staff are short, and time passes here.
beforeEach(async () => void (await admin.signIn()))

const stateOf = async (fan: Person, order_id: string) => (await fan.ask('GET', `/orders/${order_id}`)).body
const subscribed = async (fan: Person) => (await fan.ask('GET', '/profiles/Amy')).body.suscribed
const withdraw = (fan: Person, order_id: string) => fan.ask('POST', `/orders/${order_id}/withdraw`)
const refund = (order_id: string, body: object) => admin.ask('POST', `/admin/orders/${order_id}/refund`, body)
const decline = (order_id: string, body: object, by = admin) =>
  by.ask('POST', `/admin/orders/${order_id}/decline`, body)

describe('Declining a withdrawal', () => {
  const reason = 'You looked at forty pictures.'
  const declinedMails = async (fan: Person) =>
    (await mailsTo(fan.email)).filter(({ subject }) => subject === 'Your withdrawal was declined')
  const asked = async (name: string) => {
    const fan = await member(name)
    const order_id = await buy(fan, amy, 'week')
    await withdraw(fan, order_id)
    return { fan, order_id }
  }

  it('Only admins decline, only with a reason, and only a withdrawal that waits', async () => {
    const { fan, order_id } = await asked('waiting')
    for (const { person, status } of [
      { person: visitor, status: 401 },
      { person: fan, status: 403 },
      { person: amy, status: 403 },
      { person: await staff('moe', 'moderator'), status: 403 },
    ])
      expect((await decline(order_id, { reason }, person)).status).toBe(status)
    for (const body of [{}, { reason: ' ' }, { reason: 7 }, { reason: 'x'.repeat(1001) }])
      expect((await decline(order_id, body)).status, JSON.stringify(body).slice(0, 40)).toBe(422)
    expect((await decline(NOBODY, { reason })).status).toBe(404)
    expect((await decline('x', { reason })).status).toBe(404)
    const never = await buy(await member('content'), amy, 'day')
    expect(await decline(never, { reason })).toMatchObject({
      status: 422,
      body: { code: 'invalid', fields: { withdrawal: 'Nobody has asked to withdraw from this order' } },
    })
    expect(await stateOf(fan, order_id)).toMatchObject({ withdrawal: 'ask', withdrawal_declined_at: null })
    expect(await ctx.db`select 1 from audit_log where action = 'withdrawal_declined'`).toEqual([])
  })

  it('The fan reads the reason in the product and in one mail, keeps the ticket, and cannot ask again', async () => {
    const { fan, order_id } = await asked('declined')
    const ticket = async () => (await fan.ask('GET', '/subscriptions')).body[0].ticket
    const asked_at = ctx.now().toISOString()
    expect((await ticket()).withdrawal).toEqual({ asked_at, declined_at: null })
    await waits(HOUR_MS)
    const declined = { withdrawal_asked_at: asked_at, withdrawal_declined_at: ctx.now().toISOString() }
    const answers = [await decline(order_id, { reason }), await decline(order_id, { reason: ` ${reason} ` })]
    for (const { status, body } of answers)
      expect([status, body]).toMatchObject([200, { id: order_id, ...declined, withdrawal_answer: reason }])
    expect(await stateOf(fan, order_id)).toMatchObject({
      state: 'paid',
      withdrawal: null,
      ...declined,
      withdrawal_answer: reason,
    })
    expect((await ticket()).withdrawal).toEqual({ asked_at, declined_at: declined.withdrawal_declined_at })
    const [notice, ...others] = (await fan.ask('GET', '/notices')).body.filter(
      ({ kind }: { kind: string }) => kind === 'withdrawal_declined',
    )
    expect([notice.text, notice.path, others]).toEqual([expect.stringContaining(reason), '/subscriptions', []])
    const [mail, ...more] = await declinedMails(fan)
    expect([mail?.text, more]).toEqual([expect.stringContaining(reason), []])
    expect((await withdraw(fan, order_id)).status).toBe(422)
    expect(await subscribed(fan)).toBe(true)
    expect((await admin.ask('GET', '/admin/orders?state=withdrawal_asked')).body).not.toContainEqual(
      expect.objectContaining({ id: order_id }),
    )
    expect(await ctx.db`select staff_id, reason, details from audit_log where user_id = ${fan.id}`).toEqual([
      { staff_id: admin.id, reason, details: { order_id, creator_id: amy.id } },
    ])
    expect(await decline(order_id, { reason: 'Another one' })).toMatchObject({ status: 422 })
  })

  it('A fan who reads French is told in French', async () => {
    const { fan, order_id } = await asked('refusee')
    await fan.ask('PUT', '/user', { locale: 'fr' })
    await decline(order_id, { reason })
    const [mail] = (await mailsTo(fan.email)).filter(({ subject }) => subject === 'Votre rétractation a été refusée')
    expect(mail?.text).toContain(`Notre réponse\u202f: ${reason}`)
  })

  it('After it all can be given back only by an admin who says that they know of it, and a part at any time', async () => {
    const { fan, order_id } = await asked('goodwill')
    await decline(order_id, { reason })
    expect((await refund(order_id, { reason: 'x' })).body).toMatchObject({ fields: { withdrawal: expect.any(String) } })
    expect((await refund(order_id, { reason: 'A part', amount: '2.00' })).status).toBe(200)
    expect((await refund(order_id, { reason: 'After all', after_decline: true })).body).toMatchObject({
      state: 'refunded',
    })
    expect((await decline(order_id, { reason: 'Another one' })).status).toBe(422)
    expect((await decline(order_id, { reason })).status).toBe(200)
    expect(await declinedMails(fan)).toHaveLength(1)
  })

  it('Of a decline and a refund at the same moment one wins, and of many declines one mail is sent', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { fan, order_id } = await asked(`raced-${round}`)
      const attempts = [
        decline(order_id, { reason }),
        refund(order_id, { reason: 'Agreed' }),
        decline(order_id, { reason }),
      ]
      const [declined, refunded, again] = await Promise.all(round === 1 ? attempts.toReversed() : attempts)
      await settle()
      const { state, withdrawal_declined_at } = await stateOf(fan, order_id)
      const isRefunded = state === 'refunded'
      expect([declined, refunded, again].map((answer) => answer?.status).sort()).toEqual(
        isRefunded ? [200, 422, 422] : [200, 200, 422],
      )
      expect(withdrawal_declined_at === null).toBe(isRefunded)
      expect(await declinedMails(fan)).toHaveLength(isRefunded ? 0 : 1)
      expect(await ctx.db`select action from audit_log where user_id = ${fan.id}`).toEqual([
        { action: isRefunded ? 'order_refunded' : 'withdrawal_declined' },
      ])
    }
  })

  it('Nobody declines while a refund is under way, and whoever finds it refused by the provider can', async () => {
    const { fan, order_id } = await asked('promised')
    const actual = shop.payments.refund
    shop.payments.refund = () => Promise.reject(new ProviderAway('cut off'))
    expect((await refund(order_id, { reason: 'Agreed' })).status).toBe(503)
    expect(await decline(order_id, { reason })).toMatchObject({
      status: 422,
      body: { fields: { withdrawal: 'This order is being refunded' } },
    })
    shop.payments.refund = () => Promise.reject(new ProviderRefused('charge_disputed', new Error('no')))
    expect((await refund(order_id, { reason: 'Agreed' })).status).toBe(422)
    shop.payments.refund = actual
    expect((await decline(order_id, { reason })).status).toBe(200)
    expect(await declinedMails(fan)).toHaveLength(1)
  })

  it('What was answered to a fan who leaves goes with the account, and who has left is told nothing', async () => {
    const [answered, gone] = [await asked('answered'), await asked('gone')]
    await decline(answered.order_id, { reason })
    for (const { fan } of [answered, gone])
      expect((await fan.ask('POST', '/user/deletion', { current_password: PASSWORD })).status).toBe(200)
    await waits(15 * DAY_MS)
    await shop.runJob('erase_accounts')
    await admin.signIn()
    expect((await decline(gone.order_id, { reason })).body).toMatchObject({ withdrawal_answer: null })
    for (const { fan, order_id } of [answered, gone]) {
      expect(await ctx.db`select withdrawal_answer from orders where id = ${order_id}`).toEqual([
        { withdrawal_answer: null },
      ])
      expect(await ctx.db`select 1 from member_notices where user_id = ${fan.id}`).toEqual([])
    }
  })
})
