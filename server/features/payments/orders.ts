import { amountOf } from '#contract/fees.ts'
import { type Order, WITHDRAWAL_DAYS } from '#contract/payments.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Viewer } from '#server/access.ts'
import { notify } from '#server/domain/notify.ts'
import { publishNotices } from '#server/domain/publish-notices.ts'
import type { Shop } from '#server/domain/shop.ts'
import { tellStaff } from '#server/domain/tell-staff.ts'
import { AppError, notFound } from '#server/errors.ts'
import { mediaPath } from '#server/media/media.ts'
import { newId } from '#server/store/ids.ts'
import { findOwnOrder, type OwnOrder } from '#server/store/payments/order-list.ts'
import { markWithdrawalAsked } from '#server/store/payments/withdrawals.ts'
import { giveBack } from './refund.ts'

export async function getOrder(ctx: Shop, viewer: Pick<Viewer, 'id'>, id: string): Promise<Order> {
  return presentOrder(await findOwn(ctx, viewer, id), ctx.now())
}

async function findOwn(ctx: Shop, viewer: Pick<Viewer, 'id'>, id: string): Promise<OwnOrder> {
  const order = await findOwnOrder(ctx.db, viewer.id, id)
  if (!order) throw notFound()
  return order
}

function presentOrder(order: OwnOrder, now: Date): Order {
  const { id, state, username, picture_id, period, renews, receipt } = order
  return {
    id,
    state,
    creator: username === null ? null : { username, profile_pic: mediaPath(picture_id) },
    period,
    charged: amountOf(order.charged),
    created_at: order.created_at.toISOString(),
    starts_at: order.starts_at?.toISOString() ?? null,
    ends_at: order.ends_at?.toISOString() ?? null,
    renews,
    receipt,
    withdrawal: withdrawalOf(order, now),
    withdrawal_asked_at: order.withdrawal_asked_at?.toISOString() ?? null,
    withdrawal_declined_at: order.withdrawal_declined_at?.toISOString() ?? null,
    withdrawal_answer: order.withdrawal_answer,
  }
}

/**
 * Whether and how somebody can withdraw. They have asked to start at once, which ends the right to withdraw as soon as
 * their time has begun: then staff decide, once. What has not begun yet is refunded without a question.
 */
function withdrawalOf(order: OwnOrder, now: Date): Order['withdrawal'] {
  const { state, paid_at, starts_at, withdrawal_declined_at } = order
  if (state !== 'paid' || paid_at === null) return null
  if (now.getTime() - paid_at.getTime() > WITHDRAWAL_DAYS * DAY_MS) return null
  if (starts_at !== null && starts_at > now) return 'now'
  return withdrawal_declined_at === null ? 'ask' : null
}

/** Withdraws from an order. A repeated call changes nothing. */
export async function withdrawOrder(ctx: Shop, viewer: Pick<Viewer, 'id'>, id: string): Promise<Order> {
  const order = await findOwn(ctx, viewer, id)
  switch (withdrawalOf(order, ctx.now())) {
    case 'now':
      await giveBack(ctx, order)
      break
    case 'ask':
      await askStaff(ctx, order)
      break
    case null:
      throw new AppError('invalid', 'This order cannot be withdrawn from')
  }
  return await getOrder(ctx, viewer, id)
}

/** The fan gets a receipt of what they asked for, as a notice and by mail, and the admins are told that somebody waits. */
async function askStaff(ctx: Shop, { id, fan_id: user_id, creator_id }: OwnOrder): Promise<void> {
  const now = ctx.now()
  const told = await ctx.db.begin(async (db) => {
    if (!(await markWithdrawalAsked(db, id, now))) return []
    const notice = {
      id: newId(now),
      user_id,
      kind: 'withdrawal_asked' as const,
      details: { creator_id },
      created_at: now,
    }
    await notify(db, [notice])
    return [user_id, ...(await tellStaff(db, 'withdrawal_waits', now, user_id))]
  })
  await publishNotices(ctx, told)
}
