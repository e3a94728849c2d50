import { connect, type Db } from '#server/db/connect.ts'
import { findEmbedded } from '#server/db/embedded/embedded.ts'
import { FIRST_WAIT_MS } from '#server/features/payments/events.ts'
import { sdkFor } from '#tests/support/payments/checkouts.ts'
import type { Sandbox } from '../../sandbox/start-sandbox.ts'

const SETTLED_MS = 600_000
const STARTED_MS = 90_000

/** Works on the database of the product, as soon as the product has started it again. */
export async function withDatabase<T>(data_dir: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = await reachDatabase(data_dir)
  try {
    return await work(db)
  } finally {
    await db.end()
  }
}

async function reachDatabase(data_dir: string): Promise<Db> {
  for (const deadline = Date.now() + STARTED_MS; Date.now() < deadline; ) {
    const url = await findEmbedded(data_dir)
    if (url !== undefined) {
      const db = connect(url, { max: 1 })
      const isThere = await db`select 1`.then(
        () => true,
        () => false,
      )
      if (isThere) return db
      await db.end()
    }
  }
  throw new Error('the product did not start its database again')
}

/** Events whose handling had begun between these times and is not over, and how many wait in all. */
export async function countInterrupted(
  data_dir: string,
  { from, until }: { from: number; until: number },
): Promise<{ interrupted: number; waiting: number }> {
  const begun = { from: new Date(from + FIRST_WAIT_MS), until: new Date(until + FIRST_WAIT_MS) }
  return await withDatabase(data_dir, async (db) => {
    const [row] = await db<{ interrupted: number; waiting: number }[]>`
      select count(*) filter (
          where attempts = 1 and error is null and next_attempt_at between ${begun.from} and ${begun.until}
        )::int as interrupted, count(*)::int as waiting
      from provider_events where handled_at is null`
    return row ?? { interrupted: 0, waiting: 0 }
  })
}

/**
 * Waits until everything that was told is handled. An interrupted attempt has planned the next one: it is due now. `wake` makes
 * an event, because the product looks at what is due when one arrives, or once a minute.
 */
export async function waitUntilHandled(data_dir: string, sandbox: Sandbox, wake: () => Promise<void>): Promise<void> {
  await withDatabase(data_dir, async (db) => {
    const deadline = Date.now() + SETTLED_MS
    for (;;) {
      await wake()
      sandbox.faults.release()
      await sandbox.idle()
      let row = await countWaiting(db)
      while (row.due > 0 && Date.now() < deadline) row = await countWaiting(db)
      if (row.due === 0 && row.later === 0) return
      if (Date.now() > deadline) throw new Error(`${row.due} events are not handled`)
      await db`update provider_events set next_attempt_at = now() where handled_at is null`
    }
  })
}

/** Looks ten times a second, and leaves the rest to the product. */
async function countWaiting(db: Db): Promise<{ due: number; later: number }> {
  const [row] = await db<{ due: number; later: number }[]>`
    select count(*) filter (where next_attempt_at <= now())::int as due,
      count(*) filter (where next_attempt_at > now())::int as later
    from pg_sleep(0.1), provider_events where handled_at is null`
  return row ?? { due: 0, later: 0 }
}

interface Sold {
  sandbox: Sandbox
  ordered: ReadonlySet<string>
  paid: ReadonlySet<string>
}

/** Everything in the books that differs from what the provider knows or was doubled, as sentences. */
export async function compareBooks(data_dir: string, sold: Sold): Promise<string[]> {
  return await withDatabase(data_dir, async (db) => [
    ...(await compareOrders(db, sold)),
    ...(await compareMovements(db, sold.sandbox)),
    ...(await compareMemberships(db, sold.sandbox)),
    ...(await compareRows(db)),
  ])
}

/** Every order that was acknowledged is there, and those that were paid for are paid. */
async function compareOrders(db: Db, { ordered, paid }: Sold): Promise<string[]> {
  const rows = await db<{ id: string; state: string }[]>`select id, state from orders`
  const states = new Map(rows.map(({ id, state }) => [id, state]))
  const isPaid = (id: string) => ['paid', 'refunded'].includes(states.get(id) ?? '')
  return [
    ...[...ordered].filter((id) => !states.has(id)).map((id) => `the order ${id} is lost`),
    ...[...paid].filter((id) => !isPaid(id)).map((id) => `the order ${id} was paid for and is ${states.get(id)}`),
  ]
}

