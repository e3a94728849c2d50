import { type Static, Type } from 'typebox'
import { Email } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { CONSENT_VERSIONS, CONTACT_MESSAGE_MAX, CONTACT_NAME_MAX } from './limits.ts'
import { MediaPath, Nothing, nullable, oneOf, visibleText } from './schemas.ts'

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

/** A field no person sees: what fills it in is a machine. */
const Honeypot = Type.Optional(Type.String({ maxLength: 500 }))

export const landing = {
  get_landing: endpoint({
    method: 'GET',
    path: '/landings',
    access: 'public',
    summary: 'What the landing page shows of the real world',
    response: Landing,
  }),
  join_newsletter: endpoint({
    method: 'POST',
    path: '/newsletter',
    access: 'public',
    summary: 'Ask for early access',
    body: Type.Object({
      email: Email,
      isInterestedInCreating: Type.Optional(Type.Boolean()),
      /** Which text was agreed to; the newest unless said. */
      consent_version: Type.Optional(oneOf(CONSENT_VERSIONS)),
      website: Honeypot,
    }),
    response: Nothing,
  }),
  send_contact: endpoint({
    method: 'POST',
    path: '/contact',
    access: 'public',
    summary: 'Write to the people behind the product',
    body: Type.Object({
      name: visibleText(CONTACT_NAME_MAX),
      email: Email,
      message: visibleText(CONTACT_MESSAGE_MAX),
      website: Honeypot,
    }),
    status: 201,
    response: Nothing,
  }),
}

export type Landing = Static<typeof Landing>
