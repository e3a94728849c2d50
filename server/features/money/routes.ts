import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { csvAnswer } from '#server/http/csv-answer.ts'
import type { Serve } from '#server/http/route.ts'
import { getNumbers, getRevenues, getRevenuesCsv } from './actions.ts'

export const money: Feature = { routes: moneyRoutes }

function moneyRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.get_revenues)(async ({ viewer, query, answer }) => {
    if (query.format !== 'csv') return await getRevenues(ctx, viewer.id)
    return csvAnswer(answer, 'loge-revenues', ctx.now(), getRevenuesCsv(ctx, viewer.id))
  })

  serve(endpoints.get_numbers)(async ({ answer }) => {
    const { numbers, is_sample } = await getNumbers(ctx)
    // It is a header, because the body contains amounts only.
    if (is_sample) answer.header('x-sample', 'true')
    return numbers
  })
}
