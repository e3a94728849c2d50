import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Alt, Arrangement, FocusField, Picture, Post, SCHEDULE_MAX_DAYS } from './posts.ts'
import { DESCRIPTION_MAX, Id, IdParams, Nothing, nullable, Time } from './schemas.ts'

/** How many drafts and scheduled posts a creator has at most. */
export const DRAFTS_MAX = 100

/** A post that is not out yet. With `publish_at` it is scheduled, and then it has a description and a picture. */
export const Draft = Type.Object({
  id: Id,
  /** Empty while nothing is written. */
  description: Type.String(),
  protected: Type.Boolean(),
  publish_at: nullable(Time),
  pictures: Type.Array(Picture),
  created_at: Time,
  updated_at: Time,
})

const Changes = Type.Object({
  description: Type.Optional(Type.String({ maxLength: DESCRIPTION_MAX })),
  protected: Type.Optional(Type.Boolean()),
  /** Null makes it a draft again. */
  publish_at: Type.Optional(nullable(Time)),
  /** The first is the cover. */
  pictures: Type.Optional(Arrangement),
})

export const drafts = {
  list_drafts: endpoint({
    method: 'GET',
    path: '/posts/drafts',
    access: 'creator',
    summary: 'One’s own posts that are not out yet: scheduled ones by their time, then drafts, the last changed first',
    response: Type.Array(Draft, { maxItems: DRAFTS_MAX }),
  }),
  create_draft: endpoint({
    method: 'POST',
    path: '/posts/drafts',
    access: 'creator',
    summary: 'Begin a draft, which may be empty',
    body: Type.Object({
      description: Type.Optional(Type.String({ maxLength: DESCRIPTION_MAX })),
      protected: Type.Optional(Type.Boolean()),
    }),
    status: 201,
    response: Draft,
  }),
  update_draft: endpoint({
    method: 'PATCH',
    path: '/posts/drafts/{id}',
    access: 'creator',
    summary: `Change a draft, or schedule it, up to ${SCHEDULE_MAX_DAYS} days ahead`,
    params: IdParams,
    body: Changes,
    response: Draft,
  }),
  delete_draft: endpoint({
    method: 'DELETE',
    path: '/posts/drafts/{id}',
    access: 'creator',
    summary: 'Throw a draft away',
    params: IdParams,
    response: Nothing,
  }),
  add_draft_picture: endpoint({
    method: 'POST',
    path: '/posts/drafts/{id}/pictures',
    access: 'creator',
    summary: 'Add a picture to the end of a draft; a repeated `client_id` answers the first one',
    params: IdParams,
    form: {
      fields: Type.Object({ client_id: Id, alt: Type.Optional(Alt), focus: Type.Optional(FocusField) }),
      files: ['file'],
    },
    status: 201,
    also: { 200: 'The picture of this `client_id` is there already' },
    response: Picture,
  }),
  delete_draft_picture: endpoint({
    method: 'DELETE',
    path: '/posts/drafts/{id}/pictures/{picture_id}',
    access: 'creator',
    summary: 'Take a picture out of a draft',
    params: Type.Object({ id: Id, picture_id: Id }),
    response: Draft,
  }),
  publish_draft: endpoint({
    method: 'POST',
    path: '/posts/drafts/{id}/publish',
    access: 'creator',
    summary: 'Publish a draft now; once it is out, the same call answers the post',
    params: IdParams,
    status: 201,
    response: Post,
  }),
}

export type Draft = Static<typeof Draft>
export type DraftChanges = Static<typeof Changes>
