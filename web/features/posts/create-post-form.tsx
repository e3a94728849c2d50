import type { RefObject, SubmitEvent } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { PICTURE_TYPES } from '#web/lib/picked-file.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { FilePicker } from '#web/ui/file-picker.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { Draft, DraftEvent } from './create-post-draft.ts'
import { DescriptionField, ProtectedSwitch } from './publish-fields.tsx'
import { isEmptyDescription, pictureProblemText } from './publish-problem.ts'

interface CreatePostFormProps {
  draft: Draft
  tell: (event: DraftEvent) => void
  pickButton: RefObject<HTMLButtonElement | null>
  textArea: RefObject<HTMLTextAreaElement | null>
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  onLeave: () => void
}

export function CreatePostForm({ draft, tell, pickButton, textArea, onSubmit, onLeave }: CreatePostFormProps) {
  const { t } = useTranslation()
  const isSending = draft.sent !== null
  const lacksFile = draft.is_checked && !draft.file
  const lacksWords = draft.is_checked && isEmptyDescription(draft.description)
  const required = t('publish.required')
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-[18px]">
      <FilePicker
        ref={pickButton}
        label={t('publish.picture')}
        accept={PICTURE_TYPES}
        hint={t('publish.file_types')}
        invitation={t('publish.invitation')}
        choose={t('publish.choose')}
        replace={t('publish.replace')}
        file={draft.file}
        error={draft.picture_problem ? pictureProblemText(draft.picture_problem) : lacksFile ? required : null}
        disabled={isSending}
        onPick={(file) => tell({ type: 'picked', file })}
      />
      <DescriptionField
        ref={textArea}
        value={draft.description}
        onChange={(description) => tell({ type: 'described', description })}
        // One sentence names both: it stands at the first that is missing.
        error={lacksWords && !lacksFile ? required : null}
        isInvalid={lacksWords}
        disabled={isSending}
      />
      <ProtectedSwitch
        checked={draft.protected}
        onChange={(isProtected) => tell({ type: 'protected', protected: isProtected })}
        disabled={isSending}
      />
      <Progress draft={draft} />
      <DialogActions className="mt-1">
        <Button variant="ghost" aria-disabled={draft.sent === 1} onClick={onLeave}>
          {t('publish.cancel')}
        </Button>
        <Button type="submit" loading={isSending}>
          {t('publish.submit')}
        </Button>
      </DialogActions>
    </form>
  )
}

/** How it goes, or how it went. */
function Progress({ draft }: { draft: Draft }) {
  const { t } = useTranslation()
  if (draft.outcome?.type === 'error') return <Notice type="error">{draft.outcome.text}</Notice>
  if (draft.outcome) return <Notice type="info">{t('publish.cancelled')}</Notice>
  if (draft.sent === null) return null
  if (draft.sent < 1) return <ProgressBar label={t('publish.sending')} value={draft.sent} />
  return (
    <p role="status" className="flex items-center gap-2.5 text-small text-soft">
      <Spinner size="sm" />
      {t('publish.processing')}
    </p>
  )
}
