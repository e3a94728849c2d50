import { useRef } from 'react'
import type { CaseFile } from '#contract/cases.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Alert } from '#web/ui/alert.tsx'
import { AppealForm } from './appeal-form.tsx'
import { DecisionForm } from './decision-form.tsx'
import { DecisionsList } from './decisions-list.tsx'

interface DecisionPanelProps {
  file: CaseFile
  viewer: { username: string; isAdmin: boolean }
}

/** What was decided, and what this viewer may decide now. After a decision the focus moves to its heading. */
export function DecisionPanel({ file, viewer }: DecisionPanelProps) {
  const { t } = useTranslation()
  const heading = useRef<HTMLHeadingElement>(null)
  const onDone = () => heading.current?.focus()
  const { decisions, state, may } = file
  const appealed = decisions.find(({ appeal }) => appeal && appeal.outcome === null)
  return (
    <section className="rounded-card border border-line bg-surface px-4 py-4.5 md:px-6.5 md:pt-6 md:pb-5.5">
      <h2 ref={heading} tabIndex={-1} className="t2 mb-3.5 rounded-sm">
        {t('cases.decide.title')}
      </h2>
      {decisions.length > 0 && (
        <div className={may.length > 0 ? 'mb-5 border-b border-line pb-5' : undefined}>
          <DecisionsList decisions={decisions} />
        </div>
      )}
      {state === 'open' &&
        (may.length > 0 ? (
          <DecisionForm key={file.id} file={file} viewer={viewer} onDone={onDone} />
        ) : (
          <Alert type="info">{t(file.needs_admin ? 'cases.decide.needs_admin' : 'cases.decide.not_yours')}</Alert>
        ))}
      {state === 'decided' && decisions.length === 0 && (
        <p className="text-label text-soft">{t('cases.decide.none_left')}</p>
      )}
      {appealed &&
        (file.may_decide_appeal ? (
          <AppealForm key={appealed.id} decision={appealed} onDone={onDone} />
        ) : (
          <Alert type="info" className="mt-4">
            {t(appealed.by === viewer.username ? 'cases.decide.complaint_not_yours' : 'cases.decide.complaint_others')}
          </Alert>
        ))}
    </section>
  )
}
