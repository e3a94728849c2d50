import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import { linkNextPage } from '#server/http/next-page.ts'
import type { Serve } from '#server/http/route.ts'
import { block, listPeople, mute, unblock, unmute } from './actions.ts'

export const blocks: Feature = { routes: blockRoutes }

function blockRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.block, { limit: 'block' })(async ({ viewer, body, answer }) => {
    const { person, is_new } = await block(ctx, viewer, body.username)
    if (!is_new) answer.status(200)
    return person
  })

  serve(endpoints.list_blocks)(async ({ viewer, query, answer }) => {
    const { items, cursor } = await listPeople(ctx, viewer, 'blocks', query.cursor)
    linkNextPage(answer, cursor)
    return items
  })

  serve(endpoints.unblock, { limit: 'block' })(async ({ viewer, params }) => {
    await unblock(ctx, viewer, params.username)
    return {}
  })

  serve(endpoints.mute, { limit: 'block' })(async ({ viewer, body, answer }) => {
    const { person, is_new } = await mute(ctx, viewer, body.username)
    if (!is_new) answer.status(200)
    return person
  })

  serve(endpoints.list_mutes)(async ({ viewer, query, answer }) => {
    const { items, cursor } = await listPeople(ctx, viewer, 'mutes', query.cursor)
    linkNextPage(answer, cursor)
    return items
  })

  serve(endpoints.unmute, { limit: 'block' })(async ({ viewer, params }) => {
    await unmute(ctx, viewer, params.username)
    return {}
  })
}
