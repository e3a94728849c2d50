import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { shopWorld } from '#tests/support/payments/shop-world.ts'
import { NOBODY, type Person } from '#tests/support/world.ts'

const shop = await shopWorld()
const { ctx, member, creatorNamed, subscribe, mailsTo, sandbox, buy, settle, waits, runJob, visitor } = shop
const amy = await creatorNamed('Amy')
const CALLS = ['cancel', 'resume', 'portal'] as const

async function ticketOf(fan: Person) {
  const [subscription] = (await fan.ask('GET', '/subscriptions')).body
  return subscription
}

const call = (fan: Person, id: string, verb: (typeof CALLS)[number]) => fan.ask('POST', `/subscriptions/${id}/${verb}`)
const subscribed = async (fan: Person) => (await fan.ask('GET', '/profiles/Amy')).body.suscribed
const subjects = async (fan: Person) => (await mailsTo(fan.email)).map(({ subject }) => subject)

async function customerOf(fan: Person): Promise<string> {
  const [row] = await ctx.db<{ customer: string }[]>`select customer from memberships where fan_id = ${fan.id}`
  return row?.customer ?? ''
}

const chargesOf = (fan: Person) =>
  ctx.db`select 1 from movements m join orders o on o.id = m.order_id where o.fan_id = ${fan.id}`

async function referenceOf(fan: Person): Promise<string> {
  const [row] = await ctx.db<{ reference: string }[]>`select reference from memberships where fan_id = ${fan.id}`
  return row?.reference ?? ''
}

describe('Renewals that cannot be changed', () => {
  it('Nobody changes the renewal of somebody else, or of what is not there', async () => {
    const [fan, other] = [await member('owner'), await member('other')]
    await buy(fan, amy)
    const { id } = await ticketOf(fan)
    for (const verb of CALLS) {
      expect((await call(visitor, id, verb)).status).toBe(401)
      expect((await call(other, id, verb)).status).toBe(404)
      expect((await call(fan, NOBODY, verb)).status).toBe(404)
    }
    expect((await ticketOf(fan)).ticket.kind).toBe('renewing')
  })

  it('A granted and a single ticket do not renew', async () => {
    const [granted, single] = [await member('granted'), await member('single')]
    await subscribe(granted, amy)
    const order_id = await buy(single, amy, 'day')
    expect((await ticketOf(granted)).ticket).toEqual({
      kind: 'granted',
      order_id: null,
      renews_at: null,
      renewal_price: null,
      grace_until: null,
      refunded_at: null,
      withdrawal: null,
      card: null,
      again_from: '7.99',
    })
    expect((await ticketOf(single)).ticket).toMatchObject({ kind: 'single', order_id, renews_at: null })
    for (const fan of [granted, single])
      for (const verb of CALLS) expect((await call(fan, (await ticketOf(fan)).id, verb)).status).toBe(422)
  })

  it('A provider that is away is a 503, and the renewal stays as it is', async () => {
    const fan = await member('unlucky')
    await buy(fan, amy)
    const { id } = await ticketOf(fan)
    sandbox.faults.away()
    expect((await call(fan, id, 'cancel')).status).toBe(503)
    sandbox.faults.clear()
    expect((await ticketOf(fan)).ticket.kind).toBe('renewing')
    expect(await subjects(fan)).not.toContain('Your subscription no longer renews')
  })
})

