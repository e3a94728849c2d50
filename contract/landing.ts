import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { MediaPath, nullable } from './schemas.ts'

/**
 * The first five fields are about the first featured creator. Each is null if there is nothing to show; the page then uses
 * its built-in example.
 */
export const Landing = Type.Object({
  /** The text of the newest public post. */
  first_description: nullable(Type.String()),
  /** The text of the public post before that one. The page draws a curtain over its picture, but the text is public. */
  second_description: nullable(Type.String()),
  /** The picture of the newest public post. */
  post_file: nullable(MediaPath),
  profile_pic: nullable(MediaPath),
  username: nullable(Type.String()),
  /** Up to four creators with public posts, most recently active first. */
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
