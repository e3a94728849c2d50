import { Trash2 } from 'lucide-react'
import { useDeleteStoryMutation } from '#web/features/stories/queries.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'

interface DeleteStoryDialogProps {
  open: boolean
  onClose: () => void
  /** The story it asks about. */
  id: string | null
  /** It was asked for, and is on its way. */
  onDelete: (id: string) => void
}

/** Asks before a story goes. A failure is told of in a toast. */
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
