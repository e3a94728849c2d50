import { type FormEvent, useRef, useState } from 'react'
import { paths } from '#contract/paths.ts'
import { REPORT_REASONS } from '#contract/posts.ts'
import { REPORT_DESCRIPTION_MAX } from '#contract/reports.ts'
import { useReportPostMutation } from '#web/features/posts/queries.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { toast } from '#web/lib/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { RadioRows } from '#web/ui/forms/radio-rows.tsx'
import { TextArea } from '#web/ui/forms/text-input.tsx'
import { DialogActions } from '#web/ui/overlays/dialog-actions.tsx'
import { LazyDialog } from '#web/ui/overlays/lazy.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

export interface ReportDialogProps {
  post_id: string
  open: boolean
  onClose: () => void
}

/** Reports a post. The dialog closes when the request has ended, also after an error, which is silent. */
export function ReportDialog({ post_id, open, onClose }: ReportDialogProps) {
  const { t } = useTranslation()
  return (
    <LazyDialog open={open} onClose={onClose} title={t('posts.report_title')} text={t('posts.report_text')}>
      <ReportForm post_id={post_id} onDone={onClose} />
    </LazyDialog>
  )
}

type Reason = (typeof REPORT_REASONS)[number]
const [INAPPROPRIATE, IDENTITY] = REPORT_REASONS

/** The API identifies a reason by its English text; this maps it to the translation. */
const WORDS = {
  [INAPPROPRIATE]: 'posts.report_inappropriate',
  [IDENTITY]: 'posts.report_identity',
} as const

function ReportForm({ post_id, onDone }: { post_id: string; onDone: () => void }) {
  const { t } = useTranslation()
  const { mutate, isPending } = useReportPostMutation()
  const form = useRef<HTMLFormElement>(null)
  const [reason, setReason] = useState<Reason | null>(null)
  const [description, setDescription] = useState('')
  const [isReasonMissing, setReasonMissing] = useState(false)

  function send(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    if (reason === null) {
      setReasonMissing(true)
      form.current?.querySelector<HTMLInputElement>('input[type=radio]')?.focus()
      return
    }
    const words = description.trim()
    mutate(
      { post_id, reason, ...(words !== '' && { description: words }) },
      { onSuccess: () => toast({ type: 'success', message: t('cases.sent') }), onSettled: onDone },
    )
  }

  return (
    <form ref={form} noValidate onSubmit={send}>
      <RadioRows
        legend={t('posts.report_reason')}
        name="reason"
        rows={REPORT_REASONS.map((value) => ({ value, label: t(WORDS[value]) }))}
        value={reason}
        onChange={(chosen) => {
          setReason(chosen)
          setReasonMissing(false)
        }}
        error={isReasonMissing ? t('posts.report_reason_missing') : null}
      />
      <Field
        className="mt-4.5"
        label={
          <>
            {t('posts.report_description')}{' '}
            <span className="font-normal text-mute">{t('posts.report_description_optional')}</span>
          </>
        }
      >
        <TextArea
          name="description"
          rows={3}
          maxLength={REPORT_DESCRIPTION_MAX}
          placeholder={t('posts.report_description_placeholder')}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
      </Field>
      <p className="mt-4 text-small">
        <TextLink to={paths.report_content}>{t('cases.outsiders')}</TextLink>
      </p>
      <DialogActions>
        <Button variant="ghost" onClick={onDone}>
          {t('posts.cancel')}
        </Button>
        <Button type="submit" loading={isPending}>
          {t('posts.report_send')}
        </Button>
      </DialogActions>
    </form>
  )
}
