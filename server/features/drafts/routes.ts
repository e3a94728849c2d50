import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import { refuseUnverified } from '#server/domain/identities.ts'
import { limitUpload } from '#server/domain/limit-uploads.ts'
import { pictureWords } from '#server/domain/publish-post.ts'
import { invalid } from '#server/errors.ts'
import type { Feature } from '#server/feature.ts'
import type { Serve } from '#server/http/route.ts'
import {
  addPicture,
  createDraft,
  deleteDraft,
  deletePicture,
  listDrafts,
  publishDraft,
  refuseForeignDraft,
  updateDraft,
} from './actions.ts'
import { publishDue, sweepDrafts } from './publish-due.ts'

export const drafts: Feature = {
  routes: draftRoutes,
  jobs: { sweep_drafts: { schedule: '23 * * * *', run: sweepDrafts } },
  beats: [publishDue],
}

function draftRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.list_drafts)(async ({ viewer }) => await listDrafts(ctx, viewer))

  serve(endpoints.create_draft, { limit: 'draft' })(async ({ viewer, body }) => await createDraft(ctx, viewer, body))

  serve(endpoints.update_draft)(async ({ viewer, params, body }) => await updateDraft(ctx, viewer, params.id, body))

  serve(endpoints.delete_draft)(async ({ viewer, params }) => {
    await deleteDraft(ctx, viewer, params.id)
    return {}
  })

  serve(endpoints.add_draft_picture, {
    limit: {
      counted_in_action: ['upload', 'upload_megabytes'],
      because: 'A draft that is not there is refused first.',
    },
  })(async ({ viewer, caller, params, readForm, answer }) => {
    await refuseForeignDraft(ctx, viewer, params.id)
    await limitUpload(ctx, { ...caller, user_id: viewer.id })
    const { fields, files } = await readForm()
    if (!files.file) throw invalid('file', 'A picture is required')
    const { client_id } = fields
    const words = pictureWords({ alt: fields.alt, focus: fields.focus })
    const { isNew, picture } = await addPicture(ctx, viewer, params.id, { file: files.file, client_id, ...words })
    if (!isNew) answer.status(200)
    return picture
  })

  serve(endpoints.delete_draft_picture)(async ({ viewer, params }) => await deletePicture(ctx, viewer, params))

  serve(endpoints.publish_draft)(async ({ viewer, params }) => {
    await refuseUnverified(ctx, viewer.id)
    return await publishDraft(ctx, viewer, params.id)
  })
}
