import { expect, it } from 'vitest'
import { tillOf } from '#server/domain/payouts/till.ts'
import { sealJson } from '#server/seal.ts'
import { newId } from '#server/store/ids.ts'
import { readPain001 } from '#tests/support/payouts/pain-001.ts'
import { IBAN } from '#tests/support/payouts/payees.ts'
import { world } from '#tests/support/world.ts'
import { createBatch, getPayoutFile, markBatch } from './batches.ts'
import { askMonthlyPayouts } from './jobs.ts'

const CREATORS = 1000
/** Generous: it takes about a second on an idle machine. */
const PATIENCE_MS = 30_000

// Monday, 2 March 2026, is the first banking day. The world begins the day before.
const { ctx, passes, creator } = await world({ PAYMENTS: 'sandbox', LOG_LEVEL: 'error' })
const till = tillOf(ctx)
const { db } = ctx

/** A thousand creators with three payments each, of 30 euros and a few cents in all. */
async function openHouse(): Promise<void> {
  if (!ctx.seal) throw new Error('no seal')
  const { seal } = ctx
  const now = ctx.now()
  const ids = Array.from({ length: CREATORS }, () => newId(now))
  const rows = ids.map((id, index) => {
    const { sealed, key_id } = sealJson(
      seal,
      { holder: `Creator ${index}`, iban: IBAN },
      { owner: id, purpose: 'account' },
    )
    return { id, key_id, sealed: sealed.toString('hex'), name: `creator-${index}` }
  })
  const given = db`jsonb_to_recordset(${db.json(rows)}) as given (id uuid, key_id text, sealed text, name text)`
  await db`
    insert into users (id, email, email_key, username, password_hash, created_at, email_confirmed_at)
    select id, name || '@x.example', name || '@x.example', name, 'x', ${now}, ${now} from ${given}`
  await db`
    insert into verifications (creator_id, state, sealed, key_id, sent_at, decided_at)
    select id, 'verified', decode(sealed, 'hex'), key_id, ${now}, ${now} from ${given}`
  await db`
    insert into payees (creator_id, sealed, key_id, account_last4, changed_at)
    select id, decode(sealed, 'hex'), key_id, '0189', ${now} from ${given}`
  await db`
    insert into movements (id, provider, kind, reference, subscription_id, creator_id, period, price, vat_country, vat_percent,
      vat, charged, platform_fee, banking_fee, net, occurred_at, booked_at)
    select gen_random_uuid(), 'none', 'payment', gen_random_uuid(), gen_random_uuid(), id, 'month', cents, 'FR', 0,
      0, cents, 0, 0, cents, ${now}::timestamptz - interval '20 days', ${now}
    from ${given}, lateral (select 1000 + (row_number() over ())::integer % 7 as cents from generate_series(1, 3)) payment`
}

it(
  'An operator pays a thousand creators on a Monday morning, while others ask for theirs',
  async () => {
    await openHouse()
    passes(24 * 60 * 60 * 1000)
    const ada = await creator('ada')
    const begun = performance.now()
    const run = askMonthlyPayouts(till)
    // Somebody else is not kept waiting by the run.
    let answers = 0
    let slowest = 0
    const isOver = run.then(() => true)
    for (;;) {
      const asked = performance.now()
      expect((await ada.ask('GET', '/balance')).status).toBe(200)
      slowest = Math.max(slowest, performance.now() - asked)
      answers += 1
      if (await Promise.race([isOver, Promise.resolve(false)])) break
    }
    expect(await run).toBe(CREATORS)
    const ran = performance.now()
    const batch = await createBatch(till, null)
    const { xml } = await getPayoutFile(till, null, batch.id)
    const filed = performance.now()
    await markBatch(till, null, batch.id, 'sent')
    await markBatch(till, null, batch.id, 'paid')
    const marked = performance.now()
    const ms = (from: number, to: number) => `${Math.round(to - from)} ms`
    console.log(
      `${CREATORS} creators: run ${ms(begun, ran)}, batch and file ${ms(ran, filed)}, sent and paid ${ms(filed, marked)}; ` +
        `beside the run ${answers} balances, the slowest in ${ms(0, slowest)}`,
    )
    const file = readPain001(xml)
    expect(file.transfers).toHaveLength(CREATORS)
    const cents = file.transfers.reduce((sum, { amount }) => sum + Number(amount.replace('.', '')), 0)
    const [books] = await db`
      select -sum(net) filter (where kind = 'payout') as paid, sum(net) as left from movements`
    expect(books).toEqual({ paid: cents, left: 0 })
    expect(await db`select 1 from member_notices where kind = 'payout_sent'`).toHaveLength(CREATORS)
  },
  PATIENCE_MS * 2,
)
