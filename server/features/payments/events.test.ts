import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { shopOf } from '#server/domain/shop.ts'
import { ProviderAway } from '#server/payments/provider.ts'
import { takeDueEvents } from '#server/store/payments/provider-events.ts'
import { shopWorld } from '#tests/support/payments/shop-world.ts'
import type { Person } from '#tests/support/world.ts'
import { handleEvents } from './events.ts'
import { reconcile } from './reconcile.ts'

const shop = await shopWorld()
const { ctx, member, creatorNamed, passes, runJob, sandbox, order, buy, settle, waits, registry } = shop
const amy = await creatorNamed('Amy')

const subscribed = async (fan: Person) => (await fan.ask('GET', '/profiles/Amy')).body.suscribed

async function waiting() {
  return await ctx.db<{ attempts: number; next_attempt_at: Date; error: string | null }[]>`
    select attempts, next_attempt_at, error from provider_events where handled_at is null order by received_at`
}

/** Everything that money has left behind, without the ids that a second run would choose anew. */
async function books() {
  return {
    orders: await ctx.db`select id, state, paid_at, customer, billing_country, card_country from orders order by id`,
    memberships: await ctx.db`
      select order_id, state, renews, period_starts_at, period_ends_at, card_last4 from memberships order by order_id, reference`,
    movements: await ctx.db`
      select provider, kind, reference, order_id, creator_id, charged, vat, platform_fee, banking_fee, net, occurred_at
      from movements order by reference, kind`,
    periods: await ctx.db`
      select order_id, starts_at, expires_at, open_until, refunded_at from subscriptions order by order_id, starts_at`,
    receipts: await ctx.db`select kind, order_id from receipts order by order_id, kind`,
  }
}

