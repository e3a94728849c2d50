import type { Transparency } from '#contract/content-notices.ts'
import { useSection, useTranslation } from '#web/lib/i18n/i18n.ts'

const HOUR_SECONDS = 60 * 60

/** The figures of a year, in one list for each subject, in the order of the texts. Rows without anything are left out. */
export function TransparencyFigures({ figures }: { figures: Transparency }) {
  const { t, language } = useTranslation()
  const { short_reasons, transparency: words } = useSection('content_notices')
  const { notices, reports, decisions, appeals } = figures
  const number = (count: number) => count.toLocaleString(language)
  const rows = (names: Readonly<Record<string, string>>, counts: Readonly<Record<string, number>>) =>
    Object.entries(names).flatMap(([key, name]) => (counts[key] ? [{ name, value: number(counts[key]) }] : []))
  const total = (count: number) => ({ name: words.total, value: number(count) })
  const reasons = { ...short_reasons, ...words.post_reasons }
  const median =
    decisions.median_seconds === null
      ? words.none
      : t('content_notices.transparency.hours', {
          count: Math.round((decisions.median_seconds / HOUR_SECONDS) * 10) / 10,
        })
  return (
    <>
      <Figures title={words.notices} rows={[total(notices.total), ...rows(reasons, notices.by_reason)]} />
      <Figures title={words.reports} rows={[total(reports.total), ...rows(reasons, reports.by_reason)]} />
      <Figures
        title={words.decisions}
        rows={[
          total(decisions.total),
          { name: words.automated, value: number(decisions.automated) },
          { name: words.median, value: median },
        ]}
      />
      <Figures title={words.by_action} rows={rows(words.actions, decisions.by_action)} />
      <Figures title={words.by_ground} rows={rows(words.grounds, decisions.by_ground)} />
      <Figures
        title={words.appeals}
        rows={[
          total(appeals.total),
          { name: words.upheld, value: number(appeals.upheld) },
          { name: words.rejected, value: number(appeals.rejected) },
        ]}
      />
    </>
  )
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
