import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Id, IdParams, MediaPath, Nothing, nullable, Time, TimeCursor } from './schemas.ts'

/** The length of the period that is shown when no month is chosen. Days are days in UTC. */
export const INSIGHT_DAYS = 30
/** How many posts one call can name as seen. */
export const VIEWED_POSTS_MAX = 50

/** A figure, and the same of the period before; null if there was nothing to count yet. */
const Figure = Type.Object({ count: Type.Integer(), before: nullable(Type.Integer()) })
/** A day such as "2026-11-17". */
const Day = Type.String()
/** A month such as "2026-11". */
const Month = Type.String({ pattern: '^20\\d{2}-(0[1-9]|1[0-2])$' })

const InsightStory = Type.Object({
  id: Id,
  created_at: Time,
  /** When it ends, or ended. */
  expires_at: Time,
  is_over: Type.Boolean(),
  /** As in a list of stories; null when the story is over and its media erased. */
  media_path: nullable(MediaPath),
  /** Whether its media needs the session; false when it is over. */
  protected: Type.Boolean(),
  seen_by: Type.Integer(),
  /** How many of them subscribe; null when the story is over. */
  seen_by_subscribers: nullable(Type.Integer()),
  /** New subscribers within a day. */
  new_subscribers: Type.Integer(),
})

const InsightPost = Type.Object({
  id: Id,
  file: nullable(MediaPath),
  description: Type.String(),
  protected: Type.Boolean(),
  created_at: Time,
  /** People who have seen it since it came out. Its author does not count. */
  seen_by: Type.Integer(),
  likes_count: Type.Integer(),
  /** New subscribers within a day. */
  new_subscribers: Type.Integer(),
})

const Insights = Type.Object({
  /** The first and the last day of the period. The last one may be today, which is not over. */
  from: Day,
  until: Day,
  /** The months that can be chosen, newest first. */
  months: Type.Array(Type.String()),
  /** Different people who saw a post or a story in the period. */
  people: Figure,
  likes: Figure,
  new_subscribers: Figure,
  left: Figure,
  /** How many subscribe now. */
  subscribers: Type.Integer(),
  /** Each day up to today: how many different people saw something, and how many posts came out. */
  days: Type.Array(Type.Object({ day: Day, people: Type.Integer(), posts: Type.Integer() })),
  /** The newest stories of the period. */
  stories: Type.Array(InsightStory),
})

const Viewer = Type.Object({
  username: Type.String(),
  profile_pic: nullable(MediaPath),
  seen_at: Time,
})

export const insights = {
  get_insights: endpoint({
    method: 'GET',
    path: '/insights',
    access: 'creator',
    summary: 'Who saw one’s posts and stories, likes and subscribers: the last 30 days, or a month',
    query: Type.Object({ month: Type.Optional(Month) }),
    response: Insights,
  }),
  list_insight_posts: endpoint({
    method: 'GET',
    path: '/insights/posts',
    access: 'creator',
    summary: 'One’s posts that came out in the period, or of all times, newest first, with how many saw them',
    query: Type.Object({
      month: Type.Optional(Month),
      /** Those of all times instead of a period. */
      all: Type.Optional(Type.Literal('true')),
      cursor: Type.Optional(Id),
    }),
    response: Type.Array(InsightPost),
  }),
  count_views: endpoint({
    method: 'POST',
    path: '/views',
    access: 'member',
    summary: 'Tell which posts were on the screen; each counts once for a person',
    body: Type.Object({ post_ids: Type.Array(Id, { minItems: 1, maxItems: VIEWED_POSTS_MAX }) }),
    response: Nothing,
  }),
  list_viewers: endpoint({
    method: 'GET',
    path: '/stories/{id}/viewers',
    access: 'creator',
    summary: 'Who has seen one’s own story, newest first, until it is over; X-Total-Count: how many',
    params: IdParams,
    query: Type.Object({
      search: Type.Optional(Type.String({ maxLength: 200 })),
      cursor: Type.Optional(TimeCursor),
    }),
    response: Type.Array(Viewer),
  }),
}

export type Insights = Static<typeof Insights>
export type InsightStory = Static<typeof InsightStory>
export type InsightPost = Static<typeof InsightPost>
export type StoryViewer = Static<typeof Viewer>
