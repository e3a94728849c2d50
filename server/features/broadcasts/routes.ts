import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { linkNextPage } from '#server/http/next-page.ts'
import type { Serve } from '#server/http/route.ts'
import { cancelBroadcast, createBroadcast, getBroadcast, listAudiences, listBroadcasts } from './actions.ts'
import { sendBroadcasts } from './send-broadcasts.ts'
import { sendWelcomes } from './send-welcomes.ts'
import { getWelcomeMessage, putWelcomeMessage } from './welcome-message.ts'

export const broadcasts: Feature = { routes: broadcastRoutes, beats: [sendWelcomes, sendBroadcasts] }

function broadcastRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.create_broadcast, {
    limit: {
      counted_in_action: ['broadcast_attempt', 'broadcast'],
      because: 'a repeated request is answered with the first broadcast, and only a new one counts',
    },
  })(async ({ viewer, body, caller, answer }) => {
    const { broadcast, is_new } = await createBroadcast(ctx, viewer, body, caller.ip)
    if (!is_new) answer.status(200)
    return broadcast
  })

  serve(endpoints.list_broadcasts)(async ({ viewer, query, answer }) => {
    const { items, cursor } = await listBroadcasts(ctx, viewer, query.cursor)
    linkNextPage(answer, cursor)
    return items
  })

  serve(endpoints.list_audiences, { limit: 'subscriber_list' })(async ({ viewer }) => await listAudiences(ctx, viewer))

  serve(endpoints.get_broadcast)(async ({ viewer, params }) => await getBroadcast(ctx, viewer, params.id))

  serve(endpoints.cancel_broadcast)(async ({ viewer, params }) => await cancelBroadcast(ctx, viewer, params.id))

  serve(endpoints.get_welcome_message, { limit: 'subscriber_list' })(
    async ({ viewer }) => await getWelcomeMessage(ctx, viewer),
  )

  serve(endpoints.put_welcome_message, { limit: 'welcome_message' })(
    async ({ viewer, body }) => await putWelcomeMessage(ctx, viewer, body),
  )
}
