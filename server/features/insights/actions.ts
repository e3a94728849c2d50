import type { InsightPost, InsightStory, Insights, StoryViewer } from '#contract/insights.ts'
import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { readList } from '#server/db/replica.ts'
import { listStories } from '#server/domain/stories.ts'
import { notFound } from '#server/errors.ts'
import { mediaPath } from '#server/media/media.ts'
import { cutPage, FIRST_PAGE, formatCursor, LAST_ID, type Page, parseCursor } from '#server/paging.ts'
import {
  countLikes,
  countPostsByDay,
  countSubscriberMoves,
  findBeginning,
  listInsightStories,
  listInsightPosts as listStoredPosts,
  type Period,
  sumPeople,
} from '#server/store/insights/figures.ts'
import {
  countStoryViewers,
  countViewersOf,
  isOwnStoryUp,
  listStoryViewers,
} from '#server/store/insights/story-viewers.ts'
import type { SessionViewer } from '#server/store/sessions.ts'
import { countSubscribers } from '#server/store/subscriptions/subscriptions.ts'
import { cleanText } from '#server/text.ts'
import { monthOf, monthsBetween } from '#server/time.ts'
import { daysOf, periodsOf } from './period.ts'

/** The most stories of a period that are listed. */
const STORIES_MAX = 24

type InsightsContext = Pick<Context, 'db' | 'replica' | 'now' | 'secret'>

/** All figures of one moment are read from one place: the primary, or a standby that is as fresh. */
export async function getInsights(
  ctx: InsightsContext,
  creator: SessionViewer,
  month: string | undefined,
): Promise<Insights> {
  const now = ctx.now()
  const { period, before } = periodsOf(month, now)
  return await readList(ctx, async (db) => {
    const since = (await findBeginning(db, creator.id)) ?? now
    const present = await sumFigures(db, creator.id, period, now)
    // Before the beginning there was nothing to count, which is not the same as zero.
    const past = since < before.until ? await sumFigures(db, creator.id, before, now) : undefined
    const figure = (name: 'people' | 'likes' | 'came' | 'left') => ({
      count: present[name],
      before: past ? past[name] : null,
    })
    const posts = await countPostsByDay(db, creator.id, period)
    return {
      from: period.first_day,
      until: period.last_day,
      months: monthsBetween(monthOf(since < now ? since : now), monthOf(now)).toReversed(),
      people: figure('people'),
      likes: figure('likes'),
      new_subscribers: figure('came'),
      left: figure('left'),
      subscribers: await countSubscribers(db, creator.id, now),
      days: daysOf(period).map((day) => ({
        day,
        people: present.days.find((row) => row.day === day)?.people ?? 0,
        posts: posts.find((row) => row.day === day)?.posts ?? 0,
      })),
      stories: await presentStories({ ...ctx, db }, creator, period),
    }
  })
}

async function sumFigures(db: Queryable, creator_id: string, period: Period, now: Date) {
  const { people, days } = await sumPeople(db, creator_id, period)
  const likes = await countLikes(db, creator_id, period)
  const { came, left } = await countSubscriberMoves(db, creator_id, period, now)
  return { people, days, likes, came, left }
}

async function presentStories(
  ctx: Pick<Context, 'now' | 'secret'> & { db: Queryable },
  creator: SessionViewer,
  period: Period,
): Promise<InsightStory[]> {
  const { db } = ctx
  const now = ctx.now()
  const rows = await listInsightStories(db, creator.id, period, now, STORIES_MAX)
  if (rows.length === 0) return []
  const shown = await listStories(ctx, creator, { profile_id: creator.id })
  // Stories that ended a moment ago are counted as well, until the sweep leaves their tally.
  const uncounted = rows.flatMap(({ id, people }) => (people === null ? [id] : []))
  const counts = await countViewersOf(db, creator.id, uncounted, now)
  return rows.map(({ id, created_at, ends_at, people, new_subscribers }) => {
    const is_over = ends_at <= now
    const counted = counts.find(({ story_id }) => story_id === id)
    const story = shown.find((each) => each.id === id)
    return {
      id,
      created_at: created_at.toISOString(),
      expires_at: ends_at.toISOString(),
      is_over,
      media_path: story?.media_path ?? null,
      protected: story?.protected ?? false,
      seen_by: people ?? counted?.people ?? 0,
      seen_by_subscribers: is_over ? null : (counted?.subscribers ?? 0),
      new_subscribers,
    }
  })
}

export async function listInsightPosts(
  ctx: InsightsContext,
  creator_id: string,
  { month, all, cursor }: { month?: string | undefined; all?: 'true' | undefined; cursor?: string | undefined },
): Promise<Page<InsightPost>> {
  const now = ctx.now()
  const period = all ? undefined : periodsOf(month, now).period
  const rows = await readList(ctx, (db) => listStoredPosts(db, creator_id, period, cursor ?? LAST_ID, now))
  const { page, last } = cutPage(rows)
  return {
    items: page.map(({ media_id, created_at, ...post }) => ({
      ...post,
      file: mediaPath(media_id),
      created_at: created_at.toISOString(),
    })),
    cursor: last?.id,
  }
}

/** Who has seen a story is for its author alone, until it is over. The total is that of the search. */
export async function listViewers(
  ctx: Pick<Context, 'db' | 'now'>,
  owner_id: string,
  story_id: string,
  query: { search?: string | undefined; cursor?: string | undefined },
): Promise<Page<StoryViewer> & { total: number }> {
  if (!(await isOwnStoryUp(ctx.db, owner_id, story_id, ctx.now()))) throw notFound()
  const wanted = { story_id, owner_id, search: cleanText(query.search ?? '') || undefined }
  const rows = await listStoryViewers(ctx.db, wanted, parseCursor(query.cursor) ?? FIRST_PAGE)
  const { page, last } = cutPage(rows)
  return {
    items: page.map(({ username, picture_id, seen_at }) => ({
      username,
      profile_pic: mediaPath(picture_id),
      seen_at: seen_at.toISOString(),
    })),
    cursor: last && formatCursor({ at: last.seen_at, id: last.id }),
    total: await countStoryViewers(ctx.db, wanted),
  }
}
