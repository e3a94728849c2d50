import { APPEAL_DAYS, type Statement } from '#contract/decisions.ts'
import { endpoints } from '#contract/index.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import { readStatementToken } from '#server/domain/statement-token.ts'
import { letterOf, type StatedDecision, statementOf } from '#server/domain/statements.ts'
import { invalid, notFound } from '#server/errors.ts'
import type { Caller } from '#server/http/caller.ts'
import type { Serve } from '#server/http/route.ts'
import { findCaseToState, findStatement } from '#server/store/decisions/statements.ts'
import { cleanText } from '#server/text.ts'
import { later } from '#server/time.ts'

export function statementRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.get_statement, { limit: 'statement' })(
    async ({ params, caller }) => await readStatement(ctx, params.token, caller),
  )

  serve(endpoints.preview_statement)(async ({ viewer, params, body }) => {
    if (body.action.includes('dismiss')) throw invalid('action', 'A dismissal has no statement of reasons')
    const about = await findCaseToState(ctx.db, viewer.id, params.id)
    if (!about) throw notFound()
    const decision: StatedDecision = {
      ...about,
      actions: body.action,
      parts: null,
      ground: body.ground,
      facts: cleanText(body.facts),
      until: body.until === null ? null : new Date(body.until),
      is_automated: false,
      decided_at: ctx.now(),
      appeal_until: later(ctx.now(), APPEAL_DAYS * DAY_MS),
    }
    return { en: letterOf(decision, 'en'), fr: letterOf(decision, 'fr') }
  })
}

/** In the language of the page, else in that of the person it is about. */
async function readStatement(
  { db, secret, now }: Pick<Context, 'db' | 'secret' | 'now'>,
  token: string,
  { asked_locale, locale }: Pick<Caller, 'asked_locale' | 'locale'>,
): Promise<Statement> {
  const decision_id = readStatementToken(secret, token)
  const row = decision_id && (await findStatement(db, decision_id, now()))
  if (!row) throw notFound()
  return statementOf(row, asked_locale ?? row.locale ?? locale, now())
}
