import { Trash2 } from 'lucide-react'
import { useDeleteStoryMutation } from '#web/features/stories/queries.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'

interface DeleteStoryDialogProps {
  open: boolean
  onClose: () => void
  /** The story to delete. */
  id: string | null
  /** Called on confirmation, before the request is sent. */
  onDelete: (id: string) => void
}

/** Confirms the deletion of a story. An error is shown in a toast, by the mutation. */
export function DeleteStoryDialog({ open, onClose, id, onDelete }: DeleteStoryDialogProps) {
  const { t } = useTranslation()
  const { mutate, isPending, reset } = useDeleteStoryMutation()

  function confirm() {
    if (id === null) return
    onDelete(id)
    mutate(id, { onSuccess: onClose })
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('stories.delete_title')}
      text={t('stories.delete_text')}
      words={{ keep: t('stories.keep'), confirm: t('stories.delete_now') }}
      icon={<Trash2 aria-hidden="true" />}
      isPending={isPending}
      error={null}
      reset={reset}
      onConfirm={confirm}
    />
  )
}
