import type { Context } from '#server/context.ts'
import type { Tx } from '#server/db/connect.ts'
import { invalid } from '#server/errors.ts'
import { copyAppealToReports, insertAppeal } from '#server/store/decisions/appeals.ts'
import { cleanText } from '#server/text.ts'
import { publishNotices } from './publish-notices.ts'
import { tellStaff } from './tell-staff.ts'

type Appealing = Pick<Context, 'db' | 'jobs' | 'live' | 'log' | 'now'>

/**
 * Files the appeal against a decision: once, and as long as there is time. Of several at the same time one is stored.
 * Staff are told of it. Call it for the subject of the decision only.
 */
export async function appeal(ctx: Appealing, decision_id: string, words: string, field: string): Promise<void> {
  const now = ctx.now()
  const told = await ctx.db.begin(
    async (db) => await storeAppeal(db, { decision_id, text: cleanText(words), now }, field),
  )
  await publishNotices(ctx, told)
}

async function storeAppeal(
  db: Tx,
  asked: { decision_id: string; text: string; now: Date },
  field: string,
): Promise<string[]> {
  const filed = await insertAppeal(db, asked)
  if (!filed) throw invalid(field, 'This decision was appealed or undone before, or the time to appeal is over')
  await copyAppealToReports(db, asked)
  return await tellStaff(db, 'appeal_filed', asked.now, filed.subject_id)
}