describe('Renewals', () => {
  it('A renewing ticket says when it is charged next, how much, and on which card', async () => {
    const fan = await member('regular')
    const order_id = await buy(fan, amy)
    const { expires_at, ticket } = await ticketOf(fan)
    expect(ticket).toEqual({
      kind: 'renewing',
      order_id,
      renews_at: expires_at,
      renewal_price: '28.79',
      grace_until: null,
      refunded_at: null,
      withdrawal: null,
      card: expect.stringMatching(/^\d{4}$/),
      again_from: '7.99',
    })
  })

  it('A fan stops the renewal: access stays to the end, nothing more is charged, and a mail says so at once', async () => {
    const fan = await member('leaving')
    await buy(fan, amy)
    const { id, expires_at } = await ticketOf(fan)
    for (let i = 0; i < 2; i += 1) {
      const { status, body } = await call(fan, id, 'cancel')
      expect([status, body.id, body.expires_at, body.ticket.kind]).toEqual([200, id, expires_at, 'stopped'])
      expect(body.ticket.renews_at).toBeNull()
    }
    expect((await subjects(fan)).filter((subject) => subject === 'Your subscription no longer renews')).toHaveLength(1)
    await waits(new Date(expires_at).getTime() - ctx.now().getTime() - 1000)
    await fan.signIn()
    expect(await subscribed(fan)).toBe(true)
    await waits(1000)
    expect(await subscribed(fan)).toBe(false)
    await waits(2 * HOUR_MS)
    expect(await subscribed(fan)).toBe(false)
    expect(await chargesOf(fan)).toHaveLength(1)
    expect((await call(fan, id, 'resume')).status).toBe(422)
  })

  it.each([
    ['in the hour before it is charged', 10 * 60_000],
    ['in the grace after the card was refused', DAY_MS],
  ])('A fan who stops %s loses the seat that was not paid, and is charged nothing', async (when, later_ms) => {
    const fan = await member(`unpaid-${later_ms}`)
    await buy(fan, amy)
    const { id, expires_at } = await ticketOf(fan)
    const customer = await customerOf(fan)
    sandbox.people.setCard(customer, 'declines')
    await waits(new Date(expires_at).getTime() - ctx.now().getTime() + later_ms)
    sandbox.people.setCard(customer, 'pays')
    await fan.signIn()
    expect(await subscribed(fan)).toBe(true)
    for (let i = 0; i < 2; i += 1) {
      const { status, body } = await call(fan, id, 'cancel')
      // The second call finds nothing that renews.
      expect([status, body.expires_at ?? expires_at], when).toEqual([i === 0 ? 200 : 422, expires_at])
    }
    expect(await subscribed(fan)).toBe(false)
    const [mail, ...more] = (await mailsTo(fan.email)).filter(
      ({ subject }) => subject === 'Your subscription no longer renews',
    )
    expect(more).toEqual([])
    expect(mail?.text).toContain('the renewal is not charged')
    await waits(6 * DAY_MS)
    expect(await chargesOf(fan)).toHaveLength(1)
    await fan.signIn()
    expect((await ticketOf(fan)).ticket.kind).toBe('single')
    expect((await call(fan, id, 'resume')).status).toBe(422)
  })

  it('Two calls at the same time mail once, and one that is cut off after the provider has stopped is mailed all the same', async () => {
    const [twice, cut] = [await member('impatient'), await member('cut-off')]
    for (const fan of [twice, cut]) await buy(fan, amy)
    const { id } = await ticketOf(twice)
    const answers = await Promise.all([call(twice, id, 'cancel'), call(twice, id, 'cancel')])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    await ctx.payments?.cancel(await referenceOf(cut))
    await settle()
    for (const fan of [twice, cut]) {
      expect((await ticketOf(fan)).ticket.kind).toBe('stopped')
      const told = (await subjects(fan)).filter((subject) => subject === 'Your subscription no longer renews')
      expect(told).toHaveLength(1)
    }
  })

  it('While the creator is frozen the fan stops the renewal all the same, and it does not go on afterwards', async () => {
    const [fan, bea] = [await member('determined'), await creatorNamed('Bea')]
    await buy(fan, bea)
    const { id } = await ticketOf(fan)
    const freeze = (at: Date | null) => ctx.db`
      update users set frozen_at = ${at}, frozen_until = ${at && '2100-01-01'}, frozen_ground = ${at && 'terms_conduct'},
        frozen_facts = ${at && 'x'} where id = ${bea.id}`
    await freeze(ctx.now())
    await runJob('pause_memberships')
    expect(await subjects(fan)).not.toContain('Your subscription no longer renews')
    for (const verb of ['resume', 'portal'] as const) expect((await call(fan, id, verb)).status).toBe(404)
    const { status, body } = await call(fan, id, 'cancel')
    expect([status, body.ticket.kind, body.profile_pic]).toEqual([200, 'stopped', null])
    expect(JSON.stringify(body)).not.toContain('Bea')
    await freeze(null)
    await runJob('pause_memberships')
    await settle()
    expect((await ticketOf(fan)).ticket.kind).toBe('stopped')
    expect(await subjects(fan)).toContain('Your subscription no longer renews')
  })

  it('A fan renews again before the end', async () => {
    const fan = await member('returning')
    await buy(fan, amy)
    const { id, ticket } = await ticketOf(fan)
    await call(fan, id, 'cancel')
    const { status, body } = await call(fan, id, 'resume')
    expect([status, body.ticket]).toEqual([200, ticket])
    expect(await subjects(fan)).toContain('Your subscription renews again')
  })

  it('No second is locked between two paid months', async () => {
    const fan = await member('faithful')
    await buy(fan, amy)
    const { expires_at } = await ticketOf(fan)
    await waits(new Date(expires_at).getTime() - ctx.now().getTime())
    await fan.signIn()
    expect(await subscribed(fan)).toBe(true)
    await waits(2 * HOUR_MS)
    expect(await subscribed(fan)).toBe(true)
    expect(new Date((await ticketOf(fan)).expires_at).getTime()).toBeGreaterThan(
      new Date(expires_at).getTime() + 27 * DAY_MS,
    )
  })

  it('A fan is reminded three days before a renewal, once', async () => {
    const fan = await member('reminded')
    await buy(fan, amy)
    const { expires_at } = await ticketOf(fan)
    await waits(new Date(expires_at).getTime() - ctx.now().getTime() - 3 * DAY_MS - 1000)
    await runJob('remind_renewals')
    expect(await subjects(fan)).not.toContain('Your subscription renews soon')
    await waits(1000)
    for (let i = 0; i < 3; i += 1) await runJob('remind_renewals')
    const [mail, ...more] = (await mailsTo(fan.email)).filter(
      ({ subject }) => subject === 'Your subscription renews soon',
    )
    expect(more).toEqual([])
    expect(mail?.text).toContain('for €28.79')
    expect(mail?.text).toContain('Amy')
  })

  it('A card that is refused keeps the seat for exactly three days, with two mails and a page to change the card', async () => {
    const fan = await member('expired-card')
    await buy(fan, amy)
    const before = await ticketOf(fan)
    sandbox.people.setCard(await customerOf(fan), 'declines')
    await waits(new Date(before.expires_at).getTime() - ctx.now().getTime() + 2 * HOUR_MS)
    await fan.signIn()
    const grace_until = new Date(new Date(before.expires_at).getTime() + 3 * DAY_MS)
    const { id, ticket } = await ticketOf(fan)
    expect(ticket).toMatchObject({ kind: 'renewing', grace_until: grace_until.toISOString(), renews_at: null })
    const failures = async () => (await subjects(fan)).filter((subject) => subject === 'A payment did not work').length
    for (let i = 0; i < 2; i += 1) await runJob('mail_payment_problems')
    expect(await failures()).toBe(1)
    await waits(2 * DAY_MS)
    for (let i = 0; i < 2; i += 1) await runJob('mail_payment_problems')
    expect(await failures()).toBe(2)
    const portal = await call(fan, id, 'portal')
    expect([portal.status, portal.body.url]).toEqual([200, expect.stringContaining(sandbox.url)])
    await waits(grace_until.getTime() - ctx.now().getTime() - 1000)
    expect(await subscribed(fan)).toBe(true)
    await waits(1000)
    expect(await subscribed(fan)).toBe(false)
    for (let i = 0; i < 2; i += 1) await runJob('mail_payment_problems')
    expect(await failures()).toBe(2)
  })

  it('Mails about renewals are in the language of the fan', async () => {
    const fan = await member('francophone')
    await fan.ask('PUT', '/user', { locale: 'fr' })
    await buy(fan, amy)
    await call(fan, (await ticketOf(fan)).id, 'cancel')
    const mail = (await mailsTo(fan.email)).find(({ subject }) => subject === 'Votre abonnement ne sera plus renouvelé')
    expect(mail?.text).toContain('plus rien ne sera débité')
  })
})
