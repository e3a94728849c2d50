import type { Ref } from 'react'
import { DOCUMENT_BYTES_MAX, type DocumentKind } from '#contract/verifications.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { FilePicker } from '#web/publishing/file-picker.tsx'
import { DOCUMENT_TYPES, fileProblem } from './verification-draft.ts'

const MAX_MB = DOCUMENT_BYTES_MAX / 1024 / 1024

interface DocumentPickerProps {
  kind: DocumentKind
  file: File | null
  /** Whether it was sent before and need not be sent again. */
  isHere: boolean
  error: string | undefined
  disabled: boolean
  /** Gets the file, or what is wrong with it; then the one before stays. */
  onPick: (file: File | null, problem: string | null) => void
  ref: Ref<HTMLButtonElement>
}

/** A picture of the document or of the person, checked before it is sent. */
export function DocumentPicker({ kind, file, isHere, error, disabled, onPick, ref }: DocumentPickerProps) {
  const { t } = useTranslation()
  return (
    <FilePicker
      ref={ref}
      label={t(`verifications.${kind}`)}
      accept={DOCUMENT_TYPES[kind].join(',')}
      hint={t(`verifications.${kind}_types`, { limit: MAX_MB })}
      note={t(`verifications.${kind}_note`)}
      invitation={t(isHere ? 'verifications.file_here' : `verifications.${kind}_choose`)}
      orDrop={t('publishing.or_drop')}
      choose={t('publishing.choose')}
      replace={t('publishing.replace')}
      file={file}
      error={error}
      disabled={disabled}
      onPick={(picked) => {
        const problem = fileProblem(kind, picked)
        if (problem) onPick(null, t(`verifications.file_${problem}_${kind}`, { limit: MAX_MB }))
        else onPick(picked, null)
      }}
    />
  )
}
