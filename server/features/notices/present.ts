import type { Locale } from '#contract/accounts.ts'
import type { Notice } from '#contract/notices.ts'
import { CREATOR_SETTINGS, EXPORT_SETTINGS, paths } from '#contract/paths.ts'
import type { NoticeRow } from '#server/store/notices.ts'
import { noticeText } from './words.ts'

export function presentNotice(row: NoticeRow, locale: Locale): Notice {
  return {
    id: row.id,
    kind: row.kind,
    text: noticeText(row, locale),
    created_at: row.created_at.toISOString(),
    read: row.read_at !== null,
    post_id: row.post_id,
    path: pathOf(row),
    may_answer: row.may_answer,
    answer: row.answer,
  }
}

function pathOf({ kind, creator }: NoticeRow): string | null {
  if (kind === 'creator_approved') return CREATOR_SETTINGS
  if (kind === 'export_ready') return EXPORT_SETTINGS
  if (kind === 'subscription_granted' && creator) return paths.profile.replace(':username', creator)
  return null
}
