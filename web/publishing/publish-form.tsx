import { paths } from '#contract/paths.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { DialogActions } from '#web/ui/overlays/dialog-actions.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { FilePicker, type FilePickerProps } from './file-picker.tsx'
import { withKeptFile } from './picture-problem.ts'
import { type Draft, isEmptyDescription } from './publish-draft.ts'
import { DescriptionField, ProtectedSwitch } from './publish-fields.tsx'
import type { Publishing } from './use-publishing.ts'

/** The texts that differ between posts and stories. */
export interface PublishWords {
  /** One message for both required fields, the file and the description. */
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

/** The form for a new post or story, with the upload progress and the result. */
export function PublishForm<Problem extends string>(props: PublishFormProps<Problem>) {
  const { picker, words, problemText } = props
  const { draft, dispatch, pick, pickButton, textArea, submit, leave } = props.publishing
  const { t } = useTranslation()
  const isSending = draft.sent !== null

  function discard() {
    dispatch({ type: 'discarded' })
    // The button that was pressed is gone.
    pickButton.current?.focus()
  }

  const fileProblem =
    draft.file_problem && withKeptFile(problemText(draft.file_problem), draft.is_kept ? draft.file : null)
  const lacksFile = draft.is_checked && !draft.file
  const lacksDescription = draft.is_checked && isEmptyDescription(draft.description)
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4.5">
      {draft.is_restored && <Restored lost_file={draft.lost_file} isSending={isSending} onDiscard={discard} />}
      <FilePicker
        {...picker}
        ref={pickButton}
        orDrop={t('publishing.or_drop')}
        choose={t('publishing.choose')}
        replace={t('publishing.replace')}
        file={draft.file}
        error={fileProblem ?? (lacksFile ? words.required : null)}
        disabled={isSending}
        onPick={(file) => void pick(file)}
      />
      <DescriptionField
        ref={textArea}
        value={draft.description}
        onChange={(description) => dispatch({ type: 'described', description })}
        // The message names both fields, so only the first one that is missing shows it.
        error={lacksDescription && !lacksFile ? words.required : null}
        isInvalid={lacksDescription}
        disabled={isSending}
      />
      <ProtectedSwitch
        hint={words.protected_text}
        checked={draft.protected}
        onChange={(isProtected) => dispatch({ type: 'protected', protected: isProtected })}
        disabled={isSending}
      />
      <Progress draft={draft} words={words} />
      <DialogActions className="mt-1">
        <Button variant="ghost" aria-disabled={draft.sent === 1} onClick={leave}>
          {t('publishing.cancel')}
        </Button>
        <Button type="submit" loading={isSending}>
          {t('publishing.submit')}
        </Button>
      </DialogActions>
    </form>
  )
}

/** Says that a draft of an earlier visit is in the form, and lets it go. */
function Restored(props: { lost_file: string | null; isSending: boolean; onDiscard: () => void }) {
  const { lost_file, isSending, onDiscard } = props
  const { t } = useTranslation()
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 rounded-lg bg-info-wash py-1.5 pr-1.5 pl-4">
      <p className="min-w-0 flex-1 basis-52 py-1 text-small text-ink wrap-anywhere">
        {t('publishing.restored')} {lost_file !== null && t('publishing.pick_again', { name: lost_file })}
      </p>
      <Button variant="ghost" size="sm" disabled={isSending} onClick={onDiscard}>
        {t('publishing.discard')}
      </Button>
    </div>
  )
}

/** The upload progress, then the result of the attempt. */
function Progress({ draft: { outcome, sent }, words }: { draft: Draft<string>; words: PublishWords }) {
  const { t } = useTranslation()
  if (outcome === 'cancelled') return <Alert type="info">{t('publishing.cancelled')}</Alert>
  if (outcome) {
    return (
      <Alert type="error">
        {errorText(outcome.error)}
        {isUnverified(outcome.error) && (
          <>
            {' '}
            <TextLink to={paths.verification}>{t('publishing.verify')}</TextLink>
          </>
        )}
      </Alert>
    )
  }
  if (sent === null) return null
  if (sent < 1) return <ProgressBar label={words.sending} value={sent} />
  return (
    <p role="status" className="flex items-center gap-2.5 text-small text-soft">
      <Spinner size="sm" />
      {words.processing}
    </p>
  )
}

/** A house may ask creators for their identity before they publish. */
function isUnverified(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'unverified'
}
