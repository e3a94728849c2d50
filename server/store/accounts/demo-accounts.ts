import type { Queryable, Tx } from '#server/db/connect.ts'
import { lockErasures } from '#server/store/deletion/deletion-requests.ts'

/** The accounts of the demo world. Migration 012 explains the column `demo`. */

/** Whether the database has, or ever had, an account. */
export async function hasUsers(db: Queryable): Promise<boolean> {
  const [row] = await db<{ has_users: boolean }[]>`select exists (select from users) as has_users`
  return row?.has_users ?? true
}

/** The ids of the demo accounts that are not erased. */
export async function listDemoAccounts(db: Queryable): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from users where demo is not null and username is not null order by id`
  return rows.map(({ id }) => id)
}

export async function enableDemoAccounts(db: Queryable): Promise<void> {
  await db`update users set demo = 'open' where demo = 'closed' and username is not null`
}

/** Disables the demo accounts: ends their sessions, deletes their links, and cancels their pending mails. */
export async function disableDemoAccounts(db: Tx, now: Date): Promise<void> {
  await db`update users set demo = 'closed' where demo = 'open'`
  await db`delete from sessions where user_id in (select id from users where demo is not null)`
  await db`delete from password_resets where user_id in (select id from users where demo is not null)`
  await db`delete from email_changes where user_id in (select id from users where demo is not null)`
  await cancelDemoMails(db, now)
}

/** The notices stay in the app. */
export async function cancelDemoMails(db: Queryable, now: Date): Promise<void> {
  await db`
    update member_notices set mailed_at = ${now}
    where mailed_at is null and user_id in (select id from users where demo is not null)`
}

/** Deletes the subscriptions that the demo world gave to one of its fans, and what it said of them. */
export async function deleteDemoGrants(db: Tx, fan_id: string): Promise<void> {
  await db`
    delete from subscriptions s
    where s.fan_id in (select id from users where id = ${fan_id} and demo is not null) and s.order_id is null
      and not exists (select from movements m where m.subscription_id = s.id)`
  await db`delete from member_notices where user_id = ${fan_id} and kind = 'subscription_granted'`
}

/**
 * Deletes the cases about demo accounts, and the demo notices with theirs. Returns their sealed copies; what they held is
 * free again.
 */
export async function deleteDemoCases(db: Tx): Promise<{ sealed_keys: string[] }[]> {
  const cases = await db<{ sealed_keys: string[] }[]>`
    delete from cases
    where subject_id in (select id from users where demo is not null)
      or (kind = 'notice' and object_id in (select id from content_notices where is_demo))
    returning array_remove(
      sealed_key || '/' || sealed_name
        || array(select f.sealed_key || '/' || f.sealed_name from case_files f where f.case_id = cases.id), null
    ) as sealed_keys`
  await db`delete from content_notices where is_demo`
  return cases
}

export interface DemoContent {
  accounts: number
  posts: number
  stories: number
  subscriptions: number
  conversations: number
  payments: number
  audit_entries: number
}

/**
 * Counts what a removal would delete now. A conversation with a member stays with that member, so it is not counted.
 */
export async function countDemoContent(db: Queryable): Promise<DemoContent> {
  const [content] = await db<DemoContent[]>`
    with demo as (select id from users where demo is not null)
    select (select count(*) from users where demo is not null and username is not null) as accounts,
      (select count(*) from posts where profile_id in (select id from demo)) as posts,
      (select count(*) from stories where profile_id in (select id from demo)) as stories,
      (select count(*) from subscriptions
        where fan_id in (select id from demo) or profile_id in (select id from demo)) as subscriptions,
      (select count(*) from conversations
        where fan_id in (select id from demo) and creator_id in (select id from demo)) as conversations,
      (select count(*) from movements where ${isOfDemoWorld(db)}) as payments,
      (select count(*) from audit_log where ${namesDemoAlone(db)}) as audit_entries`
  if (!content) throw new Error('a count has no row')
  return content
}

/**
 * Locks a demo account until the transaction ends, for `eraseUser`, by setting its date of erasure. False if it is
 * erased already.
 */
export async function lockDemoAccount(db: Tx, user_id: string, now: Date): Promise<boolean> {
  await lockErasures(db)
  const rows = await db`
    update users set erased_at = ${now} where id = ${user_id} and demo is not null and username is not null returning id`
  return rows.length === 1
}

/**
 * Removes the demo payments, the payouts of demo accounts and who these were, the audit entries that name only demo accounts,
 * and the rows of erased demo accounts that have no conversation with a member.
 */
export async function deleteDemoLeftovers(db: Tx): Promise<void> {
  await db`delete from movements where ${isOfDemoWorld(db)}`
  await db`delete from payouts where is_demo and creator_id in (select id from users where demo is not null)`
  await db`delete from payout_batches b where not exists (select from payouts p where p.batch_id = b.id)`
  for (const table of ['verifications', 'payees', 'monthly_statements'])
    await db`delete from ${db(table)} where creator_id in (select id from users where demo is not null)`
  await db`delete from audit_log where ${namesDemoAlone(db)}`
  await db`
    delete from users u
    where demo is not null and username is null
      and not exists (select from conversations c where c.fan_id = u.id)
      and not exists (select from conversations c where c.creator_id = u.id)`
}

/** With play money the payouts of members are marked as a demo too. They stay: they are part of a member's balance. */
function isOfDemoWorld(db: Queryable) {
  return db`is_demo and (
    kind not in ('payout', 'transfer') or creator_id in (select id from users where demo is not null)
  )`
}

/** The trigger of the audit log has the same condition, row by row. */
function namesDemoAlone(db: Queryable) {
  return db`user_id in (select id from users where demo is not null)
    and (staff_id is null or staff_id in (select id from users where demo is not null))`
}
