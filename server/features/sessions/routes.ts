import type { Locale } from '#contract/accounts.ts'
import { endpoints } from '#contract/index.ts'
import type { Session } from '#contract/sessions.ts'
import type { Context } from '#server/context.ts'
import { deviceName, deviceOf } from '#server/domain/device.ts'
import { notFound } from '#server/errors.ts'
import type { Feature } from '#server/feature.ts'
import type { Serve } from '#server/http/route.ts'
import { publishSessionsEnded } from '#server/live/live.ts'
import { deleteTrustedBrowsers } from '#server/store/second-factors/factors.ts'
import { deleteOtherSessions, deleteSessionOf, listSessionsOf, type SessionViewer } from '#server/store/sessions.ts'
import { sessionJobs } from './jobs.ts'

export const sessions: Feature = { routes: sessionRoutes, jobs: sessionJobs }

function sessionRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.list_sessions)(async ({ viewer, caller }) => {
    return await listSessions(ctx, viewer, caller.asked_locale ?? viewer.locale ?? caller.locale)
  })

  serve(endpoints.end_session)(async ({ viewer, params }) => {
    await endSession(ctx, viewer, params.id)
    return {}
  })

  serve(endpoints.end_other_sessions)(async ({ viewer }) => {
    await endOtherSessions(ctx, viewer)
    return {}
  })
}

/** The current session first, then the most recently used. */
async function listSessions(ctx: Context, viewer: SessionViewer, locale: Locale): Promise<Session[]> {
  const rows = await listSessionsOf(ctx.db, { user_id: viewer.id, current_id: viewer.session_id, now: ctx.now() })
  return rows.map(({ id, user_agent, signed_in_with, created_at, last_used_at }) => ({
    id,
    device: deviceName(deviceOf(user_agent), locale),
    created_at: created_at.toISOString(),
    last_used_at: last_used_at.toISOString(),
    is_current: id === viewer.session_id,
    ...(signed_in_with && signed_in_with !== 'password' && { signed_in_with }),
  }))
}

async function endSession(ctx: Context, viewer: SessionViewer, id: string): Promise<void> {
  if (!(await deleteSessionOf(ctx.db, viewer.id, id))) throw notFound()
  publishSessionsEnded(ctx, { user_id: viewer.id, session_ids: [id] })
}

async function endOtherSessions(ctx: Context, viewer: SessionViewer): Promise<void> {
  const session_ids = await deleteOtherSessions(ctx.db, viewer.id, viewer.session_id)
  await deleteTrustedBrowsers(ctx.db, viewer.id)
  publishSessionsEnded(ctx, { user_id: viewer.id, session_ids })
}
