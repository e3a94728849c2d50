import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import type { Serve } from '#server/http/route.ts'
import { listLabels } from '#server/store/fan-cards/fan-labels.ts'
import { listSavedReplies } from '#server/store/fan-cards/saved-replies.ts'
import { changeReply, deleteReply, presentReply, readFanCard, saveReply, updateFanCard } from './actions.ts'

export const fan_cards: Feature = { routes: fanCardRoutes }

function fanCardRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.get_fan_card)(async ({ viewer, params }) => await readFanCard(ctx, viewer, params.username))

  serve(endpoints.update_fan_card, { limit: 'fan_card' })(async ({ viewer, params, body }) => {
    return await updateFanCard(ctx, viewer, params.username, body)
  })

  serve(endpoints.list_fan_labels)(async ({ viewer }) => await listLabels(ctx.db, viewer.id))

  serve(endpoints.list_saved_replies)(async ({ viewer }) =>
    (await listSavedReplies(ctx.db, viewer.id)).map(presentReply),
  )

  serve(endpoints.create_saved_reply, { limit: 'fan_card' })(async ({ viewer, body, answer }) => {
    const { reply, is_new } = await saveReply(ctx, viewer, body.content)
    if (!is_new) answer.status(200)
    return reply
  })

  serve(endpoints.update_saved_reply, { limit: 'fan_card' })(async ({ viewer, params, body }) => {
    return await changeReply(ctx, viewer, params.id, body.content)
  })

  serve(endpoints.delete_saved_reply, { limit: 'fan_card' })(async ({ viewer, params }) => {
    await deleteReply(ctx, viewer, params.id)
    return {}
  })
}
