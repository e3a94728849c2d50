import { HOUR_MS } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/connect.ts'
import { FIRST_ID } from '#server/paging.ts'
import {
  findFirstOpenMonth,
  finishMonth,
  insertStatements,
  listBookedCreators,
  listNamesWithoutStatement,
  lockMonth,
  type NewStatement,
  sumSalesOfMany,
} from '#server/store/monthly-statements.ts'
import { countsDemo, type Move, sumMovesOfMany } from '#server/store/payouts/moves.ts'
import { earlier, monthAfter, monthOf, monthsBetween, startOfMonth } from '#server/time.ts'

type StatementContext = Pick<Context, 'db' | 'now' | 'config' | 'log'>

/** A month is closed some hours after its end, when whatever was booked in its last moment is committed for long. */
const CLOSED_AFTER_HOURS = 4
/** Creators of one transaction: the lock of a month is held for moments only. */
const CREATORS_AT_ONCE = 200

/**
 * Issues the statements of every month that is closed, oldest first, also of those that were missed while no server ran. It
 * can be interrupted and repeated at any point, by any number of processes: one of them issues a month at a time, and each
 * creator has one statement of a month.
 */
export async function issueStatements(ctx: StatementContext): Promise<void> {
  if (!ctx.config.payouts) return
  for (const month of await listClosedMonths(ctx)) if ((await issueMonth(ctx, month)) === 'busy') return
}

async function issueMonth(ctx: StatementContext, month: string): Promise<'busy' | 'finished'> {
  let after = FIRST_ID
  for (;;) {
    const from = after
    const outcome = await ctx.db.begin((tx) => issueSome(tx, ctx, month, from))
    if (typeof outcome === 'string') return outcome
    after = outcome.after
  }
}

async function listClosedMonths({ db, now }: StatementContext): Promise<string[]> {
  const { last_finished, first_booked } = await findFirstOpenMonth(db)
  const first = last_finished ? monthAfter(last_finished) : first_booked && monthOf(first_booked)
  const open = monthOf(earlier(now(), CLOSED_AFTER_HOURS * HOUR_MS))
  return monthsBetween(first, open).filter((month) => month < open)
}

/** Issues the statements of the next creators. Returns after whom to go on, if there are more. */
async function issueSome(
  tx: Tx,
  { now, config }: StatementContext,
  month: string,
  after: string,
): Promise<'busy' | 'finished' | { after: string }> {
  const lock = await lockMonth(tx, month)
  if (lock !== 'locked') return lock
  const creator_ids = await listBookedCreators(tx, after, CREATORS_AT_ONCE)
  const names = await listNamesWithoutStatement(tx, creator_ids, month)
  const options = { from: startOfMonth(month), until: startOfMonth(monthAfter(month)), with_demo: countsDemo(config) }
  const wanted = [...names.keys()].sort()
  const moves_of = await sumMovesOfMany(tx, wanted, options)
  const sales_of = await sumSalesOfMany(tx, wanted, options)
  const statements: NewStatement[] = []
  for (const creator_id of wanted) {
    const { opening, moves, is_sample } = moves_of.get(creator_id) ?? { opening: 0, moves: [], is_sample: false }
    if (moves.length === 0 && opening === 0) continue
    const name = names.get(creator_id) ?? ''
    statements.push({
      creator_id,
      facts: {
        creator: { name, username: name },
        seller: [...config.seller],
        sales: sales_of.get(creator_id) ?? [],
        ...{ opening, moves, with_demo: options.with_demo, is_sample },
      },
    })
  }
  await insertStatements(tx, month, statements, now())
  const last = creator_ids.at(CREATORS_AT_ONCE - 1)
  if (last !== undefined) return { after: last }
  await finishMonth(tx, month, now())
  return 'finished'
}

/** The balance at the end of a month. */
export function closingOf({ opening, moves }: { opening: number; moves: readonly Move[] }): number {
  return moves.reduce((sum, { cents }) => sum + cents, opening)
}
