import { expect, it } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import type { Queryable } from '#server/db/connect.ts'
import { findMayMessage } from '#server/store/conversations/conversations.ts'
import { listPosts } from '#server/store/posts.ts'
import { listStories } from '#server/store/story-lists.ts'
import { world } from '#tests/support/world.ts'
import { countSubscribers } from './subscriptions.ts'

const SUBSCRIBERS = 1000
const { ctx, creator, member } = await world({ STORY_AUTHORS: 'creator' })
const [amy, stranger, regular] = [await creator('amy'), await member('stranger'), await member('regular')]
await amy.posts({ protected: true })
await amy.tells({ protected: true })
const now = ctx.now()
const daysFromNow = (days: number) => new Date(now.getTime() + days * DAY_MS)
// Amy has 1,000 subscribers; many other creators have one each, whose subscription has ended.
await ctx.db`
  with people as (
    insert into users (id, email, email_key, username, password_hash, created_at)
    select gen_random_uuid(), name, name, name, 'none', ${now}
    from generate_series(1, ${SUBSCRIBERS}) number, concat('fan', number) name returning id
  ), creators as (
    insert into profiles (id, created_at) select id, ${now} from people returning id
  )
  insert into subscriptions (id, fan_id, profile_id, starts_at, expires_at, created_at)
  select gen_random_uuid(), id, ${amy.id}::uuid, ${daysFromNow(-1)}::timestamptz, ${daysFromNow(1)}::timestamptz, ${now}::timestamptz
  from people
  union all
  select gen_random_uuid(), ${regular.id}, id, ${daysFromNow(-3)}, ${daysFromNow(-2)}, ${now} from creators`
await ctx.db`analyze users, profiles, subscriptions`

/** How many subscriptions a statement reads. */
async function countRowsRead(work: (tx: Queryable) => Promise<unknown>): Promise<number> {
  return await ctx.db.begin(async (tx) => {
    const read = async () => {
      const [row] = await tx<{ count: number }[]>`
        select seq_tup_read + idx_tup_fetch as count from pg_stat_xact_user_tables where relname = 'subscriptions'`
      return row?.count ?? Number.NaN
    }
    const before = await read()
    await work(tx)
    return (await read()) - before
  })
}

it.each<[string, (tx: Queryable) => Promise<unknown>]>([
  ['a creator’s posts', (tx) => listPosts(tx, stranger.id, now, { profile_id: amy.id })],
  ['their own posts', (tx) => listPosts(tx, amy.id, now, { profile_id: amy.id })],
  ['a creator’s stories', (tx) => listStories(tx, stranger.id, now, { profile_id: amy.id })],
  ['their own stories', (tx) => listStories(tx, amy.id, now, { profile_id: amy.id })],
  ['whether they may write', (tx) => findMayMessage(tx, stranger.id, amy.id, now)],
])('Who does not subscribe reads %s without reading all subscriptions', async (_, work) => {
  expect(await countRowsRead(work)).toBeLessThan(10)
})

it('All subscribers of a creator are counted', async () => {
  expect(await countSubscribers(ctx.db, amy.id, now)).toBe(SUBSCRIBERS)
})
