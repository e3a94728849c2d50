import { SendHorizontal } from 'lucide-react'
import { type SubmitEvent, useEffect, useRef } from 'react'
import { ANSWER_MAX } from '#contract/reports.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextArea } from '#web/ui/forms/text-input.tsx'
import { useAnswerNoticeMutation } from './notice-queries.ts'

/** The counter appears when fewer characters than this are left. */
const COUNTER_BELOW = 200

export interface NoticeAnswerFormProps {
  /** The id of the notice. */
  id: string
  text: string
  onWrite: (text: string) => void
  onCancel: () => void
}

export function NoticeAnswerForm({ id, text, onWrite, onCancel }: NoticeAnswerFormProps) {
  const { t } = useTranslation()
  const { mutate, isPending, error } = useAnswerNoticeMutation(id)
  const field = useRef<HTMLTextAreaElement>(null)
  const isRestored = useRef(text !== '')
  const content = text.trim()
  const left = ANSWER_MAX - [...content].length

  // The field takes the focus after a press on Answer, but not when the page opens with a restored draft.
  useEffect(() => {
    if (!isRestored.current) field.current?.focus()
  }, [])

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (content !== '' && left >= 0 && !isPending) mutate(content)
  }

  return (
    <form noValidate onSubmit={submit} className="mt-3">
      <Field
        label={t('notices.your_answer')}
        hint={t('notices.answer_hint')}
        error={left < 0 ? t('notices.over', { count: -left }) : null}
      >
        <TextArea
          ref={field}
          name="answer"
          required
          value={text}
          readOnly={isPending}
          onChange={(event) => onWrite(event.target.value)}
        />
      </Field>
      {left >= 0 && left < COUNTER_BELOW && (
        <p className="mt-1 text-small text-mute">{t('notices.left', { count: left })}</p>
      )}
      {error !== null && !isPending && (
        <Alert type="error" className="mt-3">
          {errorText(error)}
        </Alert>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          type="submit"
          size="sm"
          icon={<SendHorizontal aria-hidden="true" />}
          loading={isPending}
          aria-disabled={content === '' || left < 0}
        >
          {t('notices.send')}
        </Button>
        <Button variant="ghost" size="sm" aria-disabled={isPending} onClick={onCancel}>
          {t('notices.cancel')}
        </Button>
      </div>
    </form>
  )
}
