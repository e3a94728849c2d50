import { Check, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ReportedPost } from '#contract/admin.ts'
import { ANSWER_MAX } from '#contract/limits.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { LazyDialog } from '#web/ui/lazy.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextArea } from '#web/ui/text-input.tsx'
import { useMissedFailure } from '#web/ui/use-missed-failure.ts'
import { type Decision, useDecide } from './queries.ts'

export interface DecisionDialogProps {
  post: ReportedPost
  decision: Decision
  open: boolean
  onClose: () => void
  /** Hears of it just before the post leaves the list. */
  onDecided: (post: ReportedPost) => void
  /** Where the focus goes on when the post has left, and with it whatever was pressed. */
  focusAfter: () => HTMLElement | null
}

/** Asks once more before a post is deleted or its reports are dismissed, and why. What was typed stays until it is done. */
export function DecisionDialog({ post, decision, open, onClose, onDecided, focusAfter }: DecisionDialogProps) {
  const { t } = useTranslation()
  const keep = useRef<HTMLButtonElement>(null)
  const isDone = useRef(false)
  const [words, setWords] = useState('')
  const { mutate, isPending, error, reset } = useDecide(post.id, decision, {
    onDone: () => {
      isDone.current = true
      onDecided(post)
    },
    onError: useMissedFailure(open),
  })

  function leave() {
    // What is on its way is kept, and is told of wherever one goes.
    reset()
    onClose()
  }

  return (
    <LazyDialog
      open={open}
      onClose={leave}
      title={t(`admin.reports_page.${decision}_title`, { username: post.username })}
      text={t(`admin.reports_page.${decision}_text`)}
      initialFocus={keep}
      returnFocus={() => (isDone.current ? focusAfter() : null)}
      actions={
        <>
          <Button ref={keep} variant="ghost" onClick={leave}>
            {t(`admin.reports_page.${decision}_not`)}
          </Button>
          <Button
            variant={decision === 'remove' ? 'danger' : 'primary'}
            icon={decision === 'remove' ? <Trash2 aria-hidden="true" /> : <Check aria-hidden="true" />}
            loading={isPending}
            onClick={() => mutate(words.trim(), { onSuccess: onClose })}
          >
            {t(`admin.reports_page.${decision}_do`)}
          </Button>
        </>
      }
    >
      <Field
        label={
          <>
            {t(`admin.reports_page.${decision}_words`)}{' '}
            <span className="font-normal text-mute">{t('admin.reports_page.optional')}</span>
          </>
        }
        hint={t(`admin.reports_page.${decision}_hint`)}
      >
        <TextArea
          name="words"
          rows={3}
          maxLength={ANSWER_MAX}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </Field>
      {error && (
        <Notice type="error" className="mt-4">
          {errorText(error)}
        </Notice>
      )}
    </LazyDialog>
  )
}