/** Every charge, refund and dispute is in the books once, with its amount, and the sum is the balance. */
async function compareMovements(db: Db, sandbox: Sandbox): Promise<string[]> {
  const stripe = sdkFor(sandbox)
  const expected = new Map<string, number>()
  for await (const { status, payment_intent, amount } of stripe.charges.list({ limit: 100 }))
    if (status === 'succeeded') expected.set(`payment ${payment_intent}`, amount)
  for await (const { id, amount } of stripe.refunds.list({ limit: 100 })) expected.set(`refund ${id}`, -amount)
  for await (const { id, amount, status } of stripe.disputes.list({ limit: 100 })) {
    expected.set(`dispute ${id}`, -amount)
    if (status === 'won') expected.set(`dispute_won ${id} won`, amount)
  }
  const rows = await db<{ name: string; charged: number }[]>`
    select kind || ' ' || reference as name, charged from movements where provider = 'sandbox' and kind <> 'adjustment'`
  const booked = new Map(rows.map(({ name, charged }) => [name, charged]))
  const [sum] = await db<{ net: number }[]>`
    select coalesce(sum(charged - banking_fee), 0)::float8 as net from movements where provider = 'sandbox'`
  const { net } = sandbox.books()
  return [
    ...[...expected].filter(([name]) => !booked.has(name)).map(([name]) => `${name} is not in the books`),
    ...[...booked].filter(([name]) => !expected.has(name)).map(([name]) => `${name} is only in the books`),
    ...[...expected]
      .filter(([name, cents]) => booked.has(name) && booked.get(name) !== cents)
      .map(([name, cents]) => `${name} is booked with ${booked.get(name)} instead of ${cents}`),
    ...(sum?.net === net ? [] : [`the books say ${sum?.net} cents, and the provider ${net}`]),
  ]
}

/** Every membership is known, with its state, its renewal and the end of its period. */
async function compareMemberships(db: Db, sandbox: Sandbox): Promise<string[]> {
  const rows = await db<{ reference: string; fact: string }[]>`
    select reference, concat_ws(' ', case when state = 'ended' then 'ended' else 'open' end, case when renews then 'renews' end,
      extract(epoch from period_ends_at)::bigint) as fact from memberships`
  const kept = new Map(rows.map(({ reference, fact }) => [reference, fact]))
  const wrong: string[] = []
  for await (const found of sdkFor(sandbox).subscriptions.list({ status: 'all', limit: 100 })) {
    const isEnded = found.status === 'canceled'
    const renews = !isEnded && !found.cancel_at_period_end ? ['renews'] : []
    const fact = [isEnded ? 'ended' : 'open', ...renews, found.items.data[0]?.current_period_end].join(' ')
    if (kept.get(found.id) !== fact)
      wrong.push(`the membership ${found.id} is "${kept.get(found.id)}" instead of "${fact}"`)
  }
  return wrong
}

/** What has to hold within the tables: each line counts rows that must not be there. */
async function compareRows(db: Db): Promise<string[]> {
  const [counts = {}] = await db<Record<string, number>[]>`
    select
      (select count(*)::int from movements where charged <> vat + platform_fee + banking_fee + net) as "movements that do not balance",
      (select count(*)::int from movements m where m.kind = 'payment'
        and (select count(*) from subscriptions s where s.id = m.subscription_id)
          + (select count(*) from unapplied_payments u where u.movement_id = m.id) <> 1) as "payments that opened nothing or two things",
      (select count(*)::int from subscriptions s where s.order_id is not null
        and not exists (select from movements m where m.subscription_id = s.id and m.kind = 'payment')) as "periods without a payment",
      (select count(*)::int from subscriptions s where s.refunded_at is null
        and s.expires_at - s.starts_at <> s.entitled_until - s.entitled_from) as "periods that are shorter or longer than what was paid",
      (select count(*)::int from subscriptions a join subscriptions b on a.id < b.id and a.fan_id = b.fan_id
        and a.profile_id = b.profile_id and a.starts_at < b.expires_at and b.starts_at < a.expires_at
        where a.starts_at < a.expires_at and b.starts_at < b.expires_at) as "periods that overlap",
      (select count(*)::int from movements m where m.kind = 'payment' and m.subscription_id is not null
        and not exists (select from receipts r where r.movement_id = m.id)) as "payments without a receipt",
      (select abs(count(*) - (select count(*) from receipts where kind = 'receipt'))::int
        from member_notices where kind = 'payment_received') as "notices too many or too few",
      (select count(*)::int from receipt_numbers n where n.last <> (select count(*) from receipts r where r.year = n.year)
        or n.last <> (select max(sequence) from receipts r where r.year = n.year)) as "years of receipts with gaps",
      (select count(*)::int from (select fan_id, creator_id from memberships where state <> 'ended' and end_wanted_at is null
        group by 1, 2 having count(*) > 1) twice) as "fans who renew twice with one creator"`
  return Object.entries(counts)
    .filter(([, count]) => count !== 0)
    .map(([what, count]) => `${count} ${what}`)
}
