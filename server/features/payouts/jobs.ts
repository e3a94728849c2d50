import type { Context } from '#server/context.ts'
import { askMonthly } from '#server/domain/payouts/ask-payout.ts'
import { countingOf, isRunOver } from '#server/domain/payouts/balance.ts'
import { firstBankingDay } from '#server/domain/payouts/banking-days.ts'
import { type Till, tillOf } from '#server/domain/payouts/till.ts'
import type { FeatureJobs } from '#server/feature.ts'
import { FIRST_ID } from '#server/paging.ts'
import { listOwed } from '#server/store/payouts/balance.ts'
import { finishRun, isRunFinished } from '#server/store/payouts/payouts.ts'
import { dayOf, monthOf } from '#server/time.ts'

/** How many creators are paid in one transaction. */
const CREATORS_AT_ONCE = 100

/** A job that does nothing while nobody is paid. */
function atTill(run: (ctx: Till) => Promise<unknown>) {
  return async (ctx: Context) => {
    if (ctx.config.payouts) await run(tillOf(ctx))
  }
}

export const payoutJobs: FeatureJobs = {
  ask_monthly_payouts: { schedule: '23 * * * *', run: atTill(askMonthlyPayouts) },
}

/**
 * The monthly payouts, from the first banking day on. Each creator gets one of a month, so that a run that was killed, or that
 * runs twice at once, is simply repeated; a run that has reached its end is not. Returns how many payouts it has made.
 */
export async function askMonthlyPayouts(ctx: Till): Promise<number> {
  const now = ctx.now()
  const month = monthOf(now)
  if (dayOf(now) < firstBankingDay(now) || isRunOver(now) || (await isRunFinished(ctx.db, month))) return 0
  let count = 0
  for (let after: string | undefined = FIRST_ID; after !== undefined; ) {
    const owed: string[] = await listOwed(ctx.db, { month, after, limit: CREATORS_AT_ONCE }, countingOf(ctx))
    if (owed.length > 0) count += await askMonthly(ctx, owed, month)
    after = owed[CREATORS_AT_ONCE - 1]
  }
  await finishRun(ctx.db, month, ctx.now())
  ctx.log.info({ month, count }, 'the monthly payouts are asked for')
  return count
}
