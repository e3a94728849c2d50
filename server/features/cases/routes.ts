import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { linkNextPage } from '#server/http/next-page.ts'
import type { Serve } from '#server/http/route.ts'
import { eraseOldEvidence, openEvidence, sealEvidence } from './evidence.ts'
import { listQueue, readCase } from './lists.ts'

export const cases: Feature = {
  routes: caseRoutes,
  jobs: {
    seal_evidence: { schedule: '*/2 * * * *', run: sealEvidence },
    erase_evidence: { schedule: '37 * * * *', run: eraseOldEvidence },
  },
}

function caseRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.list_cases)(async ({ viewer, query: { state = 'open', kind, cursor: from }, answer }) => {
    const { items, cursor, total } = await listQueue(ctx, viewer, { state, kind }, from)
    answer.header('x-total-count', String(total))
    linkNextPage(answer, cursor, { state, kind })
    return items
  })

  serve(endpoints.get_case)(async ({ viewer, params }) => await readCase(ctx, viewer, params.id))

  serve(endpoints.get_evidence)(async ({ viewer, params, answer }) => {
    const { bytes, content_type } = await openEvidence(ctx, viewer, params.id)
    answer.header('content-type', content_type)
    answer.header('content-disposition', 'inline')
    answer.header('cache-control', 'private, no-store')
    return bytes
  })
}
