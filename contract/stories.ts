import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { VIDEO_MAX_BYTES } from './media.ts'
import { DESCRIPTION_MAX, FormBoolean, Id, IdParams, MediaPath, Nothing, nullable, Time } from './schemas.ts'

export const Story = Type.Object({
  id: Id,
  /** Null for a locked story. The path of a video contains `.mp4`; that of a protected one is a signed URL for this session. */
  media_path: nullable(MediaPath),
  description: Type.String(),
  protected: Type.Boolean(),
  /** True if the picture carries the name of this viewer; otherwise absent. */
  marked: Type.Optional(Type.Literal(true)),
  /** False if this viewer may not see it. */
  accessible: Type.Boolean(),
  /** When this viewer's subscription ends, if the story is visible only because of it. */
  accessible_until: nullable(Time),
  /** Hours, fractional. */
  time_remaining: Type.Number(),
  expires_at: Time,
  /** By this viewer, on any device. */
  seen: Type.Boolean(),
  profile: Type.Object({
    id: Id,
    profile_pic_path: nullable(MediaPath),
    user: Type.Object({ id: Id, username: Type.String() }),
  }),
})

const StoryList = Type.Object({ stories: Type.Array(Story) })

export const stories = {
  list_stories: endpoint({
    method: 'GET',
    path: '/stories',
    access: 'member',
    summary: 'Stories that are up now, of everyone or of one profile',
    query: Type.Object({ profile_id: Type.Optional(Id) }),
    response: StoryList,
  }),
  list_my_stories: endpoint({
    method: 'GET',
    path: '/stories/my_stories',
    access: 'member',
    summary: 'One’s own stories that are up now',
    response: StoryList,
  }),
  create_story: endpoint({
    method: 'POST',
    path: '/stories',
    access: 'creator',
    summary: 'Publish a story',
    form: {
      fields: Type.Object({
        // Required in fact, but checked together with the media, because one error message covers both.
        'story[description]': Type.Optional(Type.String({ maxLength: DESCRIPTION_MAX })),
        'story[protected]': Type.Optional(FormBoolean),
        'story[expires_at]': Type.Optional(Time),
      }),
      files: ['story[media]'],
      max_file_bytes: VIDEO_MAX_BYTES,
    },
    status: 201,
    response: Story,
  }),
  delete_story: endpoint({
    method: 'DELETE',
    path: '/stories/{id}',
    access: 'member',
    summary: 'Delete one’s own story',
    params: IdParams,
    response: Nothing,
  }),
  see_story: endpoint({
    method: 'POST',
    path: '/stories/{id}/seen',
    access: 'member',
    summary: 'Mark a story as seen',
    params: IdParams,
    response: Nothing,
  }),
}

export type Story = Static<typeof Story>
