import { Trash2 } from 'lucide-react'
import { useRef } from 'react'
import type { Post } from '#contract/posts.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useMissedFailure } from '#web/ui/use-missed-failure.ts'
import { useDeletePost } from './publish-queries.ts'

export interface DeletePostDialogProps {
  open: boolean
  onClose: () => void
  post: Post
  /** Hears of it just before the post leaves the lists. */
  onDeleted: (post: Post) => void
  /** Where the focus goes on when the post is gone, and with it whatever was pressed. */
  focusAfter: () => HTMLElement | null
}

/** Loads Base UI: open it through LazyDeletePostDialog. */
export function DeletePostDialog({ open, onClose, post, onDeleted, focusAfter }: DeletePostDialogProps) {
  const { t } = useTranslation()
  const keep = useRef<HTMLButtonElement>(null)
  const isGone = useRef(false)
  const { mutate, isPending, error, reset } = useDeletePost(post, {
    onDeleted: () => {
      isGone.current = true
      onDeleted(post)
    },
    onError: useMissedFailure(open),
  })

  function leave() {
    // What is on its way is kept, and is told of wherever one goes.
    reset()
    onClose()
  }

  return (
    <Dialog
      open={open}
      onClose={leave}
      title={t('publish.delete_title')}
      text={t('publish.delete_text')}
      initialFocus={keep}
      returnFocus={() => (isGone.current ? focusAfter() : null)}
      actions={
        <>
          <Button ref={keep} variant="ghost" onClick={leave}>
            {t('publish.keep')}
          </Button>
          <Button
            variant="danger"
            icon={<Trash2 aria-hidden="true" />}
            loading={isPending}
            onClick={() => mutate(undefined, { onSuccess: onClose })}
          >
            {t('publish.delete')}
          </Button>
        </>
      }
    >
      {error && <Notice type="error">{errorText(error)}</Notice>}
    </Dialog>
  )
}
