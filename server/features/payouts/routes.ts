import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import { getBalance } from '#server/domain/payouts/balance.ts'
import { tillOf } from '#server/domain/payouts/till.ts'
import type { Feature } from '#server/feature.ts'
import { csvAnswer } from '#server/http/csv-answer.ts'
import { linkNextPage } from '#server/http/next-page.ts'
import { type Serve, StreamedAnswer } from '#server/http/route.ts'
import { changeAccount } from './accounts.ts'
import { askForPayout, changeSchedule, getPayoutsCsv, listOwnPayouts } from './actions.ts'
import { createBatch, getPayoutBatch, getPayoutFile, listPayoutBatches, markBatch } from './batches.ts'
import { decidePayout, getPayoutDesk, listPayoutsForStaff } from './desk.ts'
import { payoutJobs } from './jobs.ts'
import { openPayoutAccount } from './provider-account.ts'
import { providerJobs } from './provider-jobs.ts'

export const payouts: Feature = { routes: payoutRoutes, jobs: { ...payoutJobs, ...providerJobs } }

function payoutRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.get_balance)(async ({ viewer }) => await getBalance(tillOf(ctx), viewer.id))

  serve(endpoints.list_payouts)(async ({ viewer, query, answer }) => {
    const till = tillOf(ctx)
    if (query.format === 'csv') return csvAnswer(answer, 'loge-payouts', ctx.now(), getPayoutsCsv(till, viewer.id))
    const { items, cursor } = await listOwnPayouts(till, viewer.id, query.cursor)
    linkNextPage(answer, cursor)
    return items
  })

  serve(endpoints.ask_payout, { limit: 'payout' })(
    async ({ viewer, body }) => await askForPayout(tillOf(ctx), viewer, body?.client_id),
  )

  serve(endpoints.set_payout_account, { limit: 'payout_account' })(
    async ({ viewer, body }) => await changeAccount(tillOf(ctx), viewer, body),
  )

  serve(endpoints.set_payout_schedule, { limit: 'payout_settings' })(
    async ({ viewer, body }) => await changeSchedule(tillOf(ctx), viewer.id, body.schedule),
  )

  serve(endpoints.open_payout_account, { limit: 'payout_account' })(
    async ({ viewer, body }) => await openPayoutAccount(tillOf(ctx), viewer, body),
  )

  serve(endpoints.get_payout_desk)(async () => await getPayoutDesk(tillOf(ctx)))

  serve(endpoints.list_staff_payouts)(async ({ query, answer }) => {
    const { state, batch, username } = query
    const filter = { state: state || undefined, batch_id: batch, username }
    const { items, cursor } = await listPayoutsForStaff(tillOf(ctx), filter, query.cursor)
    linkNextPage(answer, cursor, { state, batch, username })
    return items
  })

  serve(endpoints.set_payout_outcome)(
    async ({ viewer, params, body }) => await decidePayout(tillOf(ctx), viewer.id, params.id, body),
  )

  serve(endpoints.list_payout_batches)(async ({ query, answer }) => {
    const { items, cursor } = await listPayoutBatches(tillOf(ctx), query.cursor)
    linkNextPage(answer, cursor)
    return items
  })

  serve(endpoints.create_payout_batch)(async ({ viewer }) => await createBatch(tillOf(ctx), viewer.id))

  serve(endpoints.get_payout_batch)(async ({ params }) => await getPayoutBatch(tillOf(ctx), params.id))

  serve(endpoints.get_payout_file)(async ({ viewer, params, answer }) => {
    const { name, xml } = await getPayoutFile(tillOf(ctx), viewer.id, params.id)
    answer.header('content-disposition', `attachment; filename="${name}"`)
    return new StreamedAnswer('application/xml', inOnePiece(xml))
  })

  serve(endpoints.mark_payout_batch)(
    async ({ viewer, params, body }) => await markBatch(tillOf(ctx), viewer.id, params.id, body.state),
  )
}

async function* inOnePiece(text: string): AsyncGenerator<string> {
  yield text
}
