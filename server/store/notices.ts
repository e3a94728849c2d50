import type { Notice } from '#contract/notices.ts'
import type { Queryable } from '#server/db/connect.ts'

/** What the words of each kind are made of when somebody reads them. Names are looked up then: people rename themselves. */
export interface NoticeDetails {
  /** Why, in the words of the staff. */
  reason?: string | null
  /** The creator that somebody was let in to. */
  creator_id?: string
  expires_at?: string
}

export interface NewNotice {
  id: string
  user_id: string
  kind: Notice['kind']
  details?: NoticeDetails
  post_id?: string
  case_id?: string
  created_at: Date
}

/** In the transaction of what they tell; `ringNotices` afterwards. */
export async function insertNotices(db: Queryable, notices: NewNotice[]): Promise<void> {
  for (const { id, user_id, kind, details = {}, post_id = null, case_id = null, created_at } of notices) {
    await db`
      insert into notices (id, user_id, kind, details, post_id, case_id, created_at)
      values (${id}, ${user_id}, ${kind}, ${db.json({ ...details })}, ${post_id}, ${case_id}, ${created_at})`
  }
}
