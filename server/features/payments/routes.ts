import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import { shopOf } from '#server/domain/shop.ts'
import type { Feature } from '#server/feature.ts'
import { linkNextPage } from '#server/http/next-page.ts'
import type { Serve } from '#server/http/route.ts'
import { createCheckout } from './checkout.ts'
import { declineWithdrawal } from './decline.ts'
import { listStaffOrders, listUnapplied, refundOrder } from './desk.ts'
import { takeEvent } from './events.ts'
import { paymentJobs } from './jobs.ts'
import { getOrder, withdrawOrder } from './orders.ts'

export const payments: Feature = { routes: paymentRoutes, jobs: paymentJobs }

function paymentRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.create_checkout, { limit: 'checkout' })(async ({ viewer, body, caller }) =>
    createCheckout(shopOf(ctx), viewer, body, caller.locale),
  )

  serve(endpoints.get_order)(async ({ viewer, params }) => await getOrder(shopOf(ctx), viewer, params.id))

  serve(endpoints.withdraw_order, { limit: 'withdrawal' })(
    async ({ viewer, params }) => await withdrawOrder(shopOf(ctx), viewer, params.id),
  )

  serve(endpoints.take_event)(async ({ params, raw }) => {
    await takeEvent(shopOf(ctx), params.provider, raw)
    return {}
  })

  serve(endpoints.list_staff_orders)(async ({ query, answer }) => {
    const { username, state } = query
    const { items, cursor } = await listStaffOrders(shopOf(ctx), { username, state }, query.cursor)
    linkNextPage(answer, cursor, { username, state })
    return items
  })

  serve(endpoints.refund_order)(
    async ({ viewer, params, body }) =>
      await refundOrder(shopOf(ctx), { staff_id: viewer.id, order_id: params.id, ...body }),
  )

  serve(endpoints.decline_withdrawal)(
    async ({ viewer, params, body }) =>
      await declineWithdrawal(shopOf(ctx), { staff_id: viewer.id, order_id: params.id, ...body }),
  )

  serve(endpoints.list_unapplied_payments)(async ({ query, answer }) => {
    const { items, cursor } = await listUnapplied(shopOf(ctx), query.cursor)
    linkNextPage(answer, cursor)
    return items
  })
}
