import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import { refuseUnverified } from '#server/domain/identities.ts'
import { limitFurtherPictures, limitUpload, uncountUpload } from '#server/domain/limit-uploads.ts'
import { presentPost } from '#server/domain/present-posts.ts'
import { pictureWords } from '#server/domain/publish-post.ts'
import { invalid } from '#server/errors.ts'
import type { Feature } from '#server/feature.ts'
import { isTicked } from '#server/http/forms.ts'
import { linkNextPage, linkPreviousPage } from '#server/http/next-page.ts'
import type { Serve } from '#server/http/route.ts'
import {
  countPosts,
  createPost,
  deletePost,
  listPosts,
  pinPost,
  refuseForeignPost,
  replacePost,
  toggleLike,
  unpinPost,
  updatePost,
} from './actions.ts'

export const posts: Feature = { routes: postRoutes }

function postRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.list_posts)(async ({ viewer, query, answer }) => {
    const { items, cursor, newer } = await listPosts(ctx, viewer, query)
    linkNextPage(answer, cursor, { username: query.username, as: query.as })
    linkPreviousPage(answer, newer, { username: query.username, as: query.as })
    return items
  })

  serve(endpoints.count_posts)(async ({ viewer, query }) => await countPosts(ctx, viewer, query))

  serve(endpoints.get_post)(async ({ viewer, params }) => await presentPost(ctx.db, viewer, params.id, ctx.now()))

  serve(endpoints.create_post, {
    limit: {
      counted_in_action: ['upload', 'upload_megabytes'],
      because: 'The megabytes are counted before the body is read, and the further pictures of an album after it.',
    },
  })(async ({ viewer, caller, readForm }) => {
    const upload = { ...caller, user_id: viewer.id }
    await limitUpload(ctx, upload)
    await refuseUnverified(ctx, viewer.id)
    const { fields, all_files } = await readForm()
    const { alt = [], focus = [] } = fields
    const files = all_files.file ?? []
    if (files.length === 0) throw invalid('file', 'The file and description are required')
    if (alt.length > files.length) throw invalid('alt', 'There are more alternative texts than pictures')
    if (focus.length > files.length) throw invalid('focus', 'There are more points of focus than pictures')
    await limitFurtherPictures(ctx, upload, files.length - 1)
    return await createPost(ctx, viewer, {
      description: fields.description,
      protected: isTicked(fields.protected),
      publish_at: fields.publish_at,
      draft: isTicked(fields.draft),
      pictures: files.map((file, place) => ({ file, ...pictureWords({ alt: alt[place], focus: focus[place] }) })),
    })
  })

  serve(endpoints.update_post)(async ({ viewer, params, body }) => await updatePost(ctx, viewer, params.id, body))

  serve(endpoints.replace_post, {
    limit: {
      counted_in_action: ['upload', 'upload_megabytes'],
      because: 'A post that is not there is refused first, and further files are counted after the body is read.',
    },
  })(async ({ viewer, caller, params, readForm }) => {
    await refuseForeignPost(ctx, viewer, params.id)
    const upload = { ...caller, user_id: viewer.id }
    await limitUpload(ctx, upload)
    const { fields, all_files } = await readForm()
    const files = all_files.file ?? []
    const { picture, alt, focus } = fields
    if (files.length === 0) await uncountUpload(ctx, upload)
    if (picture.filter((each) => each === 'new').length !== files.length)
      throw invalid('picture', 'Send one file for each new picture')
    if ((alt?.length ?? 0) > picture.length) throw invalid('alt', 'There are more alternative texts than pictures')
    if ((focus?.length ?? 0) > picture.length) throw invalid('focus', 'There are more points of focus than pictures')
    if (files.length > 0) await refuseUnverified(ctx, viewer.id)
    await limitFurtherPictures(ctx, upload, files.length - 1)
    return await replacePost(ctx, viewer, params.id, {
      description: fields.description,
      protected: fields.protected === undefined ? undefined : isTicked(fields.protected),
      files,
      pictures: picture.map((id, place) => {
        const words = pictureWords({ alt: alt?.[place], focus: focus?.[place] })
        return {
          id: id === 'new' ? null : id,
          words: {
            ...(alt?.[place] !== undefined && { alt: words.alt }),
            ...(focus?.[place] && { focus_x: words.focus_x, focus_y: words.focus_y }),
          },
        }
      }),
    })
  })

  serve(endpoints.delete_post)(async ({ viewer, params }) => {
    await deletePost(ctx, viewer, params.id)
    return {}
  })

  serve(endpoints.pin_post)(async ({ viewer, params }) => await pinPost(ctx, viewer, params.id))

  serve(endpoints.unpin_post)(async ({ viewer, params }) => await unpinPost(ctx, viewer, params.id))

  serve(endpoints.toggle_like, { limit: 'like' })(async ({ viewer, body }) => {
    return await toggleLike(ctx, viewer, body.post_id)
  })
}
