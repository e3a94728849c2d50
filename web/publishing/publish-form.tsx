import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { DialogActions } from '#web/ui/overlays/dialog-actions.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { FilePicker, type FilePickerProps } from './file-picker.tsx'
import { withWhatStays } from './picture-problem.ts'
import { type Draft, isEmptyDescription } from './publish-draft.ts'
import { DescriptionField, ProtectedSwitch } from './publish-fields.tsx'
import type { Publishing } from './use-publishing.ts'

/** What is said of a post otherwise than of a story. */
export interface PublishWords {
  /** One sentence for both: the file and the description. */
  required: string
  protected_text: string
  sending: string
  processing: string
}

export interface PublishFormProps<Problem extends string> {
  publishing: Publishing<Problem>
  picker: Pick<FilePickerProps, 'label' | 'accept' | 'hint' | 'note' | 'invitation' | 'onVideo'>
  words: PublishWords
  problemText: (problem: Problem) => string
}

/** A file, its description and who may see it; how far it is, and how it went. */
export function PublishForm<Problem extends string>(props: PublishFormProps<Problem>) {
  const { picker, words, problemText } = props
  const { draft, tell, pick, pickButton, textArea, submit, leave } = props.publishing
  const { t } = useTranslation()
  const isSending = draft.sent !== null
  const fileProblem =
    draft.file_problem && withWhatStays(problemText(draft.file_problem), draft.is_kept ? draft.file : null)
  const lacksFile = draft.is_checked && !draft.file
  const lacksWords = draft.is_checked && isEmptyDescription(draft.description)
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4.5">
      <FilePicker
        {...picker}
        ref={pickButton}
        orDrop={t('publish.or_drop')}
        choose={t('publish.choose')}
        replace={t('publish.replace')}
        file={draft.file}
        error={fileProblem ?? (lacksFile ? words.required : null)}
        disabled={isSending}
        onPick={(file) => void pick(file)}
      />
      <DescriptionField
        ref={textArea}
        value={draft.description}
        onChange={(description) => tell({ type: 'described', description })}
        // One sentence names both: it stands at the first that is missing.
        error={lacksWords && !lacksFile ? words.required : null}
        isInvalid={lacksWords}
        disabled={isSending}
      />
      <ProtectedSwitch
        hint={words.protected_text}
        checked={draft.protected}
        onChange={(isProtected) => tell({ type: 'protected', protected: isProtected })}
        disabled={isSending}
      />
      <Progress draft={draft} words={words} />
      <DialogActions className="mt-1">
        <Button variant="ghost" aria-disabled={draft.sent === 1} onClick={leave}>
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
function Progress({ draft: { outcome, sent }, words }: { draft: Draft<string>; words: PublishWords }) {
  const { t } = useTranslation()
  if (outcome === 'cancelled') return <Alert type="info">{t('publish.cancelled')}</Alert>
  if (outcome) return <Alert type="error">{errorText(outcome.error)}</Alert>
  if (sent === null) return null
  if (sent < 1) return <ProgressBar label={words.sending} value={sent} />
  return (
    <p role="status" className="flex items-center gap-2.5 text-small text-soft">
      <Spinner size="sm" />
      {words.processing}
    </p>
  )
}
