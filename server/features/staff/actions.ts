import type { AdminUser } from '#contract/staff.ts'
import { canAddStories, mayBeCreator, type Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import { notify } from '#server/domain/notify.ts'
import { publishNotices } from '#server/domain/publish-notices.ts'
import { AppError, notFound } from '#server/errors.ts'
import { mediaPath } from '#server/media/media.ts'
import { cutPage, type Page } from '#server/paging.ts'
import {
  approveCreator as approveStoredCreator,
  findMember,
  findUser,
  type Member,
} from '#server/store/accounts/users.ts'
import { newId } from '#server/store/ids.ts'
import {
  type AdminUserRow,
  countUsers,
  listUsers as listStoredUsers,
  type UserFilter,
} from '#server/store/staff/admin-users.ts'
import { insertAuditEntry } from '#server/store/staff/audit.ts'
import { grantSubscription, revokeSubscription } from './grants.ts'

/** With the size of the whole list. */
type UserPage = Page<AdminUser> & { total: number }

export async function listUsers(
  ctx: Pick<Context, 'config' | 'db'>,
  filter: UserFilter,
  before: string | undefined,
): Promise<UserPage> {
  const [rows, total] = await Promise.all([listStoredUsers(ctx.db, filter, before), countUsers(ctx.db, filter)])
  const { page, last } = cutPage(rows)
  return { items: page.map((row) => presentUser(ctx, row)), total, cursor: last?.id }
}

function presentUser({ config }: Pick<Context, 'config'>, row: AdminUserRow): AdminUser {
  const {
    picture_id,
    created_at,
    is_approved: _,
    creator_approved_at,
    erased_at,
    frozen_at,
    frozen_until,
    ...user
  } = row
  return {
    ...user,
    profile_pic: mediaPath(picture_id),
    can_add_stories: canAddStories(row, config),
    may_be_creator: mayBeCreator(row, config),
    created_at: created_at.toISOString(),
    creator_approved_at: creator_approved_at?.toISOString() ?? null,
    erased_at: erased_at?.toISOString() ?? null,
    frozen_at: frozen_at?.toISOString() ?? null,
    frozen_until: frozen_until?.toISOString() ?? null,
  }
}

/** Approves a member as a creator. Idempotent: a second approval changes nothing and sends no notice. */
export async function approveCreator(
  ctx: Pick<Context, 'db' | 'jobs' | 'live' | 'log' | 'now'>,
  staff: Viewer,
  user_id: string,
): Promise<void> {
  const now = ctx.now()
  const isNew = await ctx.db.begin(async (db) => {
    const isApproved = await approveStoredCreator(db, user_id, now)
    if (!isApproved) return false
    const about = { user_id, created_at: now }
    await insertAuditEntry(db, { id: newId(now), staff_id: staff.id, action: 'creator_approved', ...about })
    await notify(db, [{ id: newId(now), kind: 'creator_approved', ...about }])
    return true
  })
  if (isNew) await publishNotices(ctx, [user_id])
  else if (!(await findUser(ctx.db, user_id))) throw notFound()
}

/** Grants a complimentary subscription. Both people are given by name or e-mail address. */
export async function grantToFan(
  ctx: Pick<Context, 'db' | 'jobs' | 'live' | 'log' | 'now'>,
  staff: Viewer,
  input: { username: string; creator: string; days: number },
): Promise<Date> {
  const pair = await findPair(ctx, input)
  const grant = { staff_id: staff.id, ...pair, days: input.days, now: ctx.now() }
  const expires_at = await ctx.db.begin((db) => grantSubscription(db, grant))
  await publishNotices(ctx, [pair.fan_id, pair.profile_id])
  return expires_at
}

/** Takes back what is left of what staff granted. Both people are given by name or e-mail address. */
export async function revokeFromFan(
  ctx: Pick<Context, 'db' | 'jobs' | 'live' | 'log' | 'now'>,
  staff: Viewer,
  input: { username: string; creator: string },
): Promise<void> {
  const pair = await findPair(ctx, input)
  const isRevoked = await ctx.db.begin((db) => revokeSubscription(db, { staff_id: staff.id, ...pair, now: ctx.now() }))
  if (!isRevoked) throw notFound()
  await publishNotices(ctx, [pair.fan_id])
}

async function findPair({ db }: Pick<Context, 'db'>, input: { username: string; creator: string }) {
  const [fan, creator] = await Promise.all([findMember(db, input.username), findMember(db, input.creator)])
  return pairOf(fan, creator)
}

const WRONG = {
  unknown: 'Nobody is known by this name',
  not_a_creator: 'They are no creator: there is no profile to subscribe to',
  oneself: 'Nobody can subscribe to themselves',
}

/** Reports all problems at once, per field, with codes that the client translates. */
function pairOf(fan: Member | undefined, creator: Member | undefined): { fan_id: string; profile_id: string } {
  const wrong: { username?: keyof typeof WRONG; creator?: keyof typeof WRONG } = {}
  if (!fan) wrong.username = 'unknown'
  if (!creator) wrong.creator = 'unknown'
  else if (creator.id === fan?.id) wrong.creator = 'oneself'
  else if (creator.profile_id === null) wrong.creator = 'not_a_creator'
  const first = wrong.username ?? wrong.creator
  if (first || !fan || !creator?.profile_id) throw new AppError('invalid', WRONG[first ?? 'unknown'], wrong)
  return { fan_id: fan.id, profile_id: creator.profile_id }
}
