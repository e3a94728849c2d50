import { useEffect, useRef } from 'react'
import { paths } from '#contract/paths.ts'
import { errorText } from '#web/lib/error-text.ts'
import { dropFormDraft } from '#web/lib/form-drafts.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { toast } from '#web/lib/toasts.ts'
import { PICTURE_TYPES, pictureProblem } from '#web/publishing/picked-file.ts'
import { pictureProblemText, pictureRefusal } from '#web/publishing/picture-problem.ts'
import { PublishForm } from '#web/publishing/publish-form.tsx'
import { usePublishing } from '#web/publishing/use-publishing.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { useCreatePostMutation } from './queries.ts'

export interface CreatePostDialogProps {
  user_id: string
  open: boolean
  onClose: () => void
}

/**
 * Imports Base UI: open it through `openCreation`. The draft is state of this component, not of the dialog's content,
 * so it survives closing; its words survive leaving the page too.
 */
export function CreatePostDialog({ user_id, open, onClose }: CreatePostDialogProps) {
  const { t } = useTranslation()
  const { mutate } = useCreatePostMutation(() => dropFormDraft(user_id, 'post'))
  const isOpen = useRef(open)
  useEffect(() => {
    isOpen.current = open
  }, [open])
  const publishing = usePublishing({
    kept: { user_id, form: 'post' },
    problemOf: pictureProblem,
    refusalOf: pictureRefusal,
    onClose,
    publish: mutate,
    onFail: (error, problem) => {
      // The open dialog shows the error itself. If it was closed during the upload, a toast does.
      if (!isOpen.current) toast({ type: 'error', message: problem ? pictureProblemText(problem) : errorText(error) })
    },
  })
  return (
    <Dialog open={open} onClose={publishing.leave} title={t('posts.publish.create')}>
      <PublishForm
        publishing={publishing}
        picker={{
          label: t('posts.publish.picture'),
          accept: PICTURE_TYPES,
          hint: t('posts.publish.file_types'),
          invitation: t('posts.publish.invitation'),
        }}
        words={{
          required: t('posts.publish.required'),
          protected_text: t('posts.publish.protected_text'),
          sending: t('posts.publish.sending'),
          processing: t('posts.publish.processing'),
        }}
        problemText={pictureProblemText}
      />
      <p className="mt-4 text-small text-soft">
        <TextLink to={paths.publish}>{t('posts.publish.composer')}</TextLink>
      </p>
    </Dialog>
  )
}
