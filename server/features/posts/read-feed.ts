import { batch, latestOf } from '#server/db/batch.ts'
import type { Queryable } from '#server/db/connect.ts'
import { listFeeds, type PostRow, postsOfFeed, type SeenPost } from '#server/store/posts.ts'

interface Question {
  viewer_id: string
  now: Date
}

/** A statement for more viewers than this makes each of them wait for longer than it saves. */
const VIEWERS_AT_MOST = 8

/** What a viewer sees of the first page of the feed, batched: under load a few statements decide it for many viewers. */
const decide = batch<Question, SeenPost[], Queryable>(
  async (db, questions) => {
    const viewer_ids = questions.map(({ viewer_id }) => viewer_id)
    return await listFeeds(db, viewer_ids, latestOf(questions))
  },
  { at_most: VIEWERS_AT_MOST },
)

/** The first page of the feed, which every home page asks for. */
export async function readFeed(db: Queryable, { viewer_id, now }: Question): Promise<PostRow[]> {
  return await postsOfFeed(db, viewer_id, now, await decide(db, { viewer_id, now }))
}
