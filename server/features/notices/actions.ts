import type { Locale } from '#contract/accounts.ts'
import type { Notice } from '#contract/notices.ts'
import type { Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import { appeal } from '#server/domain/appeals.ts'
import { statementPath } from '#server/domain/statement-token.ts'
import { invalid, notFound } from '#server/errors.ts'
import { cutPage, type Page } from '#server/paging.ts'
import {
  countUnreadNotices,
  findDecisionOfNotice,
  hasNotice,
  listNotices as listStoredNotices,
  markNoticesRead,
  type NoticeRow,
  saveAnswer,
} from '#server/store/notices.ts'
import { cleanText } from '#server/text.ts'
import { NOTICE_KINDS } from './kinds.ts'
import { mayAnswer, namesIn, noticeText } from './words.ts'

/** With the number of unread notices in the whole list, and of those that are not about a conversation. */
type NoticePage = Page<Notice> & { unread: number; apart: number }

export async function listNotices(
  ctx: Pick<Context, 'db' | 'now' | 'secret'>,
  viewer: Viewer,
  { locale, before }: { locale: Locale; before: string | undefined },
): Promise<NoticePage> {
  const [rows, counts] = await Promise.all([
    listStoredNotices(ctx.db, viewer.id, ctx.now(), before),
    countUnreadNotices(ctx.db, viewer.id, ctx.now()),
  ])
  const { page, last } = cutPage(rows)
  return { items: page.map((row) => presentNotice(ctx, row, locale)), ...counts, cursor: last?.id }
}

export async function readNotices(
  ctx: Pick<Context, 'db' | 'live' | 'now'>,
  viewer: Viewer,
  until: string | undefined,
): Promise<void> {
  const count = await markNoticesRead(ctx.db, viewer.id, ctx.now(), until)
  // Updates the unread count on the user's other devices.
  if (count > 0) ctx.live.publish({ kind: 'notices_changed', user_ids: [viewer.id] })
}

/** Stores one answer; of concurrent requests only one succeeds. The answer to a decision is the appeal against it. */
export async function answerNotice(
  ctx: Pick<Context, 'db' | 'jobs' | 'live' | 'log' | 'now'>,
  viewer: Viewer,
  notice_id: string,
  answer: string,
): Promise<void> {
  const decision_id = await findDecisionOfNotice(ctx.db, viewer.id, notice_id)
  if (decision_id !== undefined) return await appeal(ctx, decision_id, answer, 'answer')
  const input = { user_id: viewer.id, notice_id, answer: cleanText(answer), now: ctx.now() }
  if (await saveAnswer(ctx.db, input)) return
  if (!(await hasNotice(ctx.db, viewer.id, notice_id))) throw notFound()
  throw invalid('answer', 'This notice cannot be answered, or was answered before')
}

function presentNotice({ secret, now }: Pick<Context, 'now' | 'secret'>, row: NoticeRow, locale: Locale): Notice {
  return {
    id: row.id,
    kind: row.kind,
    text: noticeText(row, locale),
    names: namesIn(row, locale),
    created_at: row.created_at.toISOString(),
    read: row.read_at !== null,
    post_id: row.post_id,
    path: row.decision_id === null ? NOTICE_KINDS[row.kind].path(row) : statementPath(secret, row.decision_id),
    may_answer: mayAnswer(row, now()),
    answer: row.answer,
  }
}