describe('Events that cannot be handled', () => {
  it('The wait doubles from 15 seconds to six hours', async () => {
    const at = ctx.now()
    await ctx.db`
      insert into provider_events (provider, id, type, subject_kind, subject, at, received_at, next_attempt_at)
      values ('sandbox', 'evt_never', 'x', 'payment', 'pi_never', ${at}, ${at}, ${at})`
    const payments = { ...shop.payments, findPayment: () => Promise.reject(new Error('a bug')) }
    const waits_s: number[] = []
    for (let attempt = 0; attempt < 14; attempt += 1) {
      await handleEvents({ ...shopOf(ctx), payments })
      const [{ next_attempt_at } = { next_attempt_at: at }] = await waiting()
      waits_s.push((next_attempt_at.getTime() - ctx.now().getTime()) / 1000)
      passes(next_attempt_at.getTime() - ctx.now().getTime())
    }
    expect(waits_s.slice(0, 5)).toEqual([15, 30, 60, 120, 240])
    expect(waits_s.slice(9, 12)).toEqual([7680, 15_360, 21_600])
    expect(waits_s.at(-1)).toBe(21_600)
    await ctx.db`delete from provider_events where id = 'evt_never'`
  })

  it('An event whose handling fails stays in the inbox, is tried again when it is due, and opens access then', async () => {
    const fan = await member('patient')
    const { session } = await order(fan, amy, 'day')
    sandbox.people.pay(session)
    await sandbox.idle()
    const gone = () => Promise.reject(new ProviderAway('The payment provider cannot be used'))
    const payments = { ...shop.payments, findPayment: gone, findCheckout: gone, findMembership: gone }
    await handleEvents({ ...shopOf(ctx), payments })
    const failed = await waiting()
    expect(failed.length).toBeGreaterThan(2)
    for (const { attempts, next_attempt_at, error } of failed) {
      expect([attempts, next_attempt_at]).toEqual([1, new Date(ctx.now().getTime() + 15_000)])
      expect(error).toContain('cannot be used')
    }
    // Not before it is due.
    await runJob('handle_provider_events')
    expect(await waiting()).toEqual(failed)
    expect(await subscribed(fan)).toBe(false)
    passes(15_000)
    await runJob('handle_provider_events')
    expect(await waiting()).toEqual([])
    expect(await subscribed(fan)).toBe(true)
  })

  it('One event that always fails does not keep the others waiting', async () => {
    const fan = await member('unbothered')
    const { session } = await order(fan, amy, 'day')
    await ctx.db`
      insert into provider_events (provider, id, type, subject_kind, subject, at, received_at, next_attempt_at)
      values ('sandbox', 'evt_bad', 'x', 'payment', 'pi_bad', ${ctx.now()}, ${ctx.now()}, ${ctx.now()})`
    sandbox.people.pay(session)
    await sandbox.idle()
    const { payments } = shop
    const findPayment: typeof payments.findPayment = async (reference) => {
      if (reference === 'pi_bad') throw new Error('a bug')
      return await payments.findPayment(reference)
    }
    await handleEvents({ ...shopOf(ctx), payments: { ...payments, findPayment } })
    expect(await subscribed(fan)).toBe(true)
    expect(await waiting()).toMatchObject([{ attempts: 1, error: 'a bug' }])
    await ctx.db`delete from provider_events where id = 'evt_bad'`
  })

  it('A process that is killed while it handles an event loses nothing: another one takes it later', async () => {
    const fan = await member('survivor')
    const { session } = await order(fan, amy, 'day')
    sandbox.people.pay(session)
    await sandbox.idle()
    // What a killed process leaves behind: events that were taken and never handled.
    const wait = { first_wait_ms: 15_000, max_wait_ms: 15_000 }
    while ((await takeDueEvents(ctx.db, 'sandbox', ctx.now(), wait)).length > 0)
      expect(await subscribed(fan)).toBe(false)
    await runJob('handle_provider_events')
    expect((await waiting()).length).toBeGreaterThan(2)
    passes(15_000)
    await runJob('handle_provider_events')
    expect(await waiting()).toEqual([])
    expect(await subscribed(fan)).toBe(true)
  })

  it('Two processes never handle the same event at the same time', async () => {
    const fan = await member('shared')
    const { session } = await order(fan, amy, 'day')
    sandbox.people.pay(session)
    await sandbox.idle()
    const asked: string[] = []
    const payments = {
      ...shop.payments,
      findCheckout: async (reference: string) => {
        asked.push(reference)
        return await shop.payments.findCheckout(reference)
      },
    }
    await Promise.all(Array.from({ length: 4 }, () => handleEvents({ ...shopOf(ctx), payments })))
    expect(asked).toHaveLength(1)
    expect(await waiting()).toEqual([])
  })

  it('What was told about one payment meanwhile is looked up once, and several payments at the same time', async () => {
    const fans = await Promise.all(['many-a', 'many-b', 'many-c'].map((name) => member(name)))
    for (const fan of fans) sandbox.people.pay((await order(fan, amy, 'day')).session)
    await sandbox.idle()
    const subjects = await ctx.db`
      select distinct subject_kind, subject from provider_events where handled_at is null and subject_kind = 'payment'`
    expect((await waiting()).length).toBeGreaterThan(2 * subjects.length)
    const asked: string[] = []
    // The first look-up is answered only once a second one has begun: one after the other would wait for ever.
    const second = Promise.withResolvers<void>()
    const payments: typeof shop.payments = {
      ...shop.payments,
      findCheckout: async () => undefined,
      findPayment: async (reference) => {
        asked.push(reference)
        if (asked.length > 1) second.resolve()
        await second.promise
        return await shop.payments.findPayment(reference)
      },
    }
    await handleEvents({ ...shopOf(ctx), payments })
    expect(asked.toSorted()).toEqual(subjects.map(({ subject }) => subject).toSorted())
    expect(await waiting()).toEqual([])
    for (const fan of fans) expect(await subscribed(fan)).toBe(true)
  })

  it('All that waits about one object is taken together, however many take at the same time', async () => {
    const [subjects, each] = [40, 5]
    await ctx.db`
      insert into provider_events (provider, id, type, subject_kind, subject, at, received_at, next_attempt_at)
      select 'sandbox', 'evt_' || n, 'x', 'payment', 'pi_' || n % ${subjects}::int, ${ctx.now()}, ${ctx.now()}, ${ctx.now()}
      from generate_series(1, ${subjects * each}::int) n`
    const taken: string[] = []
    const wait = { first_wait_ms: 15_000, max_wait_ms: 15_000 }
    const takeAll = async () => {
      for (;;) {
        const events = await takeDueEvents(ctx.db, 'sandbox', ctx.now(), wait)
        if (events.length === 0) return
        taken.push(`${events.length} of ${events[0]?.subject}`)
      }
    }
    await Promise.all(Array.from({ length: 6 }, takeAll))
    expect(taken.toSorted()).toEqual(Array.from({ length: subjects }, (_, n) => `${each} of pi_${n}`).toSorted())
    await ctx.db`delete from provider_events where type = 'x'`
  })

  it('Operators see what waits, since when, what fails, and money that opened nothing', async () => {
    const gauge = async (name: string) =>
      Number((await registry.metrics()).match(new RegExp(`^${name} (\\S+)$`, 'm'))?.[1])
    expect(await gauge('loge_payment_events_waiting')).toBe(0)
    const fan = await member('watched')
    sandbox.people.pay((await order(fan, amy, 'day')).session)
    await sandbox.idle()
    passes(90_000)
    expect(await gauge('loge_payment_events_waiting')).toBeGreaterThan(0)
    expect(await gauge('loge_payment_events_oldest_seconds')).toBe(90)
    expect(await gauge('loge_payment_events_failing')).toBe(0)
    expect(await gauge('loge_payments_unapplied_cents')).toBe(0)
    await settle()
  })
})

