import { type SubmitEvent, useRef, useState } from 'react'
import { generatePath } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { Post } from '#contract/posts.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { charactersLeft, isEmptyDescription } from '#web/publishing/publish-draft.ts'
import { DescriptionField, ProtectedSwitch } from '#web/publishing/publish-fields.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { DialogActions } from '#web/ui/overlays/dialog-actions.tsx'
import { useToastAfterClose } from '#web/ui/overlays/use-toast-after-close.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { useUpdatePostMutation } from './queries.ts'

export interface EditPostDialogProps {
  open: boolean
  onClose: () => void
  post: Post
}

/**
 * Imports Base UI: open it through LazyEditPostDialog. Unsaved changes survive closing, until they are saved or
 * cancelled.
 */
export function EditPostDialog({ open, onClose, post }: EditPostDialogProps) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState<Pick<Post, 'description' | 'protected'>>(post)
  const [isChecked, setChecked] = useState(false)
  const { mutate, isPending, error, reset } = useUpdatePostMutation(post.id, useToastAfterClose(open))
  const textArea = useRef<HTMLTextAreaElement>(null)
  const lacksDescription = isEmptyDescription(draft.description)

  function change(changes: Partial<Post>) {
    setDraft({ description: draft.description, protected: draft.protected, ...changes })
  }

  function finish(saved: Post) {
    setDraft(saved)
    setChecked(false)
    // Clears the error. A request that is still running continues, and reports its result in a toast.
    reset()
    onClose()
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    setChecked(true)
    if (lacksDescription || charactersLeft(draft.description) < 0) {
      textArea.current?.focus()
      return
    }
    const changes = {
      ...(draft.description !== post.description && { description: draft.description }),
      ...(draft.protected !== post.protected && { protected: draft.protected }),
    }
    if (Object.keys(changes).length === 0) finish(post)
    else mutate(changes, { onSuccess: finish })
  }

  return (
    <Dialog open={open} onClose={onClose} title={t('posts.publish.edit_title')} initialFocus={textArea}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4.5">
        <DescriptionField
          ref={textArea}
          value={draft.description}
          onChange={(description) => change({ description })}
          error={isChecked && lacksDescription ? t('posts.publish.description_required') : null}
          disabled={isPending}
        />
        <ProtectedSwitch
          hint={t('posts.publish.protected_text')}
          checked={draft.protected}
          onChange={(isProtected) => change({ protected: isProtected })}
          disabled={isPending}
        />
        <p className="text-small">
          <TextLink to={generatePath(paths.publish_draft, { id: post.id })}>
            {t('posts.publish.edit_pictures')}
          </TextLink>
        </p>
        {error && <Alert type="error">{errorText(error)}</Alert>}
        <DialogActions className="mt-1">
          <Button variant="ghost" onClick={() => finish(post)}>
            {t('publishing.cancel')}
          </Button>
          <Button type="submit" loading={isPending}>
            {t('posts.publish.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
