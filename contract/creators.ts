import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Id, MediaPath, nullable } from './schemas.ts'

export const FoundCreator = Type.Object({
  id: Id,
  username: Type.String(),
  bio: Type.String(),
  profile_pic: nullable(MediaPath),
  suscribed: Type.Boolean(),
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
