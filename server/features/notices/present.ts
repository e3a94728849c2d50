import type { Locale } from '#contract/accounts.ts'
import type { Notice } from '#contract/notices.ts'
import type { NoticeRow } from '#server/store/notices.ts'
import { NOTICE_KINDS } from './kinds.ts'
import { noticeText } from './words.ts'

export function presentNotice(row: NoticeRow, locale: Locale): Notice {
  return {
    id: row.id,
    kind: row.kind,
    text: noticeText(row, locale),
    created_at: row.created_at.toISOString(),
    read: row.read_at !== null,
    post_id: row.post_id,
    path: NOTICE_KINDS[row.kind].path(row),
    may_answer: row.may_answer,
    answer: row.answer,
  }
}
