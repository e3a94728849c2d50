import { amountOf } from '#contract/fees.ts'
import type { Balance, Payout } from '#contract/payouts.ts'
import type { Viewer } from '#server/access.ts'
import { toCsvPieces } from '#server/csv.ts'
import { askPayout } from '#server/domain/payouts/ask-payout.ts'
import { getBalance } from '#server/domain/payouts/balance.ts'
import type { Till } from '#server/domain/payouts/till.ts'
import { AppError } from '#server/errors.ts'
import { cutPage, formatCursor, type Page, parseCursor, type TimeCursor } from '#server/paging.ts'
import { type Payee, setSchedule } from '#server/store/payouts/payees.ts'
import { listPayouts, type Payout as PayoutRow } from '#server/store/payouts/payouts.ts'

export async function askForPayout(
  ctx: Till,
  viewer: Pick<Viewer, 'id' | 'email_confirmed'>,
  client_id: string | undefined,
): Promise<Payout> {
  if (!viewer.email_confirmed) throw new AppError('email_unconfirmed', 'Confirm your e-mail address first')
  return presentPayout(await askPayout(ctx, viewer.id, client_id))
}

export async function changeSchedule(ctx: Till, creator_id: string, schedule: Payee['schedule']): Promise<Balance> {
  await setSchedule(ctx.db, { creator_id, schedule })
  return await getBalance(ctx, creator_id)
}

export async function listOwnPayouts(ctx: Till, creator_id: string, cursor: string | undefined): Promise<Page<Payout>> {
  const { page, last } = cutPage(await listPayouts(ctx.db, creator_id, parseCursor(cursor)))
  return { items: page.map(presentPayout), cursor: last && formatCursor({ at: last.asked_at, id: last.id }) }
}

export function presentPayout(payout: PayoutRow): Payout {
  const { id, state, cents, account_last4, asked_at, sent_at, ended_at, failure } = payout
  return {
    id,
    state,
    amount: amountOf(cents),
    last4: account_last4,
    asked_at: asked_at.toISOString(),
    sent_at: sent_at?.toISOString() ?? null,
    ended_at: ended_at?.toISOString() ?? null,
    failure,
  }
}

const CSV_COLUMNS = ['asked_at', 'amount', 'state', 'sent_at', 'ended_at', 'account', 'failure', 'id'] as const
const CSV_ROWS = 1000

/** One CSV row per payout, newest first, for the creator's accounting. */
export function getPayoutsCsv(ctx: Till, creator_id: string): AsyncIterable<string> {
  return toCsvPieces(CSV_COLUMNS, csvPages(ctx, creator_id))
}

async function* csvPages(ctx: Till, creator_id: string) {
  let cursor: TimeCursor | undefined
  do {
    const page: PayoutRow[] = await listPayouts(ctx.db, creator_id, cursor, CSV_ROWS)
    yield page.map(presentPayout).map(({ last4, ...payout }) => ({ ...payout, account: last4 && `…${last4}` }))
    const last = page[CSV_ROWS - 1]
    cursor = last && { at: last.asked_at, id: last.id }
  } while (cursor)
}
