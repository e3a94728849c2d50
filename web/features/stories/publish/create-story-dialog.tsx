import { VIDEO_MAX_SECONDS } from '#contract/media.ts'
import { useCreateStoryMutation } from '#web/features/stories/queries.ts'
import { dropFormDraft } from '#web/lib/form-drafts.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { toast } from '#web/lib/toasts.ts'
import { GIF_MAX_MB, PICTURE_MAX_MB, VIDEO_MAX_MB } from '#web/publishing/picked-file.ts'
import { PublishForm } from '#web/publishing/publish-form.tsx'
import { usePublishing } from '#web/publishing/use-publishing.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { isTooLong, STORY_MEDIA_TYPES, storyProblem, storyProblemText, storyRefusal } from './story-problem.ts'

/** The limits that the form states before a file is picked. */
const LIMITS = {
  picture: PICTURE_MAX_MB,
  gif: GIF_MAX_MB,
  video: VIDEO_MAX_MB,
  seconds: VIDEO_MAX_SECONDS,
}

export interface CreateStoryDialogProps {
  user_id: string
  open: boolean
  onClose: () => void
}

/**
 * Imports Base UI, so it is loaded lazily. The draft is state of this component, not of the dialog's content, so it
 * survives closing; its words survive leaving the page too.
 */
export function CreateStoryDialog({ user_id, open, onClose }: CreateStoryDialogProps) {
  const { t } = useTranslation()
  const { mutate } = useCreateStoryMutation(() => dropFormDraft(user_id, 'story'))
  const publishing = usePublishing({
    kept: { user_id, form: 'story' },
    problemOf: storyProblem,
    refusalOf: storyRefusal,
    onClose,
    publish: mutate,
    onFail: () => toast({ type: 'error', message: t('stories.create_failed') }),
  })
  const { dispatch } = publishing
  return (
    <Dialog open={open} onClose={publishing.leave} title={t('stories.create_title')}>
      <PublishForm
        publishing={publishing}
        picker={{
          label: t('stories.media'),
          accept: STORY_MEDIA_TYPES.join(','),
          hint: t('stories.media_types'),
          note: t('stories.limits', LIMITS),
          invitation: t('stories.invitation'),
          onVideo: (seconds) => isTooLong(seconds) && dispatch({ type: 'rejected', problem: 'too_long' }),
        }}
        words={{
          required: t('stories.required'),
          protected_text: t('stories.protected_text'),
          sending: t('stories.sending'),
          processing: t('stories.processing'),
        }}
        problemText={storyProblemText}
      />
    </Dialog>
  )
}
