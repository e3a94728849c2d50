import { SEVERITIES } from '#contract/cases.ts'
import type { Input } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { linkNextPage } from '#server/http/next-page.ts'
import type { Serve } from '#server/http/route.ts'
import type { CaseQuery } from '#server/store/cases/cases.ts'
import { earlier } from '#server/time.ts'
import { eraseOldEvidence, openEvidence, sealEvidence } from './evidence.ts'
import { countQueue, listQueue, readCase } from './lists.ts'
import { changeLegalHold, releaseCase, takeCase } from './taking.ts'

export const cases: Feature = {
  routes: caseRoutes,
  jobs: {
    seal_evidence: { schedule: '*/2 * * * *', run: sealEvidence },
    erase_evidence: { schedule: '37 * * * *', run: eraseOldEvidence },
  },
}

function caseRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.list_cases)(async ({ viewer, query: { cursor: from, ...query }, answer }) => {
    const { items, cursor, total } = await listQueue(ctx, viewer, readQuery(ctx, query), from)
    answer.header('x-total-count', String(total))
    linkNextPage(answer, cursor, query)
    return items
  })

  serve(endpoints.count_cases)(async ({ viewer }) => await countQueue(ctx, viewer))

  serve(endpoints.get_case)(async ({ viewer, params }) => await readCase(ctx, viewer, params.id))

  serve(endpoints.get_evidence)(async ({ viewer, params, query, answer }) => {
    const { bytes, content_type } = await openEvidence(ctx, viewer, { id: params.id, position: query.picture ?? 1 })
    answer.header('content-type', content_type)
    answer.header('content-disposition', 'inline')
    answer.header('cache-control', 'private, no-store')
    return bytes
  })

  serve(endpoints.take_case)(async ({ viewer, params, body }) => {
    await takeCase(ctx, viewer, params.id, body?.take_over === true)
    return {}
  })

  serve(endpoints.release_case)(async ({ viewer, params }) => {
    await releaseCase(ctx, viewer, params.id)
    return {}
  })

  serve(endpoints.set_legal_hold)(async ({ viewer, params, body }) => {
    await changeLegalHold(ctx, viewer, params.id, body.legal_hold)
    return {}
  })
}

/** The filters of the queue. An empty one is the same as none. */
function readQuery(
  { now }: Pick<Context, 'now'>,
  { state, kind, severity, age, with: taken }: Omit<Input<typeof endpoints.list_cases>['query'], 'cursor'>,
): CaseQuery {
  return {
    state: state || 'open',
    kind: kind || undefined,
    severity: severity ? SEVERITIES.indexOf(severity) : undefined,
    waiting_since: age ? earlier(now(), Number(age) * DAY_MS) : undefined,
    taken: taken === 'me' || taken === 'nobody' ? taken : undefined,
  }
}
