import type { Queryable } from '#server/db/connect.ts'
import { updateGrace } from '#server/store/subscriptions/grace.ts'
import { standing } from '#server/store/visibility/people.ts'

export interface Membership {
  id: string
  order_id: string
  fan_id: string
  creator_id: string
  provider: 'stripe' | 'sandbox'
  reference: string
  customer: string | null
  state: 'active' | 'past_due' | 'ended'
  /** False after it was cancelled: it ends with the period. */
  renews: boolean
  price: number
  charged: number
  period_starts_at: Date
  period_ends_at: Date
  card_last4: string | null
  ended_at: Date | null
}

export interface StoredMembership extends Membership {
  /** When the product decided that the provider must end it. */
  end_wanted_at: Date | null
  /** Since when the product has stopped the renewal, because one of the two is frozen. */
  paused_at: Date | null
}

function membershipColumns(db: Queryable) {
  return db`id, order_id, fan_id, creator_id, provider, reference, customer, state, renews, price, charged,
    period_starts_at, period_ends_at, card_last4, ended_at, end_wanted_at, paused_at`
}

export async function findMembership(
  db: Queryable,
  { provider, reference }: Pick<Membership, 'provider' | 'reference'>,
): Promise<StoredMembership | undefined> {
  const [membership] = await db<StoredMembership[]>`
    select ${membershipColumns(db)} from memberships where provider = ${provider} and reference = ${reference}`
  return membership
}

/** The one that renews, or may renew, for this fan and creator. */
export async function findMembershipOf(
  db: Queryable,
  { fan_id, creator_id }: Pick<Membership, 'fan_id' | 'creator_id'>,
): Promise<StoredMembership | undefined> {
  const [membership] = await db<StoredMembership[]>`
    select ${membershipColumns(db)} from memberships
    where fan_id = ${fan_id} and creator_id = ${creator_id} and state <> 'ended' and end_wanted_at is null`
  return membership
}

/**
 * Writes the present state of a membership. A pair has one that renews: if a fan has bought two, the one of the later
 * order has to end, whichever is written first. One that has to end already makes no other end. The caller has locked the fan.
 */
export async function saveMembership(db: Queryable, membership: Membership, now: Date): Promise<StoredMembership> {
  const isOver = membership.state === 'ended' || (await findMembership(db, membership))?.end_wanted_at
  const other = isOver ? undefined : await findMembershipOf(db, membership)
  const isSecond = other !== undefined && other.id !== membership.id && other.order_id < membership.order_id
  if (other && other.id !== membership.id && !isSecond) await wantEnd(db, [other.id], now)
  const { id: _, provider: __, reference: ___, ...changes } = membership
  const [saved] = await db<StoredMembership[]>`
    insert into memberships ${db({ ...membership, end_wanted_at: isSecond ? now : null })}
    on conflict (provider, reference) do update set ${db(changes)}
    returning ${membershipColumns(db)}`
  if (!saved) throw new Error('a membership was not saved')
  return saved
}

/** Marks memberships that the provider has to end. They have no grace any more. */
export async function wantEnd(db: Queryable, ids: string[], now: Date): Promise<void> {
  await db`
    update memberships set end_wanted_at = ${now}
    where id = any(${ids}) and state <> 'ended' and end_wanted_at is null`
  for (const id of ids) await updateGrace(db, id)
}

/** Those whose renewal has to stop, because one of the two is frozen or leaving, and those that can go on again. */
export async function listMembershipsToPause(
  db: Queryable,
  provider: Membership['provider'],
  limit: number,
): Promise<(StoredMembership & { is_hindered: boolean })[]> {
  return await db<(StoredMembership & { is_hindered: boolean })[]>`
    select * from (
      select ${membershipColumns(db)}, exists (
          select from (values (m.fan_id), (m.creator_id)) side (id) left join users u on u.id = side.id
          where ${standing(db, 'u')} <> 'present'
        ) as is_hindered
      from memberships m where state <> 'ended' and end_wanted_at is null and provider = ${provider}
    ) m
    where (is_hindered and renews) or (not is_hindered and paused_at is not null)
    order by id limit ${limit}`
}

/** The fan stops a renewal that the product has paused: it does not go on afterwards. True if it was paused. */
export async function endPause(db: Queryable, id: string): Promise<boolean> {
  const { count } = await db`update memberships set paused_at = null where id = ${id} and paused_at is not null`
  return count > 0
}

export async function setPaused(db: Queryable, id: string, paused_at: Date | null): Promise<void> {
  await db`update memberships set paused_at = ${paused_at} where id = ${id}`
}

/** What waits to be ended at the provider, oldest first. */
export async function listMembershipsToEnd(
  db: Queryable,
  provider: Membership['provider'],
  limit: number,
): Promise<StoredMembership[]> {
  return await db<StoredMembership[]>`
    select ${membershipColumns(db)} from memberships
    where state <> 'ended' and end_wanted_at is not null and provider = ${provider} order by end_wanted_at, id limit ${limit}`
}

/** The provider does not know it any more, so there is nothing left to end. */
export async function markEnded(db: Queryable, id: string, now: Date): Promise<void> {
  await db`update memberships set state = 'ended', renews = false, ended_at = ${now} where id = ${id} and state <> 'ended'`
}

/** All that are not over, oldest first. */
export async function listOpenMemberships(
  db: Queryable,
  provider: Membership['provider'],
): Promise<StoredMembership[]> {
  return await db<StoredMembership[]>`
    select ${membershipColumns(db)} from memberships where state <> 'ended' and provider = ${provider} order by id`
}

/** The membership of an order that is not over. */
export async function findMembershipOfOrder(db: Queryable, order_id: string): Promise<StoredMembership | undefined> {
  const [membership] = await db<StoredMembership[]>`
    select ${membershipColumns(db)} from memberships where order_id = ${order_id} and state <> 'ended'`
  return membership
}
