import { expect, it } from 'vitest'
import type { InsightPost, InsightStory, Insights } from '#contract/insights.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { newId } from '#server/store/ids.ts'
import { insertPostViews, VIEWERS_KEPT_DAYS } from '#server/store/insights/views.ts'
import { insertMedia } from '#server/store/media.ts'
import { toggleLike } from '#server/store/posts.ts'
import { insertStory, markStorySeen } from '#server/store/stories.ts'
import { insertSubscription } from '#server/store/subscriptions/periods.ts'
import { dayOf, later } from '#server/time.ts'
import { insertPosts } from '#tests/support/database/post-rows.ts'
import { seededRandom } from '#tests/support/network/hostile-frames.ts'
import { world } from '#tests/support/world.ts'

/**
 * A property: whatever happened in seventy days, the insights are what a recount of all events says. The log of events is
 * kept here, and counted in the plainest way. Jobs run at random times, so that some is counted by them and some is not.
 */

const DAYS = 70
const { ctx, creator, member, passes, runJob } = await world()
const { db } = ctx
const random = seededRandom(20_261_118)
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
const chance = (share: number) => random() < share

const amy = await creator('amy')
const lou = await creator('lou')
const fans = await Promise.all(Array.from({ length: 12 }, (_, n) => member(`fan${n}`)))
const people = [...fans, lou, amy]

interface Thing {
  id: string
  created_at: Date
}
const posts: Thing[] = []
const stories: (Thing & { viewers: Set<string> })[] = []
/** Whoever saw something of Amy, and on which day. */
const looks: { viewer: string; day: string }[] = []
/** How often each post was counted; and who is still known to have seen it, since which day. */
const counts = new Map<string, number>()
const known = new Map<string, string>()
const likes = new Map<string, Date>()
const periods: { fan: string; from: Date; until: Date }[] = []

const daysBefore = (day: string, days: number) => dayOf(new Date(Date.parse(day) - days * DAY_MS))

async function publish(): Promise<void> {
  if (chance(0.25)) {
    const created_at = later(ctx.now(), -1)
    const [id = ''] = await insertPosts(ctx, amy, ['A post'])
    posts.push({ id, created_at })
  }
  if (chance(0.4)) {
    const created_at = ctx.now()
    const [id, media_id] = [newId(created_at), newId(created_at)]
    const media = { store_key: `none/${media_id}`, content_type: 'image/webp', files: [] }
    await insertMedia(db, { id: media_id, owner_id: amy.id, ...media, created_at })
    const story = { id, profile_id: amy.id, media_id, description: 'A story', protected: false }
    await insertStory(db, { ...story, created_at, expires_at: later(created_at, DAY_MS) })
    stories.push({ id, created_at, viewers: new Set() })
  }
}

function look(viewer: string): void {
  if (viewer !== amy.id) looks.push({ viewer, day: dayOf(ctx.now()) })
}

async function lookAround(viewer: string): Promise<void> {
  const seen = posts.slice(-6).filter(() => chance(0.4))
  if (posts.length > 0 && chance(0.2)) seen.push(pick(posts))
  if (seen.length > 0) {
    const ids = seen.map(({ id }) => id)
    await Promise.all([insertPostViews(db, viewer, ids, ctx.now()), insertPostViews(db, viewer, ids, ctx.now())])
    look(viewer)
    for (const id of new Set(viewer === amy.id ? [] : ids)) {
      const key = `${id} ${viewer}`
      if (known.has(key)) continue
      known.set(key, dayOf(ctx.now()))
      counts.set(id, (counts.get(id) ?? 0) + 1)
    }
  }
  for (const story of stories.filter(({ created_at }) => later(created_at, DAY_MS) > ctx.now())) {
    if (!chance(0.3)) continue
    expect(await markStorySeen(db, viewer, story.id, ctx.now())).toBe(true)
    look(viewer)
    if (viewer !== amy.id) story.viewers.add(viewer)
  }
  if (posts.length > 0 && chance(0.3)) {
    const { id } = pick(posts)
    const key = `${id} ${viewer}`
    const { liked } = (await db.begin((tx) => toggleLike(tx, viewer, id, ctx.now()))) ?? {}
    expect(liked).toBe(!likes.has(key))
    if (liked) likes.set(key, ctx.now())
    else likes.delete(key)
  }
}

async function subscribe(): Promise<void> {
  const fan = pick(fans).id
  const mine = periods.filter((period) => period.fan === fan).sort((a, b) => b.until.getTime() - a.until.getTime())
  const end = mine[0]?.until
  // It starts now, exactly when the last one ends, or while it is running.
  const from = end && end > ctx.now() && chance(0.5) ? (chance(0.5) ? end : later(ctx.now(), HOUR_MS)) : ctx.now()
  const until = later(from, pick([1, 7, 7, 30]) * DAY_MS + (chance(0.3) ? MINUTE_MS : 0))
  await insertSubscription(db, {
    id: newId(ctx.now()),
    fan_id: fan,
    profile_id: amy.id,
    starts_at: from,
    expires_at: until,
    created_at: ctx.now(),
  })
  periods.push({ fan, from, until })
}

