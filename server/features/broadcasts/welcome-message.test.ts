import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { settlePayment } from '#server/domain/payments/settle.ts'
import type { Order } from '#server/store/payments/orders.ts'
import { later } from '#server/time.ts'
import { openSession } from '#tests/support/database/account-rows.ts'
import { killedBeforeCommit } from '#tests/support/database/dying-process.ts'
import { openShop } from '#tests/support/payments/shop.ts'
import { type Person, world } from '#tests/support/world.ts'
import { sendWelcomes } from './send-welcomes.ts'

const here = await world()
const { ctx, creator, member, staff, visitor, passes, eventsDuring, beat } = here
const { orders, pays, renews } = openShop(here)
const admin = await staff('admin', 'admin')
let people = 0

async function pair(welcome: object | null = { enabled: true, content: 'Good evening {name}.' }) {
  people += 1
  const amy = await creator(`amy${people}`)
  const fan = await member(`fan${people}`)
  if (welcome) expect((await amy.ask('PUT', '/welcome_message', welcome)).status).toBe(200)
  return { amy, fan }
}

async function named({ id }: Person): Promise<string> {
  const [row] = await ctx.db<{ username: string }[]>`select username from users where id = ${id}`
  return row?.username ?? ''
}

async function grants(fan: Person, amy: Person, days = 3): Promise<void> {
  admin.token = await openSession(ctx.db, { user_id: admin.id, user_agent: 'test', now: ctx.now() })
  const grant = { username: await named(fan), creator: await named(amy), days }
  expect((await admin.ask('POST', '/admin/subscriptions', grant)).status).toBe(201)
}

async function buys(fan: Person, amy: Person, period: 'day' | 'month'): Promise<Order> {
  const order = await orders(fan, amy, { period, created_at: later(ctx.now(), -1) })
  const reference = pays(order, ctx.now())
  await settlePayment(ctx, reference)
  await settlePayment(ctx, reference)
  return order
}

async function got(fan: Person, amy: Person): Promise<string[]> {
  const rows = await ctx.db<{ content: string }[]>`
    select m.content from messages m join conversations c on c.id = m.conversation_id
    where c.fan_id = ${fan.id} and c.creator_id = ${amy.id} and m.sender_id = ${amy.id} order by m.position`
  return rows.map(({ content }) => content)
}

