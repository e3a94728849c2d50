import {
  GIF_MAX_BYTES,
  IMAGE_MAX_BYTES,
  STORY_MEDIA_TYPES,
  VIDEO_MAX_BYTES,
  VIDEO_MAX_SECONDS,
} from '#contract/limits.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { toast } from '#web/lib/toasts.ts'
import { usePublishing } from '#web/lib/use-publishing.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { PublishForm } from '#web/ui/publish-form.tsx'
import { useCreateStory } from './queries.ts'
import { isTooLong, storyProblem, storyProblemText, storyRefusal } from './story-problem.ts'

export interface CreateStoryDialogProps {
  open: boolean
  onClose: () => void
}

/** Loads Base UI. The draft is kept here, outside of what closes, for as long as the page lives. */
export function CreateStoryDialog({ open, onClose }: CreateStoryDialogProps) {
  const { t } = useTranslation()
  const { mutate } = useCreateStory()
  const publishing = usePublishing({
    problemOf: storyProblem,
    refusalOf: storyRefusal,
    onClose,
    publish: mutate,
    onFail: () => toast({ type: 'error', message: t('stories.create_failed') }),
  })
  const { tell } = publishing
  return (
    <Dialog open={open} onClose={publishing.leave} title={t('stories.create_title')}>
      <PublishForm
        publishing={publishing}
        picker={{
          label: t('stories.media'),
          accept: STORY_MEDIA_TYPES.join(','),
          hint: <Limits />,
          invitation: t('stories.invitation'),
          onVideo: (seconds) => isTooLong(seconds) && tell({ type: 'rejected', problem: 'too_long' }),
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

const MB = 1024 * 1024

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
