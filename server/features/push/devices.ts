import type { Locale } from '#contract/accounts.ts'
import { paths } from '#contract/paths.ts'
import type { Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import { AppError, invalid, notFound } from '#server/errors.ts'
import { readPushEndpoint, readPushKeys } from '#server/push/push-targets.ts'
import type { PushTarget } from '#server/push/sender.ts'
import { newId } from '#server/store/ids.ts'
import { countUnreadBadge } from '#server/store/push-deliveries.ts'
import { deletePushDevice, findPushDevice, savePushDevice } from '#server/store/push-devices.ts'
import { findSessionUser, type SessionViewer } from '#server/store/sessions.ts'
import { TRY_WORDS } from './push-words.ts'
import { readRenewalToken, renewalToken } from './renewal-token.ts'

interface Subscription {
  endpoint: string
  keys: Pick<PushTarget, 'p256dh' | 'auth'>
}

type Registering = Pick<Context, 'db' | 'now' | 'secret'>
type Owner = Pick<SessionViewer, 'id' | 'session_id'>

/** What the browser gets to know of its device. */
interface Registered {
  id: string
  renewal: string
  is_new: boolean
}

/** A device belongs to the session that registers it, and ends with it. */
export async function saveDevice(
  { db, now, secret }: Registering,
  { id: user_id, session_id }: Owner,
  { replaces, ...subscription }: Subscription & { replaces?: string },
): Promise<Registered> {
  const endpoint = readPushEndpoint(subscription.endpoint)
  if (endpoint === undefined) throw invalid('endpoint', 'This is not the address of a push service')
  const keys = readPushKeys(subscription.keys)
  if (!keys) throw invalid('keys', 'These are not the keys of a browser')
  const at = now()
  const device = { id: newId(at), user_id, session_id, endpoint, ...keys, now: at }
  const saved = await db.begin((tx) => savePushDevice(tx, device, { replaces }))
  return { ...saved, renewal: renewalToken(secret, { device_id: saved.id, session_id }) }
}

/**
 * The browser has renewed the subscription of a device: it gets the new address, also if its push service has said meanwhile
 * that the old one is gone. The same 404 for every token that is not ours, and for one whose session is over.
 */
export async function renewDevice(
  ctx: Registering,
  { renewal, ...subscription }: Subscription & { renewal: string },
): Promise<Registered> {
  const read = readRenewalToken(ctx.secret, renewal)
  const user_id = read && (await findSessionUser(ctx.db, read.session_id, ctx.now()))
  if (!user_id) throw notFound()
  const { device_id: replaces, session_id } = read
  return await saveDevice(ctx, { id: user_id, session_id }, { ...subscription, replaces })
}

export async function deleteDevice({ db }: Pick<Context, 'db'>, viewer: Viewer, id: string): Promise<void> {
  if (!(await deletePushDevice(db, viewer.id, id))) throw notFound()
}

const TRY_TTL_S = 60

/** Sends a push at once. A device that its push service does not know is forgotten, as if it had never been there. */
export async function tryDevice(
  { db, push }: Pick<Context, 'db' | 'push'>,
  viewer: Viewer,
  { id, locale }: { id: string; locale: Locale },
): Promise<void> {
  const device = await findPushDevice(db, viewer.id, id)
  if (!device) throw notFound()
  const message = {
    ...TRY_WORDS[locale],
    tag: 'try',
    path: paths.settings_notices,
    unread: await countUnreadBadge(db, viewer.id),
  }
  const outcome = await push.send(device, message, { ttl_s: TRY_TTL_S, urgency: 'high', topic: 'try' })
  if (outcome === 'sent') return
  if (outcome !== 'gone') throw new AppError('unavailable', 'The push service did not take the message')
  await deletePushDevice(db, viewer.id, id)
  throw notFound()
}
