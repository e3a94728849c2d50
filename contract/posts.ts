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
  ReadAs,
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

/** How many pictures a post has at most. */
export const PICTURES_MAX = 10
/** The longest alternative text of a picture. */
export const ALT_MAX = 500
/** How far ahead a post can be scheduled. */
export const SCHEDULE_MAX_DAYS = 365

export const Alt = Type.String({ maxLength: ALT_MAX })
const Percent = Type.Integer({ minimum: 0, maximum: 100 })

/** The point of a picture that stays in view when it is cropped, in percent from its top left corner. */
export const Focus = Type.Object({ x: Percent, y: Percent })

/** A picture of a post or a draft. */
export const Picture = Type.Object({
  /** It changes when the post becomes protected. */
  id: Id,
  file: MediaPath,
  /** The alternative text; empty if there is none. */
  alt: Type.String(),
  /** Of the largest stored width. */
  width: Type.Integer(),
  height: Type.Integer(),
  focus: Focus,
})

export const Post = Type.Object({
  id: Id,
  username: Type.String(),
  profile_id: Id,
  profile_pic: nullable(MediaPath),
  /** Null when this viewer may not see the picture. */
  file: nullable(MediaPath),
  /** All pictures in their order, `file` first. Empty when this viewer may not see them: their number is not told either. */
  files: Type.Array(Picture),
  /** When this viewer's subscription ends, if the picture is visible only because of it. */
  accessible_until: nullable(Time),
  description: Type.String(),
  protected: Type.Boolean(),
  /** True if its pictures carry the name of this viewer; otherwise absent. */
  marked: Type.Optional(Type.Literal(true)),
  liked: Type.Boolean(),
  likes_count: Type.Integer(),
  /** Whether its creator has pinned it. */
  pinned: Type.Boolean(),
  /** For staff; empty for all others. */
  reports: Type.Array(Report),
  /** Only in the answer to a post that is not out yet: when it comes out, or null for a draft. Its `id` is that of the draft. */
  publish_at: Type.Optional(nullable(Time)),
})

/** The order, the alternative texts and the focus of pictures that are there already. Those that are not named follow in their order. */
export const Arrangement = Type.Array(
  Type.Object({ id: Id, alt: Type.Optional(Alt), focus: Type.Optional(Focus) }, { additionalProperties: false }),
  { maxItems: PICTURES_MAX },
)

/** `focus` in a form: "x,y" in percent. */
export const FocusField = Type.String({ pattern: '^(?:(?:100|[1-9]?[0-9]),(?:100|[1-9]?[0-9]))?$' })

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
    query: Type.Object({
      ...ListQuery.properties,
      /** For the owner of a page, with its `username`: the posts as a member without a subscription gets them. */
      as: Type.Optional(ReadAs),
    }),
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
      fields: Type.Object({
        description: Description,
        protected: Type.Optional(FormBoolean),
        /** Of each file, in the same order. */
        alt: Type.Optional(Type.Array(Alt, { maxItems: PICTURES_MAX })),
        focus: Type.Optional(Type.Array(FocusField, { maxItems: PICTURES_MAX })),
        /** In the future: then the post is scheduled. */
        publish_at: Type.Optional(Time),
        draft: Type.Optional(FormBoolean),
      }),
      files: ['file'],
      max_files: PICTURES_MAX,
      incomplete: 'The file and description are required',
    },
    status: 201,
    response: Post,
  }),
  update_post: endpoint({
    method: 'PATCH',
    path: '/posts/{id}',
    access: 'member',
    summary: 'Change the description, the protection or the pictures of one’s own post',
    params: IdParams,
    body: Type.Object(
      {
        description: Type.Optional(Description),
        protected: Type.Optional(Type.Boolean()),
        /** The first is the cover. */
        pictures: Type.Optional(Arrangement),
      },
      { minProperties: 1 },
    ),
    response: Post,
  }),
  replace_post: endpoint({
    method: 'PUT',
    path: '/posts/{id}',
    access: 'member',
    summary: 'Change one’s own post whole: its pictures, with new files among them, and what is said of it',
    params: IdParams,
    form: {
      fields: Type.Object({
        /**
         * The pictures in their order, the cover first: the id of one that stays, or `new` for the next file. A picture that is not
         * named is taken out.
         */
        picture: Type.Array(Type.Union([Type.Literal('new'), Id]), { minItems: 1, maxItems: PICTURES_MAX }),
        /** Of each picture, in the same order. */
        alt: Type.Optional(Type.Array(Alt, { maxItems: PICTURES_MAX })),
        focus: Type.Optional(Type.Array(FocusField, { maxItems: PICTURES_MAX })),
        description: Type.Optional(Description),
        protected: Type.Optional(FormBoolean),
      }),
      files: ['file'],
      max_files: PICTURES_MAX,
    },
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
  pin_post: endpoint({
    method: 'POST',
    path: '/posts/{id}/pin',
    access: 'member',
    summary: 'Pin one’s own post, instead of the one pinned before',
    params: IdParams,
    response: Post,
  }),
  unpin_post: endpoint({
    method: 'DELETE',
    path: '/posts/{id}/pin',
    access: 'member',
    summary: 'Take the pin off one’s own post',
    params: IdParams,
    response: Post,
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
export type Picture = Static<typeof Picture>
export type Focus = Static<typeof Focus>
export type Arrangement = Static<typeof Arrangement>
export type PostCount = Output<typeof posts.count_posts>
export type Report = Static<typeof Report>
