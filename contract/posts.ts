import { type Static, Type } from 'typebox'
import { endpoint, type Output } from './endpoint.ts'
import {
  DESCRIPTION_MAX,
  FormBoolean,
  Id,
  IdParams,
  MediaPath,
  Nothing,
  nullable,
  oneOf,
  Time,
  visibleText,
} from './schemas.ts'

/** Posts are counted exactly up to this number; beyond it the response only says that there are more. */
export const POSTS_COUNTED_MAX = 1000
export const REPORT_REASONS = ['Inapropriate content', 'The account is stealing someone identity'] as const

export const Report = Type.Object({
  id: Id,
  author: Type.String(),
  reason: oneOf(REPORT_REASONS),
  description: nullable(Type.String()),
})

export const Post = Type.Object({
  id: Id,
  username: Type.String(),
  profile_id: Id,
  profile_pic: nullable(MediaPath),
  /** Null when this viewer may not see the picture. */
  file: nullable(MediaPath),
  /** When this viewer's subscription ends, if the picture is visible only because of it. */
  accessible_until: nullable(Time),
  description: Type.String(),
  protected: Type.Boolean(),
  liked: Type.Boolean(),
  likes_count: Type.Integer(),
  /** For staff; empty for all others. */
  reports: Type.Array(Report),
})

const Description = visibleText(DESCRIPTION_MAX)

/** Keyset pagination in both directions, of all posts or those of one creator. */
const ListQuery = Type.Object({
  username: Type.Optional(Type.String({ maxLength: 200 })),
  /** Only posts older than this one: the id of the last post of the page before. */
  cursor: Type.Optional(Id),
  /** Only posts newer than this one. Not together with `cursor`. */
  after: Type.Optional(Id),
})

export const posts = {
  list_posts: endpoint({
    method: 'GET',
    path: '/posts',
    access: 'member',
    summary: 'Posts, newest first, of everyone or of one creator',
    query: ListQuery,
    response: Type.Array(Post),
  }),
  count_posts: endpoint({
    method: 'GET',
    path: '/posts/count',
    access: 'member',
    summary: 'How many posts the list with the same query holds; counted exactly up to 1,000',
    query: ListQuery,
    response: Type.Object({
      count: Type.Integer(),
      /** There are more than `count`. */
      is_more: Type.Boolean(),
    }),
  }),
  get_post: endpoint({
    method: 'GET',
    path: '/posts/{id}',
    access: 'member',
    summary: 'One post, as the lists show it to this viewer',
    params: IdParams,
    response: Post,
  }),
  create_post: endpoint({
    method: 'POST',
    path: '/posts',
    access: 'creator',
    summary: 'Publish a post',
    form: {
      fields: Type.Object({ description: Description, protected: Type.Optional(FormBoolean) }),
      files: ['file'],
      incomplete: 'The file and description are required',
    },
    status: 201,
    response: Post,
  }),
  update_post: endpoint({
    method: 'PATCH',
    path: '/posts/{id}',
    access: 'member',
    summary: 'Change the description or the protection of one’s own post',
    params: IdParams,
    body: Type.Object(
      { description: Type.Optional(Description), protected: Type.Optional(Type.Boolean()) },
      { minProperties: 1 },
    ),
    response: Post,
  }),
  delete_post: endpoint({
    method: 'DELETE',
    path: '/posts/{id}',
    access: 'member',
    summary: 'Delete one’s own post',
    params: IdParams,
    response: Nothing,
  }),
  toggle_like: endpoint({
    method: 'POST',
    path: '/like',
    access: 'member',
    summary: 'Like a post, or take the like back',
    body: Type.Object({ post_id: Id }),
    response: Type.Object({ liked: Type.Boolean(), likes_count: Type.Integer() }),
  }),
}

export type Post = Static<typeof Post>
export type PostCount = Output<typeof posts.count_posts>
export type Report = Static<typeof Report>
