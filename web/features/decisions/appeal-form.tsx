import { SendHorizontal } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { APPEAL_MAX } from '#contract/decisions.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextArea } from '#web/ui/forms/text-input.tsx'
import { useAppealMutation } from './queries.ts'

/** The counter appears when fewer characters than this are left. */
const COUNTER_BELOW = 200

/** The answer to a decision, which can be given once. What was typed stays after a failure. */
export function AppealForm({ onSent, onCancel }: { onSent: () => void; onCancel: () => void }) {
  const { t } = useTranslation()
  const { mutate, isPending, error } = useAppealMutation()
  const [text, setText] = useState('')
  const content = text.trim()
  const left = APPEAL_MAX - [...content].length

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (content !== '' && left >= 0 && !isPending) mutate(content, { onSuccess: onSent })
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <Field
        label={t('decisions.your_answer')}
        hint={t('decisions.answer_hint')}
        error={left < 0 ? t('decisions.over_length', { count: -left }) : null}
      >
        <TextArea
          // The field takes the place of the button that was pressed.
          ref={takeFocus}
          name="text"
          required
          rows={6}
          value={text}
          readOnly={isPending}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      {left >= 0 && left < COUNTER_BELOW && (
        <p className="text-small text-mute">{t('decisions.left', { count: left })}</p>
      )}
      {error !== null && !isPending && <FailureAlert error={error}>{t('decisions.send_failed')}</FailureAlert>}
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          icon={<SendHorizontal aria-hidden="true" />}
          loading={isPending}
          aria-disabled={content === '' || left < 0}
        >
          {t('decisions.send')}
        </Button>
        <Button variant="ghost" aria-disabled={isPending} onClick={onCancel}>
          {t('decisions.cancel')}
        </Button>
      </div>
    </form>
  )
}

// A stable function: a new one in each render would take the focus again.
function takeFocus(node: HTMLElement | null) {
  node?.focus()
}
