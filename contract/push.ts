import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Id, IdParams, Nothing } from './schemas.ts'

/** A base64url text of so many bytes, as a browser gives it. */
const PushKey = Type.String({ minLength: 16, maxLength: 200, pattern: '^[\\w-]+={0,2}$' })

/** What the service worker gets with a push. All of it is shown to whoever holds the device. */
export const PushMessage = Type.Object({
  title: Type.String(),
  body: Type.String(),
  /** The notification in whose place it appears: the same notice, or the same conversation. */
  tag: Type.String(),
  /** The page that a click opens. */
  path: Type.String(),
  /** The number on the icon of the installed app. */
  unread: Type.Integer(),
})

const Subscription = {
  endpoint: Type.String({ minLength: 1, maxLength: 2000 }),
  keys: Type.Object({ p256dh: PushKey, auth: PushKey }),
}

const RegisteredDevice = Type.Object({
  id: Id,
  /** With it the service worker, which has no session, may change the address of this device while its session lasts. */
  renewal: Type.String(),
})

export const push = {
  get_push_key: endpoint({
    method: 'GET',
    path: '/push_subscriptions/key',
    access: 'member',
    summary: 'The public key that a browser needs to subscribe (VAPID)',
    response: Type.Object({ key: Type.String() }),
  }),
  create_push_subscription: endpoint({
    method: 'POST',
    path: '/push_subscriptions',
    access: 'member',
    summary: 'Send push messages to this device while its session lasts; a repeat answers 200',
    body: Type.Object({
      ...Subscription,
      /** The device that this browser was until now: what waits for it goes to the new address. */
      replaces: Type.Optional(Id),
    }),
    status: 201,
    response: RegisteredDevice,
  }),
  renew_push_subscription: endpoint({
    method: 'POST',
    path: '/push_subscriptions/renew',
    access: 'public',
    summary:
      'A service worker whose browser has renewed its subscription gives the new address, with the token of its device',
    body: Type.Object({ ...Subscription, renewal: Type.String({ minLength: 1, maxLength: 200 }) }),
    response: RegisteredDevice,
  }),
  delete_push_subscription: endpoint({
    method: 'DELETE',
    path: '/push_subscriptions/{id}',
    access: 'member',
    summary: 'Send nothing more to a device',
    params: IdParams,
    response: Nothing,
  }),
  try_push: endpoint({
    method: 'POST',
    path: '/push_subscriptions/{id}/try',
    access: 'member',
    summary: 'Send a push to one’s own device, to see that it arrives',
    params: IdParams,
    response: Nothing,
  }),
}

export type PushMessage = Static<typeof PushMessage>
