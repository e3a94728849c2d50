import { HOLD_DAYS } from '#contract/payouts.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import { sealJson } from '#server/seal.ts'
import { newId } from '#server/store/ids.ts'
import { IBAN } from './payees.ts'

/** A creator's money in plain arithmetic, for random histories that are compared with it. */
export interface Model {
  now: Date
  payments: { id: string; at: Date; net: number; back: number; disputed: number }[]
  payouts: { id: string; cents: number; state: 'asked' | 'paid' | 'failed' }[]
  months: Set<string>
  is_frozen: boolean
  held_until: Date
}

export function newModel(start: Date): Model {
  return { now: start, payments: [], payouts: [], months: new Set(), is_frozen: false, held_until: start }
}

export function totalOf({ payments, payouts }: Model): number {
  const earned = payments.reduce((sum, { net, back }) => sum + net - back, 0)
  return earned - payouts.reduce((sum, { cents, state }) => sum + (state === 'failed' ? 0 : cents), 0)
}

export function heldOf({ payments, now }: Model): number {
  const held = payments.filter(({ at }) => now.getTime() - at.getTime() < HOLD_DAYS * DAY_MS)
  return held.reduce((sum, { net, back }) => sum + net - back, 0)
}

export function waitOfModel(model: Model): string | undefined {
  const available = totalOf(model) - heldOf(model)
  if (model.is_frozen) return 'frozen'
  if (model.held_until > model.now) return 'account_change'
  if (available < 0) return 'negative'
  return available < 2000 ? 'minimum' : undefined
}

/** A verified creator with a bank account, who is paid monthly. */
export async function insertCreator({ db, seal }: Pick<Context, 'db' | 'seal'>, at: Date): Promise<string> {
  const id = newId(at)
  if (!seal) throw new Error('no seal')
  const account = sealJson(seal, { holder: 'A', iban: IBAN }, { owner: id, purpose: 'account' })
  await db.begin(async (tx) => {
    await tx`
      insert into users (id, email, email_key, username, password_hash, created_at, email_confirmed_at)
      values (${id}, ${`${id}@x.example`}, ${`${id}@x.example`}, ${`c-${id.slice(-12)}`}, 'x', ${at}, ${at})`
    const decided = { creator_id: id, state: 'verified', sent_at: at, decided_at: at, ...account }
    await tx`insert into verifications ${tx(decided)}`
    await tx`insert into payees ${tx({ creator_id: id, changed_at: at, account_last4: '0189', ...account })}`
  })
  return id
}
