import type { Context } from '#server/context.ts'
import { sealJson } from '#server/seal.ts'
import { newId } from '#server/store/ids.ts'
import { insertMovement, type Movement } from '#server/store/payments/movements.ts'

/** The account of examples: nobody's. */
export const IBAN = 'FR7630006000011234567890189'

type PayeeContext = Pick<Context, 'db' | 'now' | 'seal'>

/** Verifies a creator and gives them a bank account, as if both had happened long ago. */
export async function makePayable(
  ctx: PayeeContext,
  creator_id: string,
  { holder = 'Amélie Moreau', iban = IBAN }: { holder?: string; iban?: string } = {},
): Promise<void> {
  if (!ctx.seal) throw new Error('nobody is verified here')
  const now = ctx.now()
  const details = sealJson(ctx.seal, { legal_name: holder }, { owner: creator_id, purpose: 'details' })
  await ctx.db`
    insert into verifications ${ctx.db({ creator_id, state: 'verified', sent_at: now, decided_at: now, ...details })}`
  const account = sealJson(ctx.seal, { holder, iban }, { owner: creator_id, purpose: 'account' })
  const ends = { account_begin: iban.slice(0, 4), account_last4: iban.slice(-4), changed_at: now }
  await ctx.db`insert into payees ${ctx.db({ creator_id, ...account, ...ends })}`
}

/** A payment of which this many cents are the creator's, at this time. Returns its id. */
export async function earn(
  ctx: Pick<Context, 'db'>,
  creator_id: string,
  net: number,
  occurred_at: Date,
  changes: Partial<Movement> = {},
): Promise<string> {
  const id = newId(occurred_at)
  const movement: Movement = {
    id,
    provider: 'none',
    kind: 'payment',
    reference: id,
    original_id: null,
    order_id: null,
    subscription_id: newId(occurred_at),
    creator_id,
    period: 'month',
    vat_country: 'FR',
    vat_percent: 0,
    occurred_at,
    is_demo: false,
    ...{ price: net, vat: 0, charged: net, platform_fee: 0, banking_fee: 0, net },
    ...changes,
  }
  await insertMovement(ctx.db, movement, occurred_at)
  return id
}

/** What goes back of a payment, or comes again: a refund, a dispute, or a dispute that is won. */
export async function reverse(
  ctx: Pick<Context, 'db'>,
  payment: { id: string; creator_id: string },
  kind: 'refund' | 'dispute' | 'dispute_won',
  net: number,
  occurred_at: Date,
): Promise<void> {
  await earn(ctx, payment.creator_id, net, occurred_at, { kind, original_id: payment.id })
}

/** What the erasure of an account leaves of its row. */
export async function erase({ db }: Pick<Context, 'db'>, user_id: string): Promise<void> {
  await db`update users set email = null, email_key = null, username = null, password_hash = null, erased_at = now() where id = ${user_id}`
}

/** So many creators who can be paid, with three payments each that are past their hold, of 30 euros and a few cents in all. */
export async function insertPayableCreators({ db, now: time, seal }: PayeeContext, count: number): Promise<void> {
  if (!seal) throw new Error('nobody is verified here')
  const now = time()
  const ids = Array.from({ length: count }, () => newId(now))
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
