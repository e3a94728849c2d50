import type { Tx } from '#server/db/connect.ts'
import { eraseViews } from '#server/store/insights/views.ts'
import { eraseMarks } from '#server/store/marks.ts'
import { isNotHeld, type StoredFiles } from '#server/store/media.ts'
import { hashAddress } from '#server/store/newsletter/newsletter.ts'
import { deleteFactors } from '#server/store/second-factors/factors.ts'
import { eraseIdentity } from '#server/store/verifications.ts'
import { isRemoved } from '#server/store/visibility/conversations.ts'
import { isNotErased } from '#server/store/visibility/people.ts'

/** The files to delete outside of the database. */
export interface ErasedFiles {
  media: StoredFiles[]
  export_keys: string[]
}

/**
 * Erases an account. Call it in the transaction that locks the account. What stays: the row with the id, messages and
 * reactions to others, and the books and the audit log, which contain ids only. If the books name the account, who it was
 * and where its money goes is kept, sealed, as long as the books. The evidence of a case
 * about the account stays as long as that of any case. Of decisions about it the ground and the dates stay. The
 * posts, the exports and the address come first: concurrent requests can only add rows that refer to one of these, so
 * after these steps no new rows can appear.
 */
export async function eraseUser(db: Tx, user_id: string, email_keys: string[]): Promise<ErasedFiles> {
  await lockPostsOf(db, user_id)
  // Before anything locks the profile: whoever publishes a draft locks the draft first and then the profile.
  await db`delete from drafts where profile_id = ${user_id}`
  const exported = await db<{ file_key: string | null }[]>`
    delete from exports where user_id = ${user_id} returning file_key`
  await eraseName(db, user_id)
  await deleteLikes(db, user_id)
  await eraseViews(db, user_id)
  const media = await erasePublished(db, user_id)
  await db`delete from reports where author_id = ${user_id}`
  await db`delete from handled_reports where author_id = ${user_id}`
  await db`delete from report_cases where author_id = ${user_id}`
  await db`update case_reports set description = null where reporter_id = ${user_id}`
  await eraseDecisions(db, user_id)
  await eraseNotices(db, user_id)
  // In the order of a settlement, which locks a membership before its periods.
  await erasePayer(db, user_id)
  await eraseIdentity(db, user_id)
  await db`delete from subscriptions where ${user_id} in (fan_id, profile_id)`
  await db`delete from blocks where ${user_id} in (user_id, other_id)`
  await db`delete from mutes where ${user_id} in (user_id, other_id)`
  await db`delete from waiting_fans where ${user_id} in (creator_id, fan_id)`
  await eraseFanCards(db, user_id)
  await eraseTextsToMany(db, user_id)
  await eraseMarks(db, user_id)
  await deleteSessionsAndTokens(db, user_id)
  await eraseByAddress(db, user_id, email_keys)
  await deleteAbandonedConversations(db, user_id)
  await eraseHiddenWords(db, user_id)
  return { media, export_keys: exported.flatMap(({ file_key }) => file_key ?? []) }
}

/** What the user wrote to many stays with those who got it, as their messages do. */
async function eraseTextsToMany(db: Tx, user_id: string): Promise<void> {
  await db`delete from broadcasts where creator_id = ${user_id}`
  await db`delete from broadcast_recipients where fan_id = ${user_id}`
  await db`delete from welcome_messages where creator_id = ${user_id}`
  await db`delete from welcomes where ${user_id} in (creator_id, fan_id)`
}

/** Also what others were told about the account, and what is on its way. Devices go with their sessions. */
async function eraseNotices(db: Tx, user_id: string): Promise<void> {
  await db`delete from member_notices where user_id = ${user_id}`
  await db`delete from member_notices where about_id = ${user_id}`
  await db`delete from notification_settings where user_id = ${user_id}`
  await db`delete from tellings where creator_id = ${user_id}`
  await db`delete from waiting_fans where ${user_id} in (creator_id, fan_id)`
}

/** What the account wrote about its fans, and what creators wrote about it. */
async function eraseFanCards(db: Tx, user_id: string): Promise<void> {
  await db`delete from fan_labels where ${user_id} in (creator_id, fan_id)`
  await db`delete from fan_notes where ${user_id} in (creator_id, fan_id)`
  await db`delete from saved_replies where creator_id = ${user_id}`
}

/**
 * The books, orders and receipts stay: they have ids only, and receipts, with the names that were printed, are kept for ten
 * years. What leads to the person at the payment provider goes, and what staff wrote to them; a renewal that is left has to end.
 */
async function erasePayer(db: Tx, user_id: string): Promise<void> {
  await db`update orders set customer = null, withdrawal_answer = null where fan_id = ${user_id}`
  await db`update memberships set customer = null, card_last4 = null where fan_id = ${user_id}`
  await db`
    update memberships set end_wanted_at = (select erased_at from users where id = ${user_id})
    where ${user_id} in (fan_id, creator_id) and state <> 'ended' and end_wanted_at is null`
}

/** Replaces the facts of a decision about an erased account; a decision against somebody cannot be without them. */
const ERASED_FACTS = '[erased]'

