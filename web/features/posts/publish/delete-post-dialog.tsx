import { Trash2 } from 'lucide-react'
import { useRef } from 'react'
import type { Post } from '#contract/posts.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { useToastAfterClose } from '#web/ui/overlays/use-toast-after-close.ts'
import { useDeletePostMutation } from './queries.ts'

export interface DeletePostDialogProps {
  open: boolean
  onClose: () => void
  post: Post
  /** Is called just before the post is removed from the lists. */
  onDeleted: (post: Post) => void
  /** The element that gets the focus, because the button that opened the dialog is removed with the post. */
  focusAfter: () => HTMLElement | null
}

/** Confirms the deletion of a post. Open it through LazyDeletePostDialog. */
export function DeletePostDialog({ open, onClose, post, onDeleted, focusAfter }: DeletePostDialogProps) {
  const { t } = useTranslation()
  const isDeleted = useRef(false)
  const { mutate, isPending, error, reset } = useDeletePostMutation(post, {
    onDeleted: () => {
      isDeleted.current = true
      onDeleted(post)
    },
    onError: useToastAfterClose(open),
  })

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('posts.publish.delete_title')}
      text={t('posts.publish.delete_text')}
      words={{ keep: t('posts.publish.keep'), confirm: t('posts.publish.delete') }}
      icon={<Trash2 aria-hidden="true" />}
      isPending={isPending}
      error={error}
      reset={reset}
      onConfirm={() => mutate(undefined, { onSuccess: onClose })}
      returnFocus={() => (isDeleted.current ? focusAfter() : null)}
    />
  )
}
