import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Amount, Id, MediaPath, nullable, oneOf } from './schemas.ts'

/** Search results are not paged. */
export const FOUND_CREATORS_MAX = 20

export const FoundCreator = Type.Object({
  id: Id,
  username: Type.String(),
  bio: Type.String(),
  profile_pic: nullable(MediaPath),
  suscribed: Type.Boolean(),
  day_subscription: Amount,
  week_subscription: Amount,
  month_subscription: Amount,
  /** The picture of the newest public post; never a protected one. */
  newest_picture: nullable(MediaPath),
  /** Whether there are stories that this viewer has not seen, or only seen ones; null if there are none. */
  story_ring: nullable(oneOf(['new', 'seen'])),
})

export const creators = {
  find_creators: endpoint({
    method: 'GET',
    path: '/creators',
    access: 'member',
    summary: 'Creators by name and bio, the best match first; without a search those who were active last',
    query: Type.Object({ search: Type.Optional(Type.String({ maxLength: 100 })) }),
    response: Type.Array(FoundCreator),
  }),
}

export type FoundCreator = Static<typeof FoundCreator>
