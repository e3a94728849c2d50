import { type Static, Type } from 'typebox'
import { Email } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { CONTACT_MESSAGE_MAX, CONTACT_NAME_MAX } from './limits.ts'
import { MediaPath, Nothing, nullable } from './schemas.ts'

export const Landing = Type.Object({
  first_description: nullable(Type.String()),
  second_description: nullable(Type.String()),
  post_file: nullable(MediaPath),
  profile_pic: nullable(MediaPath),
  username: nullable(Type.String()),
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
    body: Type.Object({ email: Email, isInterestedInCreating: Type.Optional(Type.Boolean()), website: Honeypot }),
    response: Nothing,
  }),
  send_contact: endpoint({
    method: 'POST',
    path: '/contact',
    access: 'public',
    summary: 'Write to the people behind the product',
    body: Type.Object({
      name: Type.String({ minLength: 1, maxLength: CONTACT_NAME_MAX }),
      email: Email,
      message: Type.String({ minLength: 1, maxLength: CONTACT_MESSAGE_MAX }),
      website: Honeypot,
    }),
    status: 201,
    response: Nothing,
  }),
}

export type Landing = Static<typeof Landing>