/**
 * What was decided stays, without words: neither the facts nor the appeal and its answer. An appeal that waits is
 * withdrawn. A legal hold keeps all of it, as it keeps the evidence.
 */
async function eraseDecisions(db: Tx, user_id: string): Promise<void> {
  const waiting = db`d.appealed_at is not null and d.appeal_decided_at is null`
  await db`
    update cases c set state = case when c.decided_at is null then 'open' else 'decided' end
    from decisions d
    where d.case_id = c.id and d.subject_id = ${user_id} and ${waiting} and not c.legal_hold`
  await db`
    update decisions d set facts = case when d.facts is null then null else ${ERASED_FACTS} end,
      appeal = case when d.appeal is null or (${waiting}) then null else '' end,
      appealed_at = case when ${waiting} then null else d.appealed_at end,
      appeal_answer = case when d.appeal_answer is null then null else '' end
    from cases c where c.id = d.case_id and d.subject_id = ${user_id} and not c.legal_hold`
}

/**
 * Locks the user's own posts and those they liked or reported, in the order of their ids, so that a concurrent like,
 * judgement or deletion runs before or after this one and cannot deadlock.
 */
async function lockPostsOf(db: Tx, user_id: string): Promise<void> {
  await db`
    select 1 from posts
    where profile_id = ${user_id} or id in (select post_id from likes where user_id = ${user_id})
      or id in (select post_id from reports where author_id = ${user_id})
    order by id for update`
}

async function deleteLikes(db: Tx, user_id: string): Promise<void> {
  await db`
    with gone as (delete from likes where user_id = ${user_id} returning post_id)
    update posts set likes_count = likes_count - 1 from gone where posts.id = gone.post_id`
}

async function deleteSessionsAndTokens(db: Tx, user_id: string): Promise<void> {
  await db`delete from sessions where user_id = ${user_id}`
  await db`delete from known_devices where user_id = ${user_id}`
  await deleteFactors(db, user_id)
  await db`delete from factor_recoveries where user_id = ${user_id}`
  await db`delete from password_resets where user_id = ${user_id}`
  await db`delete from email_changes where user_id = ${user_id}`
  await db`delete from sign_up_confirmations where user_id = ${user_id}`
}

/** Deletes what was stored under the user's addresses, and their background jobs. */
async function eraseByAddress(db: Tx, user_id: string, email_keys: string[]): Promise<void> {
  await db`delete from newsletter_addresses where email_key = any(${email_keys})`
  const address_hashes = email_keys.map(hashAddress)
  await db`delete from newsletter_links where address_hash in ${db(address_hashes)}`
  await db`delete from newsletter_departures where address_hash in ${db(address_hashes)}`
  await db`delete from contact_messages where email_key = any(${email_keys})`
  // A database that was just restored has no queue tables yet.
  const [queue] = await db<{ is_there: boolean }[]>`select to_regclass('pgboss.job') is not null as is_there`
  if (!queue?.is_there) return
  await db`
    delete from pgboss.job where lower(trim(data ->> 'email')) = any(${email_keys}) or data ->> 'user_id' = ${user_id}`
}

async function erasePublished(db: Tx, user_id: string): Promise<StoredFiles[]> {
  await db`delete from posts where profile_id = ${user_id}`
  await db`delete from stories where profile_id = ${user_id}`
  await db`delete from story_views where user_id = ${user_id}`
  await db`
    update profiles set bio = '', picture_id = null, picture_mark = default, hidden_bio = null, hidden_picture_id = null, last_public_post_id = null, day_subscription = default,
      week_subscription = default, month_subscription = default
    where id = ${user_id}`
  return await db<StoredFiles[]>`
    with gone as (delete from media where owner_id = ${user_id} returning store_key, content_type, files)
    select distinct on (store_key) store_key, content_type, files from gone where ${isNotHeld(db, 'gone.store_key')}`
}

async function eraseName(db: Tx, user_id: string): Promise<void> {
  await db`
    update users set email = null, email_key = null, username = null, password_hash = null, role = null,
      wish_to_become_creator = false, locale = null, theme = null, creator_approved_at = null,
      email_confirmed_at = null, age_confirmed_at = null, age_wording = null, age_locale = null,
      frozen_at = null, frozen_until = null, frozen_ground = null, frozen_facts = null
    where id = ${user_id}`
  await db`delete from usernames where user_id = ${user_id}`
}

/** Deletes the conversations whose participants are both erased. */
async function deleteAbandonedConversations(db: Tx, user_id: string): Promise<void> {
  await db`
    delete from conversations c
    where ${user_id} in (c.fan_id, c.creator_id)
      and not exists (select from users u where u.id in (c.fan_id, c.creator_id) and ${isNotErased(db, 'u')})`
}

/** A removed message stays removed. Its words, which nobody can read, are erased. */
async function eraseHiddenWords(db: Tx, user_id: string): Promise<void> {
  await db`
    update messages m set hidden_content = '' from conversations c
    where c.id = m.conversation_id and ${user_id} in (c.fan_id, c.creator_id) and m.sender_id = ${user_id}
      and ${isRemoved(db, 'm')}`
}
