import { batch, latestOf } from '#server/db/batch.ts'
import type { Queryable } from '#server/db/connect.ts'
import {
  decideStrips,
  listStrip,
  listStripOfMany,
  type SeenStory,
  type StoryRow,
  storiesOfStrip,
} from '#server/store/story-lists.ts'

interface Question {
  viewer_id: string
  now: Date
}

/** A statement for more viewers than this makes each of them wait for longer than it saves. */
const VIEWERS_AT_MOST = 8

/** What a viewer sees if few stories are up, batched: under load a few statements decide it for many viewers. */
const decide = batch<Question, SeenStory[] | undefined, Queryable>(
  async (db, questions) => {
    const viewer_ids = questions.map(({ viewer_id }) => viewer_id)
    const strips = await decideStrips(db, viewer_ids, latestOf(questions))
    return questions.map((_, index) => strips?.[index])
  },
  { at_most: VIEWERS_AT_MOST },
)

/** The strip of stories, which every home page asks for. It leaves out those whom the viewer has muted. */
export async function readStrip(db: Queryable, { viewer_id, now }: Question): Promise<StoryRow[]> {
  const seen = await decide(db, { viewer_id, now })
  if (!seen) return await listStripOfMany(db, viewer_id, now)
  return (await storiesOfStrip(db, viewer_id, seen)) ?? (await listStrip(db, viewer_id, now))
}
