import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { PRICE_PATTERN } from './fees.ts'
import { Checkout } from './payments.ts'
import { Amount, DESCRIPTION_MAX, Id, IdParams, MediaPath, nullable, ReadAs, Time } from './schemas.ts'
import { Story } from './stories.ts'

export const Profile = Type.Object({
  id: Id,
  name: Type.String(),
  username: Type.String(),
  bio: Type.String(),
  profile_pic: nullable(MediaPath),
  stories: Type.Array(Story),
  /** The specification spells it like this. */
  suscribed: Type.Boolean(),
  /** When this viewer's subscription ends; null if there is none. */
  suscribed_until: nullable(Time),
  /** The viewer has muted this creator. */
  is_muted: Type.Boolean(),
  day_subscription: Amount,
  week_subscription: Amount,
  month_subscription: Amount,
  /** The post that its creator has pinned; null if there is none, or if this viewer does not see it. */
  pinned_post_id: nullable(Id),
  checkout: Type.Optional(Checkout),
  /** Whether the viewer is told when tickets can be bought. Only while they cannot, and not on one’s own page. */
  is_waiting: Type.Optional(Type.Boolean()),
})

const Price = Type.String({ pattern: PRICE_PATTERN })

export const profiles = {
  get_profile: endpoint({
    method: 'GET',
    path: '/profiles/{username}',
    access: 'member',
    summary: 'A creator’s profile',
    params: Type.Object({ username: Type.String({ maxLength: 200 }) }),
    /** For the owner: the profile as a member without a subscription gets it. */
    query: Type.Object({ as: Type.Optional(ReadAs) }),
    response: Profile,
  }),
  put_profile: endpoint({
    method: 'PUT',
    path: '/profiles/{id}',
    access: 'member',
    summary: 'Create or change one’s own profile',
    params: IdParams,
    form: {
      fields: Type.Object({
        bio: Type.Optional(Type.String({ maxLength: DESCRIPTION_MAX })),
        day_subscription: Type.Optional(Price),
        week_subscription: Type.Optional(Price),
        month_subscription: Type.Optional(Price),
      }),
      files: ['profile_pic'],
    },
    response: Profile,
  }),
}

export type Profile = Static<typeof Profile>
