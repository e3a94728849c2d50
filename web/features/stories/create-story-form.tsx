import type { RefObject, SubmitEvent } from 'react'
import {
  DESCRIPTION_MAX,
  GIF_MAX_BYTES,
  IMAGE_MAX_BYTES,
  STORY_MEDIA_TYPES,
  VIDEO_MAX_BYTES,
  VIDEO_MAX_SECONDS,
} from '#contract/limits.ts'
import { errorText } from '#web/lib/error-text.ts'
import { t, useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { Field } from '#web/ui/field.tsx'
import { FilePicker } from '#web/ui/file-picker.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextArea } from '#web/ui/text-input.tsx'
import { type Draft, type DraftEvent, faultsOf, type MediaProblem } from './story-draft.ts'

interface CreateStoryFormProps {
  draft: Draft
  tell: (event: DraftEvent) => void
  pickButton: RefObject<HTMLButtonElement | null>
  textArea: RefObject<HTMLTextAreaElement | null>
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  onLeave: () => void
}

export function CreateStoryForm({ draft, tell, pickButton, textArea, onSubmit, onLeave }: CreateStoryFormProps) {
  const { t } = useTranslation()
  const isSending = draft.sent !== null
  const faults = draft.is_checked ? faultsOf(draft) : []
  const isTooLong = [...draft.description].length > DESCRIPTION_MAX
  // One sentence names both: it stands at the first that is missing.
  const lacking = (fault: 'media' | 'description') => (faults[0] === fault ? t('stories.required') : null)
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-[18px]">
      <FilePicker
        ref={pickButton}
        label={t('stories.media')}
        accept={STORY_MEDIA_TYPES.join(',')}
        hint={<Limits />}
        invitation={t('stories.invitation')}
        choose={t('publish.choose')}
        replace={t('publish.replace')}
        file={draft.media}
        error={draft.media_problem ? problemText(draft.media_problem) : lacking('media')}
        disabled={isSending}
        onPick={(media) => tell({ type: 'picked', media })}
        onVideo={(seconds) => tell({ type: 'measured', seconds })}
      />
      <Field label={t('publish.description')} error={isTooLong ? t('errors.too_long') : lacking('description')}>
        <TextArea
          ref={textArea}
          rows={3}
          value={draft.description}
          onChange={(event) => tell({ type: 'described', description: event.target.value })}
          disabled={isSending}
          {...(faults.includes('description') && { 'aria-invalid': true })}
        />
      </Field>
      <Switch
        label={t('publish.protected')}
        hint={t('stories.protected_text')}
        checked={draft.protected}
        onChange={(event) => tell({ type: 'protected', protected: event.target.checked })}
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

/** What may be sent, told before anything is. */
function Limits() {
  const { t } = useTranslation()
  const limits = { picture: IMAGE_MAX_BYTES / MB, gif: GIF_MAX_BYTES / MB, video: VIDEO_MAX_BYTES / MB }
  return (
    <>
      <span className="block">{t('stories.media_types')}</span>
      <span className="block">{t('stories.limits', { ...limits, seconds: VIDEO_MAX_SECONDS })}</span>
    </>
  )
}

const MB = 1024 * 1024

const LIMITS: Partial<Record<MediaProblem, number>> = {
  picture_too_large: IMAGE_MAX_BYTES / MB,
  gif_too_large: GIF_MAX_BYTES / MB,
  video_too_large: VIDEO_MAX_BYTES / MB,
  video_too_long: VIDEO_MAX_SECONDS,
}

function problemText(problem: MediaProblem): string {
  return t(`stories.${problem}`, { limit: LIMITS[problem] ?? 0 })
}

/** How it goes, or how it went. */
function Progress({ draft: { outcome, sent } }: { draft: Draft }) {
  const { t } = useTranslation()
  if (outcome === 'cancelled') return <Notice type="info">{t('stories.cancelled')}</Notice>
  if (outcome) return <Notice type="error">{errorText(outcome.error)}</Notice>
  if (sent === null) return null
  if (sent < 1) return <ProgressBar label={t('stories.sending')} value={sent} />
  return (
    <p role="status" className="flex items-center gap-2.5 text-small text-soft">
      <Spinner size="sm" />
      {t('stories.processing')}
    </p>
  )
}
