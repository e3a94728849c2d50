import { Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { LazyDialog } from '#web/ui/lazy.tsx'
import { useDeleteStory } from './queries.ts'

interface DeleteStoryDialogProps {
  open: boolean
  onClose: () => void
  /** The story it asks about. */
  id: string | null
  /** It was asked for, and is on its way. */
  onDelete: (id: string) => void
}

/** Asks before a story goes. The focus starts on the harmless choice. */
export function DeleteStoryDialog({ open, onClose, id, onDelete }: DeleteStoryDialogProps) {
  const { t } = useTranslation()
  const keep = useRef<HTMLButtonElement>(null)
  const { mutate, isPending } = useDeleteStory()
  return (
    <LazyDialog
      open={open}
      onClose={onClose}
      title={t('stories.delete_title')}
      text={t('stories.delete_text')}
      initialFocus={keep}
      actions={
        <>
          <Button ref={keep} variant="ghost" onClick={onClose}>
            {t('stories.keep')}
          </Button>
          <Button
            variant="danger"
            icon={<Trash2 aria-hidden="true" />}
            loading={isPending}
            onClick={() => {
              if (id === null) return
              onDelete(id)
              mutate(id, { onSuccess: onClose })
            }}
          >
            {t('stories.delete_now')}
          </Button>
        </>
      }
    />
  )
}
