import { Scale } from 'lucide-react'
import { type SubmitEvent, useRef, useState } from 'react'
import { APPEAL_MAX, type Decision } from '#contract/decisions.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { RadioRows } from '#web/ui/forms/radio-rows.tsx'
import { TextArea } from '#web/ui/forms/text-input.tsx'
import { useDecideAppealMutation } from './queries.ts'

type Outcome = 'upheld' | 'rejected'

/** Upholds or rejects a complaint, with an answer. Not offered to who decided. */
export function AppealForm({ decision, onDone }: { decision: Decision; onDone: () => void }) {
  const { t } = useTranslation()
  const form = useRef<HTMLFormElement>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [answer, setAnswer] = useState('')
  const [isSent, setSent] = useState(false)
  const decide = useDecideAppealMutation(decision.id, onDone)
  const isBlank = answer.trim() === ''

  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (decide.isPending) return
    setSent(true)
    if (outcome && !isBlank) decide.mutate({ outcome, answer: answer.trim() })
    else form.current?.querySelector<HTMLElement>(outcome ? 'textarea' : 'input')?.focus()
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={send}
      onInput={() => decide.error && decide.reset()}
      className="mt-5 flex flex-col gap-4.5 border-t border-line pt-5"
    >
      <h3 className="t3">{t('cases.decide.complaint_title')}</h3>
      <RadioRows
        legend={t('cases.decide.outcome')}
        name="outcome"
        rows={[
          { value: 'upheld', label: t('cases.decide.choose_upheld') },
          { value: 'rejected', label: t('cases.decide.choose_rejected') },
        ]}
        value={outcome}
        onChange={(value: Outcome) => setOutcome(value)}
        error={isSent && outcome === null ? t('cases.decide.outcome_missing') : null}
      />
      <Field
        label={t('cases.decide.answer')}
        hint={t('cases.decide.answer_hint')}
        error={isSent && isBlank ? t('errors.required') : null}
      >
        <TextArea
          name="answer"
          rows={4}
          required
          maxLength={APPEAL_MAX}
          value={answer}
          onChange={(event) => setAnswer(event.target.value)}
        />
      </Field>
      {decide.error && <Alert type="error">{errorText(decide.error)}</Alert>}
      <Button type="submit" wide icon={<Scale aria-hidden="true" />} loading={decide.isPending}>
        {t(outcome ? `cases.decide.send_${outcome}` : 'cases.decide.send')}
      </Button>
    </form>
  )
}
