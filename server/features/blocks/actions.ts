import type { BlockedPerson } from '#contract/blocks.ts'
import type { Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import { stopPaymentsBetween } from '#server/domain/payments/block-payments.ts'
import { invalid, notFound } from '#server/errors.ts'
import { mediaPath } from '#server/media/media.ts'
import { cutPage, formatCursor, type Page, parseCursor } from '#server/paging.ts'
import { lockUsers } from '#server/store/accounts/users.ts'
import { deletePair, findListed, findTarget, insertPair, type ListedPerson, listPairs } from '#server/store/blocks.ts'
import { markAllRead } from '#server/store/conversations/conversations.ts'
import { markNoticesAbout } from '#server/store/notices.ts'
import { resumePeriods } from '#server/store/subscriptions/periods.ts'
import { deleteWaitingBetween } from '#server/store/waiting-lists.ts'

type Acting = Pick<Context, 'db' | 'live' | 'now'>

interface Listed {
  person: BlockedPerson
  /** False if the person was on the list already. */
  is_new: boolean
}

/**
 * Blocks a member. From this moment neither sees the other, and a conversation between them is closed. The member is not
 * told: no event reaches them, and nothing that happens on this side moves a mark that they can see.
 */
export async function block(ctx: Acting, viewer: Viewer, username: string): Promise<Listed> {
  return await add(ctx, viewer, 'blocks', username)
}

/** Mutes a creator: their posts leave the feed and their stories the strip. Their page stays as it is. */
export async function mute(ctx: Acting, viewer: Viewer, username: string): Promise<Listed> {
  return await add(ctx, viewer, 'mutes', username)
}

async function add(ctx: Acting, viewer: Viewer, list: 'blocks' | 'mutes', username: string): Promise<Listed> {
  const listed = await ctx.db.begin(async (db) => {
    const target = await findTarget(db, viewer.id, username)
    if (!target || (list === 'mutes' && !target.is_creator)) throw notFound()
    if (target.id === viewer.id) throw invalid('username', 'This is yourself')
    const pair = { user_id: viewer.id, other_id: target.id }
    // A payment between the two that is settled at this moment is seen here, or sees the block.
    if (list === 'blocks') await lockUsers(db, [viewer.id, target.id])
    const is_new = await insertPair(db, list, pair, ctx.now())
    if (is_new && list === 'blocks') {
      await markAllRead(db, pair)
      await markNoticesAbout(db, pair, ctx.now())
      await stopPaymentsBetween(db, pair, ctx.now())
      await deleteWaitingBetween(db, pair)
    }
    const person = await findListed(db, list, viewer.id, username)
    if (!person) throw notFound()
    return { person: present(person), is_new }
  })
  if (listed.is_new) ctx.live.publish({ kind: 'blocks_changed', user_ids: [viewer.id] })
  return listed
}

/** Ends a block. If the viewer is a creator, the fan's subscription goes on with the time that was left. */
export async function unblock(ctx: Acting, viewer: Viewer, username: string): Promise<void> {
  const now = ctx.now()
  await ctx.db.begin(async (db) => {
    const person = await findListed(db, 'blocks', viewer.id, username)
    if (!person) throw notFound()
    const since = await deletePair(db, 'blocks', { user_id: viewer.id, other_id: person.id })
    if (since) await resumePeriods(db, { fan_id: person.id, profile_id: viewer.id }, { since, now })
  })
  ctx.live.publish({ kind: 'blocks_changed', user_ids: [viewer.id] })
}

export async function unmute(ctx: Acting, viewer: Viewer, username: string): Promise<void> {
  const person = await findListed(ctx.db, 'mutes', viewer.id, username)
  if (!person) throw notFound()
  await deletePair(ctx.db, 'mutes', { user_id: viewer.id, other_id: person.id })
  ctx.live.publish({ kind: 'blocks_changed', user_ids: [viewer.id] })
}

export async function listPeople(
  ctx: Pick<Context, 'db'>,
  viewer: Viewer,
  list: 'blocks' | 'mutes',
  cursor: string | undefined,
): Promise<Page<BlockedPerson>> {
  const { page, last } = cutPage(await listPairs(ctx.db, list, viewer.id, parseCursor(cursor)))
  return { items: page.map(present), cursor: last && formatCursor({ at: last.created_at, id: last.id }) }
}

function present({ username, picture_id, created_at }: ListedPerson): BlockedPerson {
  return { username, profile_pic: mediaPath(picture_id), created_at: created_at.toISOString() }
}
