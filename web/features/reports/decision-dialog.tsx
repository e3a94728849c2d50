import { Check, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { ANSWER_MAX, type ReportedPost } from '#contract/reports.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { TextArea } from '#web/ui/forms/text-input.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { useToastAfterClose } from '#web/ui/overlays/use-toast-after-close.ts'
import { type Decision, useDecideMutation } from './queries.ts'

export interface DecisionDialogProps {
  post: ReportedPost
  decision: Decision
  open: boolean
  onClose: () => void
  /** Called just before the post leaves the list. */
  onDecided: (post: ReportedPost) => void
  /** Where the focus moves after success, when the post has left the list. */
  focusAfter: () => HTMLElement | null
}

/** Confirmation dialog for deleting a post or dismissing its reports. The optional reason is kept after an error. */
export function DecisionDialog({ post, decision, open, onClose, onDecided, focusAfter }: DecisionDialogProps) {
  const { t } = useTranslation()
  const isDone = useRef(false)
  const [words, setWords] = useState('')
  const { mutate, isPending, error, reset } = useDecideMutation(post.id, decision, {
    onDone: () => {
      isDone.current = true
      onDecided(post)
    },
    onError: useToastAfterClose(open),
  })

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t(`reports.${decision}_title`, { username: post.username })}
      text={t(`reports.${decision}_text`)}
      words={{ keep: t(`reports.${decision}_not`), confirm: t(`reports.${decision}_do`) }}
      icon={decision === 'remove' ? <Trash2 aria-hidden="true" /> : <Check aria-hidden="true" />}
      variant={decision === 'remove' ? 'danger' : 'primary'}
      isPending={isPending}
      error={error}
      reset={reset}
      onConfirm={() => mutate(words.trim(), { onSuccess: onClose })}
      returnFocus={() => (isDone.current ? focusAfter() : null)}
    >
      <Field
        label={
          <>
            {t(`reports.${decision}_words`)} <span className="font-normal text-mute">{t('reports.optional')}</span>
          </>
        }
        hint={t(`reports.${decision}_hint`)}
      >
        <TextArea
          name="words"
          rows={3}
          maxLength={ANSWER_MAX}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </Field>
    </ConfirmDialog>
  )
}
