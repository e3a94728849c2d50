import { PenLine } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { dateText } from '#contract/dates.ts'
import type { Statement } from '#contract/decisions.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Outcome } from '#web/ui/outcome.tsx'
import { AppealForm } from './appeal-form.tsx'

/** What the person can do about the decision, or what has come of it: answer once, wait, read the outcome. */
export function Appeal({ statement }: { statement: Statement }) {
  const { t, language } = useTranslation()
  const [isWriting, setWriting] = useState(false)
  const [hasSent, setSent] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const { appeal, may_appeal, appeal_until, undone_at } = statement

  if (appeal !== null) {
    const given = <Given appeal={appeal} />
    // The form disappears with the focus in it.
    return hasSent ? <Outcome className="outline-offset-4">{given}</Outcome> : given
  }
  if (undone_at !== null) {
    return <Alert type="success">{t('decisions.undone', { date: dateText(undone_at, language, 'day') })}</Alert>
  }
  if (!may_appeal) {
    return <p className="text-soft">{t('decisions.over', { date: dateText(appeal_until, language, 'day') })}</p>
  }
  if (isWriting) {
    return (
      <AppealForm
        onSent={() => setSent(true)}
        onCancel={() => {
          setWriting(false)
          requestAnimationFrame(() => opener.current?.focus())
        }}
      />
    )
  }
  return (
    <Button ref={opener} icon={<PenLine aria-hidden="true" />} onClick={() => setWriting(true)}>
      {t('decisions.answer')}
    </Button>
  )
}

/** The answer of the person, and later the outcome with the answer of staff. */
function Given({ appeal }: { appeal: NonNullable<Statement['appeal']> }) {
  const { t, language } = useTranslation()
  const { text, appealed_at, outcome, answer, decided_at } = appeal
  const date = decided_at === null ? '' : dateText(decided_at, language, 'day')
  return (
    <div className="flex flex-col gap-4">
      {outcome === null ? (
        <Alert type="info">{t('decisions.waiting')}</Alert>
      ) : (
        <Alert type={outcome === 'upheld' ? 'success' : 'info'}>{t(`decisions.${outcome}`, { date })}</Alert>
      )}
      <Words title={t('decisions.answered_on', { date: dateText(appealed_at, language, 'day') })}>{text}</Words>
      {answer !== null && <Words title={t('decisions.our_answer')}>{answer}</Words>}
    </div>
  )
}

function Words({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="rounded-lg bg-sunken px-4 py-3">
      <h2 className="text-small font-semibold text-soft">{title}</h2>
      <p className="mt-0.5 wrap-anywhere whitespace-pre-line">{children}</p>
    </div>
  )
}