/** The times without a break for which each fan had access. */
function runs(): { from: Date; until: Date }[] {
  return fans.flatMap(({ id }) => {
    const merged: { from: Date; until: Date }[] = []
    const mine = periods.filter(({ fan }) => fan === id).sort((a, b) => a.from.getTime() - b.from.getTime())
    for (const { from, until } of mine) {
      const last = merged.at(-1)
      if (last && from <= last.until) last.until = until > last.until ? until : last.until
      else merged.push({ from, until })
    }
    return merged
  })
}

interface Span {
  first: string
  last: string
}

function recount({ first, last }: Span) {
  const isIn = (time: Date) => dayOf(time) >= first && dayOf(time) <= last && time <= ctx.now()
  return {
    people: new Set(looks.filter(({ day }) => day >= first && day <= last).map(({ viewer }) => viewer)).size,
    likes: [...likes.values()].filter(isIn).length,
    new_subscribers: runs().filter(({ from }) => isIn(from)).length,
    left: runs().filter(({ until }) => isIn(until)).length,
  }
}

const newWithinADay = ({ created_at }: Thing) =>
  runs().filter(({ from }) => from >= created_at && from < later(created_at, DAY_MS) && from <= ctx.now()).length

/** The same period as the insights say, recounted. */
async function expectRecount(query: string, span: Span, before: Span): Promise<void> {
  const { body }: { body: Insights } = await amy.ask('GET', `/insights${query}`)
  expect([body.from, body.until]).toEqual([span.first, span.last])
  const [now, past] = [recount(span), recount(before)]
  for (const name of ['people', 'likes', 'new_subscribers', 'left'] as const) {
    expect([name, body[name].count], query).toEqual([name, now[name]])
    if (body[name].before !== null) expect([name, body[name].before], query).toEqual([name, past[name]])
  }
  expect(body.subscribers).toBe(runs().filter(({ from, until }) => from <= ctx.now() && until > ctx.now()).length)
  for (const { day, people, posts: count } of body.days) {
    expect([day, people]).toEqual([day, recount({ first: day, last: day }).people])
    expect([day, count]).toEqual([day, posts.filter(({ created_at }) => dayOf(created_at) === day).length])
  }
  const isIn = ({ created_at }: Thing) => dayOf(created_at) >= span.first && dayOf(created_at) <= span.last
  const told = stories.filter(isIn).toReversed().slice(0, 24)
  expect(body.stories.map(({ id, seen_by, new_subscribers }: InsightStory) => [id, seen_by, new_subscribers])).toEqual(
    told.map((story) => [story.id, story.viewers.size, newWithinADay(story)]),
  )
  const listed: InsightPost[] = (await amy.ask('GET', `/insights/posts${query}`)).body
  expect(listed.map((post) => [post.id, post.seen_by, post.likes_count, post.new_subscribers])).toEqual(
    // A page.
    posts
      .filter(isIn)
      .toReversed()
      .slice(0, 30)
      .map((post) => [
        post.id,
        counts.get(post.id) ?? 0,
        [...likes.keys()].filter((key) => key.startsWith(post.id)).length,
        newWithinADay(post),
      ]),
  )
}

async function expectLastDays(): Promise<void> {
  const today = dayOf(ctx.now())
  const first = daysBefore(today, 29)
  await expectRecount('', { first, last: today }, { first: daysBefore(today, 59), last: daysBefore(first, 1) })
}

it('The insights of every period equal a recount of the seeded events', { timeout: 120_000 }, async () => {
  for (let day = 0; day < DAYS; day += 1) {
    for (let turn = 0; turn < 4; turn += 1) {
      await publish()
      for (const { id } of people) if (chance(0.12)) await lookAround(id)
      if (chance(0.15)) await subscribe()
      if (chance(0.2)) await runJob('count_viewers')
      passes(6 * HOUR_MS)
    }
    if (chance(0.6)) await runJob('sweep_stories')
    if (chance(0.3)) {
      for (const job of ['count_viewers', 'sweep_viewers'] as const) await runJob(job)
      const kept = daysBefore(dayOf(ctx.now()), VIEWERS_KEPT_DAYS)
      for (const [key, since] of known) if (since < kept) known.delete(key)
    }
    if (day % 20 === 19) {
      await amy.signIn()
      // At the very moment at which somebody comes.
      await subscribe()
      await expectLastDays()
    }
  }
  expect([posts.length > 15, stories.length > 60, likes.size > 50, runs().length > 12]).toEqual(Array(4).fill(true))
  // It began on the first of March and ends on the tenth of May.
  const march = { first: '2026-03-01', last: '2026-03-31' }
  await expectRecount('?month=2026-03', march, { first: '2026-02-01', last: '2026-02-28' })
  await expectRecount('?month=2026-04', { first: '2026-04-01', last: '2026-04-30' }, march)
  // Of a month that is not over, as many days of the month before.
  const may = { first: '2026-05-01', last: '2026-05-10' }
  await expectRecount('?month=2026-05', may, { first: '2026-04-01', last: '2026-04-10' })
  expect((await amy.ask('GET', '/insights')).body.months).toEqual(['2026-05', '2026-04', '2026-03'])
})
