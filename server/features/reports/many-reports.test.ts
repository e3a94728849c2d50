import { expect, it } from 'vitest'
import { REPORT_REASONS } from '#contract/posts.ts'
import type { ReportedPost } from '#contract/reports.ts'
import { REPORTS_SHOWN } from '#server/store/reports/reports.ts'
import { world } from '#tests/support/world.ts'

const { ctx, creator, staff } = await world()
const amy = await creator('amy')
const moderator = await staff('moderator', 'moderator')
const MANY = 9_500

const listed = async (state: string) =>
  (await moderator.ask('GET', `/admin/reports?state=${state}`)).body as ReportedPost[]

/** The texts of the newest reports, oldest first. */
const LAST = Array.from({ length: REPORTS_SHOWN }, (_, index) => `report ${MANY - REPORTS_SHOWN + index + 1}`)

it('Of thousands of reports of one post staff see the newest and their number; after the decision all reporters are told', async () => {
  const { id } = await amy.posts()
  await ctx.db`
    with people as (
      insert into users (id, email, email_key, username, password_hash, created_at)
      select gen_random_uuid(), 'many' || n || '@example.com', 'many' || n || '@example.com', 'many_' || n, '', ${ctx.now()}
      from generate_series(1, ${MANY}) n
      returning id, split_part(username, '_', 2)::int as n
    )
    insert into reports (id, post_id, author_id, reason, description, created_at)
    select lpad(n::text, 32, '0')::uuid, ${id}, id, ${REPORT_REASONS[0]}, 'report ' || n,
      ${ctx.now()}::timestamptz + make_interval(secs => n)
    from people`
  const [post] = await listed('open')
  expect(post?.reports.map(({ description }) => description)).toEqual(LAST)
  expect(post?.reports_count).toBe(MANY)
  const { body: feed } = await moderator.ask('GET', '/posts')
  expect(feed[0].reports).toHaveLength(REPORTS_SHOWN)

  expect((await moderator.ask('POST', `/admin/reports/${id}/dismiss`, {})).status).toBe(200)
  expect(await listed('open')).toEqual([])
  const [judged] = await listed('handled')
  expect(judged?.reports.map(({ description }) => description)).toEqual(LAST)
  expect(judged?.reports_count).toBe(MANY)
  const [told] = await ctx.db`select count(distinct user_id)::int as people from member_notices`
  expect(told).toEqual({ people: MANY })
})
