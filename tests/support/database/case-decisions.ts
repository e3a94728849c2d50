import { type Action, APPEAL_DAYS } from '#contract/decisions.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import { newId } from '#server/store/ids.ts'
import { later } from '#server/time.ts'

interface NewDecision {
  actions: Action[]
  is_automated?: boolean
  undone_at?: Date
}

/** Stores a decision about the subject of a case, and nothing of what it does. Returns its id. */
export async function insertDecisionOf(
  { db, now }: Pick<Context, 'db' | 'now'>,
  case_id: string,
  { actions, is_automated = false, undone_at }: NewDecision,
): Promise<string> {
  const id = newId(now())
  const isAgainst = !actions.includes('dismiss')
  await db`
    insert into decisions (
      id, case_id, subject_id, actions, ground, facts, is_automated, is_noticed, decided_at, appeal_until, undone_at
    )
    select ${id}, c.id, c.subject_id, ${actions}, ${isAgainst ? 'terms_conduct' : null}, ${isAgainst ? 'Rude words.' : null},
      ${is_automated}, true, ${now()}, ${later(now(), APPEAL_DAYS * DAY_MS)}, ${undone_at ?? null}
    from cases c where c.id = ${case_id}`
  return id
}

/** A decided case about the profile of this person, with one decision. Returns the id of the decision. */
export async function insertProfileDecision(
  ctx: Pick<Context, 'db' | 'now'>,
  user_id: string,
  decision: NewDecision,
): Promise<string> {
  const [case_id, now] = [newId(ctx.now()), ctx.now()]
  await ctx.db`
    insert into cases (id, number, kind, object_id, subject_id, state, severity, opened_at, due_at, decided_at)
    values (${case_id}, ${case_id}, 'profile', ${user_id}, ${user_id}, 'decided', 1, ${now}, ${now}, ${now})`
  return await insertDecisionOf(ctx, case_id, decision)
}
