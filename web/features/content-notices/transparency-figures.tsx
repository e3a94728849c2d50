import {
  TRANSPARENCY_ACTIONS,
  TRANSPARENCY_GROUNDS,
  TRANSPARENCY_REASONS,
  type Transparency,
} from '#contract/content-notices.ts'
import { REPORT_REASONS } from '#contract/posts.ts'
import { HOUR_MS, SECOND_MS } from '#contract/time.ts'
import { type TranslationKey, useTranslation } from '#web/lib/i18n/i18n.ts'

const HOUR_SECONDS = HOUR_MS / SECOND_MS
const [INAPPROPRIATE] = REPORT_REASONS

/** The figures of a year, in one table for each subject. Rows without anything are left out. */
export function TransparencyFigures({ figures }: { figures: Transparency }) {
  const { t, language } = useTranslation()
  const { notices, reports, decisions, appeals } = figures
  const number = (count: number) => count.toLocaleString(language)
  const rows = (names: readonly string[], counts: Record<string, number>, word: (name: string) => string) =>
    names.flatMap((name) => (counts[name] ? [{ name: word(name), value: number(counts[name]) }] : []))
  const reason = (name: string) => t(reasonKey(name))
  const word = (list: string) => (name: string) => t(`content_notices.transparency.${list}.${name}` as TranslationKey)
  const total = (count: number) => ({ name: t('content_notices.transparency.total'), value: number(count) })
  return (
    <>
      <Figures
        title={t('content_notices.transparency.notices')}
        rows={[total(notices.total), ...rows(TRANSPARENCY_REASONS, notices.by_reason, reason)]}
      />
      <Figures
        title={t('content_notices.transparency.reports')}
        rows={[total(reports.total), ...rows(TRANSPARENCY_REASONS, reports.by_reason, reason)]}
      />
      <Figures
        title={t('content_notices.transparency.decisions')}
        rows={[
          total(decisions.total),
          { name: t('content_notices.transparency.automated'), value: number(decisions.automated) },
          { name: t('content_notices.transparency.median'), value: hoursText(decisions.median_seconds) },
        ]}
      />
      <Figures
        title={`${t('content_notices.transparency.decisions')} · ${t('content_notices.transparency.by_action')}`}
        rows={rows(TRANSPARENCY_ACTIONS, decisions.by_action, word('actions'))}
      />
      <Figures
        title={`${t('content_notices.transparency.decisions')} · ${t('content_notices.transparency.by_ground')}`}
        rows={rows(TRANSPARENCY_GROUNDS, decisions.by_ground, word('grounds'))}
      />
      <Figures
        title={t('content_notices.transparency.appeals')}
        rows={[
          total(appeals.total),
          { name: t('content_notices.transparency.upheld'), value: number(appeals.upheld) },
          { name: t('content_notices.transparency.rejected'), value: number(appeals.rejected) },
        ]}
      />
    </>
  )

  function hoursText(seconds: number | null): string {
    if (seconds === null) return t('content_notices.transparency.none')
    return t('content_notices.transparency.hours', { count: Math.round((seconds / HOUR_SECONDS) * 10) / 10 })
  }
}

/** The reasons of posts are English sentences. */
function reasonKey(name: string): TranslationKey {
  if (!REPORT_REASONS.some((reason) => reason === name)) {
    return `content_notices.short_reasons.${name}` as TranslationKey
  }
  return name === INAPPROPRIATE
    ? 'content_notices.transparency.post_reasons.inappropriate'
    : 'content_notices.transparency.post_reasons.identity'
}

function Figures({ title, rows }: { title: string; rows: { name: string; value: string }[] }) {
  if (rows.length === 0) return null
  return (
    <section className="mt-10">
      <h2 className="t2">{title}</h2>
      <dl className="mt-3 border-b border-line">
        {rows.map(({ name, value }) => (
          <div key={name} className="flex justify-between gap-6 border-t border-line py-2.5">
            <dt className="text-soft">{name}</dt>
            <dd className="num text-right font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