describe('The reconciliation', () => {
  it('A provider that is away fails the reconciliation, which can be repeated', async () => {
    sandbox.faults.away()
    await expect(reconcile(shopOf(ctx))).rejects.toBeInstanceOf(ProviderAway)
    sandbox.faults.clear()
    expect((await reconcile(shopOf(ctx))).failures).toBe(0)
  })

  it('A reconciliation changes nothing that is right already', async () => {
    await buy(await member('settled'), amy)
    const before = await books()
    await runJob('reconcile_payments')
    await runJob('reconcile_payments')
    expect(await books()).toEqual(before)
  })

  it('Webhooks that are dropped for a whole day end in the same state after the reconciliation', async () => {
    const fans = await Promise.all(['one', 'two', 'three', 'four', 'five'].map((name) => member(`dropped-${name}`)))
    const [one, two, three, four, five] = fans as [Person, Person, Person, Person, Person]
    await buy(one, amy)
    const dispute_order = await buy(two, amy, 'week')
    const refund_order = await buy(three, amy, 'week')
    const paymentOf = async (order_id: string) => {
      const [row] = await ctx.db<{ reference: string }[]>`
        select reference from movements where order_id = ${order_id} and kind = 'payment'`
      return row?.reference ?? ''
    }
    sandbox.faults.drop()
    sandbox.people.openDispute(await paymentOf(dispute_order))
    await shop.payments.refund(await paymentOf(refund_order), { key: 'by hand at the provider' })
    sandbox.people.pay((await order(four, amy, 'day')).session)
    sandbox.people.pay((await order(five, amy)).session)
    await waits(DAY_MS)
    // A month later the two that renew were renewed, and nobody was told of that either. The grace bridges some days.
    await waits(31 * DAY_MS)
    sandbox.faults.clear()
    for (const fan of fans) await fan.signIn()
    expect([await subscribed(one), await subscribed(five)]).toEqual([true, false])
    await runJob('reconcile_payments')
    const reconciled = await books()
    expect([await subscribed(one), await subscribed(five)]).toEqual([true, true])
    expect(reconciled.movements.filter(({ kind }) => kind === 'dispute')).toHaveLength(1)
    expect(reconciled.movements.filter(({ kind }) => kind === 'refund')).toHaveLength(1)
    // The same as if every event had come after all.
    sandbox.faults.replay()
    await settle()
    await ctx.db`update provider_events set handled_at = null, next_attempt_at = ${ctx.now()} where subject is not null`
    await runJob('handle_provider_events')
    expect(await books()).toEqual(reconciled)
    const [{ total } = { total: 0 }] = await ctx.db<
      { total: number }[]
    >`select sum(charged - banking_fee) as total from movements`
    expect(total).toBe(sandbox.books().net)
  })
})
