import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import type { Feature } from '#server/feature.ts'
import type { Serve } from '#server/http/route.ts'
import { deleteDevice, renewDevice, saveDevice, tryDevice } from './devices.ts'
import { PushPlaces } from './push-places.ts'
import { type PageOfNotice, sendDuePushes } from './send-pushes.ts'

/** Which page belongs to a notice is known to another feature. */
export function describePush(pageOf: PageOfNotice): Feature {
  const places = new PushPlaces()
  return {
    routes: pushRoutes,
    beats: [
      async function sendPushes(ctx, signal) {
        await sendDuePushes(ctx, pageOf, { places, signal })
      },
    ],
  }
}

function pushRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.get_push_key)(async () => ({ key: ctx.push.public_key }))

  serve(endpoints.create_push_subscription, { limit: 'push_device' })(async ({ viewer, body, answer }) => {
    const { is_new, ...registered } = await saveDevice(ctx, viewer, body)
    if (!is_new) answer.status(200)
    return registered
  })

  serve(endpoints.renew_push_subscription, { limit: 'push_renewal' })(async ({ body }) => {
    const { is_new: _, ...registered } = await renewDevice(ctx, body)
    return registered
  })

  serve(endpoints.delete_push_subscription)(async ({ viewer, params }) => {
    await deleteDevice(ctx, viewer, params.id)
    return {}
  })

  serve(endpoints.try_push, { limit: 'push_try' })(async ({ viewer, params, caller }) => {
    await tryDevice(ctx, viewer, { id: params.id, locale: caller.asked_locale ?? viewer.locale ?? caller.locale })
    return {}
  })
}
