import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { MediaPath, Nothing, nullable, Time, TimeCursor } from './schemas.ts'

/** A person on the list of those whom the viewer blocks, or mutes. */
export const BlockedPerson = Type.Object({
  username: Type.String(),
  profile_pic: nullable(MediaPath),
  created_at: Time,
})

const Username = Type.Object({ username: Type.String({ minLength: 1, maxLength: 200 }) })
const ListQuery = Type.Object({ cursor: Type.Optional(TimeCursor) })

export const blocks = {
  block: endpoint({
    method: 'POST',
    path: '/blocks',
    access: 'member',
    summary: 'Block a member: neither sees the other any more; a repeat answers 200 and changes nothing',
    body: Username,
    status: 201,
    response: BlockedPerson,
  }),
  list_blocks: endpoint({
    method: 'GET',
    path: '/blocks',
    access: 'member',
    summary: 'The members one blocks, the last one first',
    query: ListQuery,
    response: Type.Array(BlockedPerson),
  }),
  unblock: endpoint({
    method: 'DELETE',
    path: '/blocks/{username}',
    access: 'member',
    summary: 'End a block',
    params: Username,
    response: Nothing,
  }),
  mute: endpoint({
    method: 'POST',
    path: '/mutes',
    access: 'member',
    summary: 'Keep a creator out of one’s feed and stories; a repeat answers 200 and changes nothing',
    body: Username,
    status: 201,
    response: BlockedPerson,
  }),
  list_mutes: endpoint({
    method: 'GET',
    path: '/mutes',
    access: 'member',
    summary: 'The creators one has muted, the last one first',
    query: ListQuery,
    response: Type.Array(BlockedPerson),
  }),
  unmute: endpoint({
    method: 'DELETE',
    path: '/mutes/{username}',
    access: 'member',
    summary: 'Show a muted creator in the feed and the stories again',
    params: Username,
    response: Nothing,
  }),
}

export type BlockedPerson = Static<typeof BlockedPerson>
