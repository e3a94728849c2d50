import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import { notFound } from '#server/errors.ts'
import type { Feature } from '#server/feature.ts'
import { linkNextPage } from '#server/http/next-page.ts'
import { type Serve, StreamedAnswer } from '#server/http/route.ts'
import { cutPage } from '#server/paging.ts'
import { eraseOldPapers } from '#server/store/kept-years.ts'
import { findReceiptOf, listReceiptsOf } from '#server/store/receipts.ts'
import { printReceipt } from './pdf.ts'
import { presentListed, presentReceipt } from './present.ts'

/** Receipts stay readable when nothing can be bought any more. */
export const receipts: Feature = {
  routes: receiptRoutes,
  jobs: { erase_receipts: { schedule: '51 4 * * *', run: eraseReceipts } },
}

function receiptRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.list_receipts)(async ({ viewer, query, answer }) => {
    const { page, last } = cutPage(await listReceiptsOf(ctx.db, viewer.id, query.cursor))
    linkNextPage(answer, last?.number)
    return page.map(presentListed)
  })

  serve(endpoints.get_receipt, { limit: 'receipt' })(async ({ viewer, params, query, caller, answer }) => {
    const row = await findReceiptOf(ctx.db, viewer.id, params.number)
    if (!row) throw notFound()
    const receipt = presentReceipt(row)
    if (query.format !== 'pdf') return receipt
    answer.header('content-disposition', `attachment; filename="loge-${receipt.number}.pdf"`)
    return new StreamedAnswer('application/pdf', printReceipt(receipt, caller.asked_locale ?? viewer.locale ?? 'en'))
  })
}

/** Those of years that need not be kept any more. */
async function eraseReceipts({ db, log, now }: Pick<Context, 'db' | 'log' | 'now'>): Promise<void> {
  const count = await eraseOldPapers(db, 'receipts', now())
  if (count > 0) log.info({ count }, 'erased receipts that need not be kept any more')
}
