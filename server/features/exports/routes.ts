import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import { unauthenticated } from '#server/errors.ts'
import type { Feature } from '#server/feature.ts'
import type { Serve } from '#server/http/route.ts'
import { findExportFile, listExports, openExport, ownerOf, requestExport, requestFrozenExport } from './actions.ts'
import { exportJobs } from './jobs.ts'

export const exports: Feature = { routes: exportRoutes, jobs: exportJobs }

function exportRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.request_export, { limit: 'export' })(async ({ viewer, answer }) => {
    const { asked, is_new } = await requestExport(ctx, viewer)
    if (!is_new) answer.status(200)
    return asked
  })

  serve(endpoints.request_frozen_export, { limit: 'frozen_export' })(async ({ params }) => {
    await requestFrozenExport(ctx, params.token)
    return {}
  })

  serve(endpoints.list_exports)(async ({ viewer }) => await listExports(ctx, viewer))

  serve(endpoints.open_export)(async ({ viewer, params }) => ({ path: await openExport(ctx, viewer, params.id) }))

  serve(endpoints.get_export_file)(async ({ params, query, caller, answer, findViewer }) => {
    const has_token = caller.authorization !== undefined
    const viewer = has_token ? await findViewer() : undefined
    if (has_token && !viewer) throw unauthenticated()
    const user_id = await ownerOf(ctx, params.id, { ...query, viewer })
    const file = await findExportFile(ctx, { id: params.id, user_id, is_head: caller.is_head })
    const day = file.requested_at.toISOString().slice(0, 'YYYY-MM-DD'.length)
    answer.header('content-type', 'application/zip')
    answer.header('content-disposition', `attachment; filename="loge-${day}.zip"`)
    answer.header('cache-control', 'private, no-store')
    answer.header('content-length', String(file.bytes))
    return file.content
  })
}
