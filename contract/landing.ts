import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { MediaPath, nullable } from './schemas.ts'

/**
 * The first five speak of the first featured creator. Each is null while there is nothing to show, and the page then
 * shows its own copy in that place.
 */
export const Landing = Type.Object({
  /** Of the newest public post. */
  first_description: nullable(Type.String()),
  /** Of the public post before that one: the page draws its curtain over a picture, but the words are for everyone. */
  second_description: nullable(Type.String()),
  /** The picture of the newest public post. */
  post_file: nullable(MediaPath),
  profile_pic: nullable(MediaPath),
  username: nullable(Type.String()),
  /** Up to four creators with public posts, latest activity first. */
  featured_creators: Type.Array(
    Type.Object({ username: Type.String(), profile_pic: nullable(MediaPath), bio: Type.String() }),
  ),
})

export const landing = {
  get_landing: endpoint({
    method: 'GET',
    path: '/landings',
    access: 'public',
    summary: 'What the landing page shows of the real world',
    response: Landing,
  }),
}

export type Landing = Static<typeof Landing>
