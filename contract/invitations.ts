import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { MediaPath, nullable } from './schemas.ts'

/** The card of a creator for a visitor who followed a link. It has only what is public to everybody. */
export const Invitation = Type.Object({
  username: Type.String(),
  bio: Type.String(),
  profile_pic: nullable(MediaPath),
  /** The newest picture that is public. */
  picture: nullable(MediaPath),
})

export const invitations = {
  get_invitation: endpoint({
    method: 'GET',
    path: '/invitations/{username}',
    access: 'public',
    summary: 'The card of a creator for a visitor who followed a link',
    params: Type.Object({ username: Type.String({ maxLength: 200 }) }),
    response: Invitation,
  }),
}

export type Invitation = Static<typeof Invitation>
