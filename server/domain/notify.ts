import { SECOND_MS } from '#contract/time.ts'
import type { Queryable } from '#server/db/connect.ts'
import { findMuted } from '#server/store/blocks.ts'
import { insertNotices, type NewNotice } from '#server/store/notices.ts'
import { listSettingsOf } from '#server/store/notification-settings.ts'
import { later } from '#server/time.ts'
import { DEFAULT_SETTINGS, type Delivery, judgeDelivery } from './judge-delivery.ts'
import { PUBLISHED } from './notice-topics.ts'

/**
 * Tells people of something: the one way to create notices. Each goes by the channels that its reader wants, at the time
 * they want, judged at its `created_at`. Call it in the transaction of the event, and `publishNotices` for the returned
 * people after the commit.
 */
export async function notify(db: Queryable, notices: readonly NewNotice[]): Promise<string[]> {
  if (notices.length === 0) return []
  const deliveries = await judgeDeliveries(
    db,
    notices.map((notice) => ({ ...notice, now: notice.created_at })),
  )
  const told = notices.flatMap((notice, index) => {
    const delivery = deliveries[index]
    return delivery
      ? [{ ...notice, ...(notice.kind === 'new_reaction' ? unlessSeen(delivery, notice) : delivery) }]
      : []
  })
  return await insertNotices(db, told)
}

/** Whoever has the thread open sees the reaction there by then: it is marked as read, and nothing leaves the app. */
const SEEN_MS = 5 * SECOND_MS

function unlessSeen(delivery: Delivery, { created_at }: NewNotice): Delivery {
  const { push_at, mail_at, mailed_at } = delivery
  return {
    ...delivery,
    push_at: push_at && later(push_at, SEEN_MS),
    mail_at: mailed_at ? mail_at : later(mail_at ?? created_at, SEEN_MS),
  }
}

interface Judged extends Pick<NewNotice, 'user_id' | 'kind'> {
  about_id?: string | null
  now: Date
}

/** Judges each of them with what its reader has chosen until now. Undefined: by no channel. */
export async function judgeDeliveries(
  db: Queryable,
  notices: readonly Judged[],
): Promise<readonly (Delivery | undefined)[]> {
  const readers = [...new Set(notices.map(({ user_id }) => user_id))]
  const settings = await listSettingsOf(db, readers)
  const mutes = await findMutes(db, notices)
  return notices.map(({ user_id, kind, about_id, now }) => {
    const is_muted = mutes.has(pairKey(user_id, about_id ?? ''))
    return judgeDelivery({ kind, settings: settings.get(user_id) ?? DEFAULT_SETTINGS, is_muted, now })
  })
}

async function findMutes(db: Queryable, notices: readonly Judged[]): Promise<ReadonlySet<string>> {
  const pairs = notices.flatMap(({ kind, user_id, about_id: other_id }) =>
    other_id && PUBLISHED.includes(kind) ? [{ user_id, other_id }] : [],
  )
  if (pairs.length === 0) return new Set()
  const muted = await findMuted(db, pairs)
  return new Set(muted.map(({ user_id, other_id }) => pairKey(user_id, other_id)))
}

function pairKey(user_id: string, other_id: string): string {
  return `${user_id} ${other_id}`
}
