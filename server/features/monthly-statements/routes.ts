import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import { findLegalName } from '#server/domain/identities.ts'
import { issueStatements } from '#server/domain/monthly-statements.ts'
import { presentListed, presentStatement } from '#server/domain/present-monthly-statement.ts'
import { notFound } from '#server/errors.ts'
import type { Feature } from '#server/feature.ts'
import { linkNextPage } from '#server/http/next-page.ts'
import { type Answer, type Serve, StreamedAnswer } from '#server/http/route.ts'
import { cutPage } from '#server/paging.ts'
import { eraseOldPapers } from '#server/store/kept-years.ts'
import { findStatementOf, listStatementsOf } from '#server/store/monthly-statements.ts'
import { printMovements } from './movement-table.ts'
import { printStatement } from './pdf.ts'

export const monthly_statements: Feature = {
  routes: statementRoutes,
  // A month is closed at 04:00 of the first day of the next. Every hour, so that a server that was down catches up.
  jobs: {
    issue_monthly_statements: { schedule: '4 * * * *', run: issueStatements },
    erase_statements: { schedule: '53 4 * * *', run: eraseStatements },
  },
}

function statementRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.list_monthly_statements)(async ({ viewer, query, answer }) => {
    if (!ctx.config.payouts) throw notFound()
    const { page, last } = cutPage(await listStatementsOf(ctx.db, viewer.id, query.cursor))
    linkNextPage(answer, last?.number)
    return page.map(presentListed)
  })

  serve(endpoints.get_monthly_statement, { limit: 'monthly_statement' })(
    async ({ viewer, params, query, caller, answer }) => {
      const row = ctx.config.payouts && (await findStatementOf(ctx.db, viewer.id, params.number))
      if (!row) throw notFound()
      if (query.format === 'csv') {
        download(answer, `${row.number}.csv`)
        return new StreamedAnswer('text/csv; charset=utf-8', printMovements(ctx, viewer.id, row))
      }
      const statement = presentStatement(row, await findLegalName(ctx, viewer.id))
      if (query.format !== 'pdf') return statement
      download(answer, `${row.number}.pdf`)
      return new StreamedAnswer(
        'application/pdf',
        printStatement(statement, caller.asked_locale ?? viewer.locale ?? 'en'),
      )
    },
  )
}

function download(answer: Answer, name: string): void {
  answer.header('content-disposition', `attachment; filename="loge-statement-${name}"`)
}

/** Those of years that need not be kept any more. Their months stay finished, so none is issued again. */
async function eraseStatements({ db, log, now }: Pick<Context, 'db' | 'log' | 'now'>): Promise<void> {
  const count = await eraseOldPapers(db, 'monthly_statements', now())
  if (count > 0) log.info({ count }, 'erased monthly statements that need not be kept any more')
}
