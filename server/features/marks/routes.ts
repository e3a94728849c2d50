import { endpoints } from '#contract/index.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import type { Serve } from '#server/http/route.ts'
import { deleteOldMarks } from '#server/store/marks.ts'
import { findPictureMark, setPictureMark } from '#server/store/picture-marks.ts'
import { earlier } from '#server/time.ts'
import { lookUpForStaff, lookUpOwn } from './look-up.ts'

/** A copy may turn up long after it was taken. */
const SERVINGS_KEPT_DAYS = 730
const LOOKUPS_KEPT_DAYS = 180

export const marks: Feature = {
  routes: markRoutes,
  jobs: {
    sweep_marks: {
      schedule: '23 4 * * *',
      run: sweepMarks,
    },
  },
}

async function sweepMarks({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await deleteOldMarks(db, {
    servings: earlier(now(), SERVINGS_KEPT_DAYS * DAY_MS),
    lookups: earlier(now(), LOOKUPS_KEPT_DAYS * DAY_MS),
  })
}

function markRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.get_picture_mark)(async ({ viewer }) => ({ mark: await findPictureMark(ctx.db, viewer.id) }))

  serve(endpoints.set_picture_mark, { limit: 'picture_mark' })(async ({ viewer, body }) => {
    await setPictureMark(ctx.db, viewer.id, body.mark)
    return { mark: body.mark }
  })

  serve(endpoints.look_up_leak, { limit: 'leak_lookup' })(async ({ viewer, readForm }) => {
    const { files } = await readForm()
    return await lookUpOwn(ctx, viewer, files.file)
  })

  serve(endpoints.look_up_any_leak, {
    limit: { counted_in_action: ['leak_lookup', 'leak_refusal'], because: 'What is refused is in the audit log too.' },
  })(async ({ viewer, caller, readForm }) => await lookUpForStaff(ctx, viewer, { ip: caller.ip, readForm }))
}
