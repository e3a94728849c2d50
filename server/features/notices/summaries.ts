import { NOTICE_TOPICS } from '#contract/notice-topics.ts'
import { paths } from '#contract/paths.ts'
import { TOPIC_OF } from '#server/domain/notice-topics.ts'
import { layoutMail } from '#server/mail/layout.ts'
import type { Mail } from '#server/mail/mailer.ts'
import type { UnmailedNotice } from '#server/store/notice-mails.ts'
import { isOpenTopic, SUMMARY_WORDS, TOPIC_WORDS } from './mail-words.ts'
import { type Mailing, wayOut } from './notice-mail.ts'
import { noticeText } from './words.ts'

/** More lines than that nobody reads; the rest is a number. */
const SUMMARY_LINES = 20

/** One mail about several notices of one reader, by topic in the order of the settings. */
export function summaryMail(ctx: Mailing, notices: readonly UnmailedNotice[]): Omit<Mail, 'to'> {
  const [first] = notices
  const locale = first?.locale ?? 'en'
  const words = SUMMARY_WORDS[locale]
  const topics = NOTICE_TOPICS.filter(
    (topic) => isOpenTopic(topic) && notices.some(({ kind }) => TOPIC_OF[kind] === topic),
  )
  let left = SUMMARY_LINES
  let shown = 0
  const paragraphs = topics.flatMap((topic) => {
    if (!isOpenTopic(topic)) return []
    const about = notices.filter(({ kind }) => TOPIC_OF[kind] === topic)
    const texts = Map.groupBy(about, (notice) => noticeText(notice, locale).replaceAll('\n', ' '))
    const lines = [...texts].slice(0, left)
    left -= lines.length
    shown += lines.reduce((sum, [, same]) => sum + same.length, 0)
    if (lines.length === 0) return []
    const text = lines.map(([line, same]) => (same.length > 1 ? `${line} (${same.length}\u00a0×)` : line)).join('\n')
    return [{ title: TOPIC_WORDS[topic][locale].heading, text }]
  })
  const last = paragraphs.at(-1)
  if (last && shown < notices.length) last.text += `\n${words.more(notices.length - shown)}`
  const { links, one_click } = wayOut(ctx, first?.user_id ?? '', topics, locale)
  return {
    // The oldest notice stays the same if the summary has to be sent again.
    id: `summary-${first?.id}`,
    subject: words.subject(notices.length),
    one_click_unsubscribe: one_click,
    ...layoutMail(locale, {
      ...words,
      paragraphs,
      link: `${ctx.origin()}${paths.notices}`,
      footnote: words.reason,
      hides_link: true,
      ways_out: links,
    }),
  }
}