describe('A welcome message', () => {
  it('is written by creators only, and is empty only while it is switched off', async () => {
    const { amy, fan } = await pair(null)
    expect((await visitor.ask('GET', '/welcome_message')).status).toBe(401)
    expect((await fan.ask('PUT', '/welcome_message', { enabled: true, content: 'x' })).status).toBe(403)
    const none = { enabled: false, content: '', sent_this_month: 0, answered_this_month: 0, last_reader: null }
    expect((await amy.ask('GET', '/welcome_message')).body).toEqual(none)
    for (const wrong of [
      { enabled: true, content: '' },
      { enabled: true, content: ' \u200b ' },
      { enabled: false, content: 'x'.repeat(2001) },
      { enabled: true, content: `{name}${'x'.repeat(1971)}` },
      { enabled: 'yes', content: 'x' },
      { content: 'x' },
      { enabled: true },
      {},
    ])
      expect((await amy.ask('PUT', '/welcome_message', wrong)).status, JSON.stringify(wrong).slice(0, 60)).toBe(422)
    expect((await amy.ask('PUT', '/welcome_message', { enabled: false, content: '' })).body).toEqual(none)
  })

  it('greets a new subscriber once, as the curtain opens, whether it was granted or bought', async () => {
    const { amy, fan } = await pair()
    const buyer = await member(`buyer${people}`)
    await grants(fan, amy)
    await buys(buyer, amy, 'day')
    const events = await eventsDuring(() => beat())
    const participants = events.flatMap((event) => (event.kind === 'conversation' ? [event.participants] : []))
    // Those of one millisecond have no order.
    expect(participants.toSorted()).toEqual([fan, buyer].map(({ id }) => [id, amy.id]).toSorted())
    await beat()
    for (const each of [fan, buyer]) expect(await got(each, amy)).toEqual([`Good evening ${await named(each)}.`])
    const [conversation] = (await fan.ask('GET', '/conversations')).body
    expect(conversation.unread_count).toBe(1)
    const figures = async () => (await amy.ask('GET', '/welcome_message')).body
    expect(await figures()).toMatchObject({ sent_this_month: 2, answered_this_month: 0, last_reader: null })
    await fan.ask('GET', `/conversations/${conversation.id}`)
    await fan.says(conversation.id, 'Thank you')
    expect(await figures()).toMatchObject({
      sent_this_month: 2,
      answered_this_month: 1,
      last_reader: { username: await named(fan), sent_at: ctx.now().toISOString() },
    })
  })

  it('is not sent while it is switched off, after it was switched off, or to who came before', async () => {
    const { amy, fan } = await pair({ enabled: false, content: 'Hello' })
    await grants(fan, amy)
    await amy.ask('PUT', '/welcome_message', { enabled: true, content: 'Hello' })
    const late = await member(`late${people}`)
    await grants(late, amy)
    await amy.ask('PUT', '/welcome_message', { enabled: false, content: 'Hello' })
    await beat()
    for (const each of [fan, late]) expect(await got(each, amy)).toEqual([])
    const early = await member(`early${people}`)
    await grants(early, amy)
    await amy.ask('PUT', '/welcome_message', { enabled: true, content: 'Hello' })
    await beat()
    expect(await got(early, amy)).toEqual([])
  })

  it('waits for access that begins a moment later by the clock of the database', async () => {
    const { amy, fan } = await pair()
    await grants(fan, amy)
    await ctx.db`update subscriptions set starts_at = ${later(ctx.now(), 2000)} where fan_id = ${fan.id}`
    await beat()
    expect(await got(fan, amy)).toEqual([])
    passes(2000)
    await beat()
    expect(await got(fan, amy)).toEqual([`Good evening ${await named(fan)}.`])
  })

  it.each(['fan blocks', 'creator blocks', 'fan mutes', 'fan is frozen', 'creator is frozen', 'access ends'])(
    'is not sent, then or later, if the %s before',
    async (what) => {
      const { amy, fan } = await pair()
      await grants(fan, amy, 30)
      const [who, whom] = what.startsWith('fan') ? [fan, amy] : [amy, fan]
      if (what.includes('frozen'))
        await ctx.db`
          update users set frozen_at = ${ctx.now()}, frozen_until = 'infinity', frozen_ground = 'x', frozen_facts = 'x'
          where id = ${who.id}`
      else if (what === 'access ends')
        await admin.ask('DELETE', '/admin/subscriptions', { username: await named(fan), creator: await named(amy) })
      else await who.ask('POST', what.includes('mutes') ? '/mutes' : '/blocks', { username: await named(whom) })
      await beat()
      passes(HOUR_MS)
      await beat()
      expect(await got(fan, amy)).toEqual([])
      expect(await ctx.db`select from welcomes where fan_id = ${fan.id}`).toHaveLength(0)
    },
  )

  it('comes once through kills and from several processes', async () => {
    const { amy } = await pair()
    const fans = await Promise.all(Array.from({ length: 8 }, (_, n) => member(`many${n}`)))
    for (const fan of fans) await grants(fan, amy)
    await expect(sendWelcomes({ ...ctx, db: killedBeforeCommit(ctx.db) })).rejects.toThrow('killed')
    expect(await got(fans[0] as Person, amy)).toEqual([])
    await Promise.all([1, 2, 3].map(() => sendWelcomes(ctx)))
    await beat()
    for (const fan of fans) expect(await got(fan, amy)).toHaveLength(1)
  })

  it('of a grant that is lost before its commit is not sent', async () => {
    const { amy, fan } = await pair()
    const order = await orders(fan, amy, { period: 'day' })
    const reference = pays(order, ctx.now())
    await expect(settlePayment({ ...ctx, db: killedBeforeCommit(ctx.db) }, reference)).rejects.toThrow('killed')
    await beat()
    expect(await got(fan, amy)).toEqual([])
    await settlePayment(ctx, reference)
    await beat()
    expect(await got(fan, amy)).toHaveLength(1)
  })

  it('comes once per new subscription and never on a renewal, whatever happens in whatever order', async () => {
    for (let seed = 1; seed <= 12; seed += 1) {
      const random = randomOf(seed)
      const { amy, fan } = await pair()
      const memberships: Order[] = []
      let expected = 0
      const history: string[] = []
      for (let step = 0; step < 8; step += 1) {
        const has_access = await isIn(fan, amy)
        const choice = Math.floor(random() * 5)
        const membership = memberships.at(-1)
        if (choice === 0) await grants(fan, amy, 1 + Math.floor(random() * 9))
        else if (choice === 1) await buys(fan, amy, 'day')
        else if (choice === 2) memberships.push(await buys(fan, amy, 'month'))
        else if (choice === 3 && membership) await settlePayment(ctx, renews(membership, `renewal ${seed} ${step}`))
        if (choice < 3 && !has_access) expected += 1
        history.push(`${choice}${has_access ? '' : '!'}`)
        await Promise.all(random() < 0.5 ? [beat()] : [beat(), sendWelcomes(ctx)])
        passes(Math.floor(random() * 20) * DAY_MS)
      }
      expect(expected).toBeGreaterThan(0)
      expect((await got(fan, amy)).length, `${seed}: ${history.join(' ')}`).toBe(expected)
    }
  })
})

async function isIn(fan: Person, amy: Person): Promise<boolean> {
  const now = ctx.now()
  const rows = await ctx.db`
    select from subscriptions where fan_id = ${fan.id} and profile_id = ${amy.id}
      and starts_at <= ${now} and coalesce(open_until, expires_at) > ${now}`
  return rows.length > 0
}

/** Pseudo-random numbers between 0 and 1, the same for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed * 0x9e3779b9
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}
