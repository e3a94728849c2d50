import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import { refuseUnverified } from '#server/domain/identities.ts'
import type { Feature } from '#server/feature.ts'
import { isTicked } from '#server/http/forms.ts'
import { linkNextPage, linkPreviousPage } from '#server/http/next-page.ts'
import type { Serve } from '#server/http/route.ts'
import { countPosts, createPost, deletePost, listPosts, toggleLike, updatePost } from './actions.ts'
import { presentPost } from './present.ts'

export const posts: Feature = { routes: postRoutes }

function postRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.list_posts)(async ({ viewer, query, answer }) => {
    const { items, cursor, newer } = await listPosts(ctx, viewer, query)
    linkNextPage(answer, cursor, { username: query.username })
    linkPreviousPage(answer, newer, { username: query.username })
    return items
  })

  serve(endpoints.count_posts)(async ({ viewer, query }) => await countPosts(ctx, viewer, query))

  serve(endpoints.get_post)(async ({ viewer, params }) => await presentPost(ctx.db, viewer, params.id, ctx.now()))

  serve(endpoints.create_post, { limit: 'upload' })(async ({ viewer, readForm }) => {
    await refuseUnverified(ctx, viewer.id)
    const { fields, files } = await readForm()
    return await createPost(ctx, viewer, {
      description: fields.description,
      protected: isTicked(fields.protected),
      file: files.file,
    })
  })

  serve(endpoints.update_post)(async ({ viewer, params, body }) => await updatePost(ctx, viewer, params.id, body))

  serve(endpoints.delete_post)(async ({ viewer, params }) => {
    await deletePost(ctx, viewer, params.id)
    return {}
  })

  serve(endpoints.toggle_like, { limit: 'like' })(async ({ viewer, body }) => {
    return await toggleLike(ctx, viewer, body.post_id)
  })
}
