import type { Queryable } from '#server/db/connect.ts'
import { isClosed, isRemoved } from '#server/store/visibility/conversations.ts'
import type { Participants } from './conversations.ts'

export interface Reaction {
  conversation_id: string
  message_id: string
  user_id: string
  emoji: string
  now: Date
}

/** The conversation of the message, and whether something changed. */
export interface ReactionResult extends Participants {
  conversation_id: string
  message_id: string
  /** Who wrote the message. */
  author_id: string
  changed: boolean
  /** Nobody may react in a closed conversation, so nothing has changed. */
  is_closed: boolean
}

/** Undefined if the user is not a participant, or the message is not in the conversation or was removed by staff. */
export async function insertReaction(db: Queryable, reaction: Reaction): Promise<ReactionResult | undefined> {
  const { user_id, emoji, now } = reaction
  const [row] = await db<ReactionResult[]>`
    with own as (${ownMessage(db, reaction)}),
    added as (
      insert into reactions (message_id, user_id, emoji, created_at)
      select message_id, ${user_id}::uuid, ${emoji}::text, ${now}::timestamptz from own where not own.is_closed
      on conflict do nothing returning message_id
    )
    select own.*, exists (select from added) as changed from own`
  return row
}

export async function deleteReaction(db: Queryable, reaction: Reaction): Promise<ReactionResult | undefined> {
  const { user_id, emoji } = reaction
  const [row] = await db<ReactionResult[]>`
    with own as (${ownMessage(db, reaction)}),
    removed as (
      delete from reactions r using own
      where not own.is_closed and r.message_id = own.message_id and r.user_id = ${user_id} and r.emoji = ${emoji} returning r.message_id
    )
    select own.*, exists (select from removed) as changed from own`
  return row
}

function ownMessage(db: Queryable, { conversation_id, message_id, user_id }: Reaction) {
  return db`
    select c.id as conversation_id, m.id as message_id, m.sender_id as author_id, c.fan_id, c.creator_id, ${isClosed(db)} as is_closed
    from messages m join conversations c on c.id = m.conversation_id
    where m.id = ${message_id} and c.id = ${conversation_id} and ${user_id} in (c.fan_id, c.creator_id)
      and not ${isRemoved(db, 'm')}`
}

/** The reactions to a message in one snapshot of the database. */
export interface ReactionsSnapshot {
  reactions: { emoji: string; user_id: string }[]
  /**
   * A logical timestamp, the number of finished transactions: of two snapshots, of any process, the greater number is
   * the newer one.
   */
  as_of: number
}

export async function listReactions(db: Queryable, message_id: string): Promise<ReactionsSnapshot> {
  // A snapshot contains all transactions before its xmax except those in progress, so the number grows with each
  // commit.
  const [row] = await db<ReactionsSnapshot[]>`
    select coalesce(json_agg(json_build_object('emoji', emoji, 'user_id', user_id)), '[]') as reactions, (
      select pg_snapshot_xmax(s)::text::bigint - (select count(*) from pg_snapshot_xip(s)) from pg_current_snapshot() s
    ) as as_of
    from reactions where message_id = ${message_id}`
  if (!row) throw new Error('an aggregate answers one row')
  return row
}
