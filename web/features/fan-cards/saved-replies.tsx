import { BookmarkPlus, Trash2 } from 'lucide-react'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LazyDialog } from '#web/ui/overlays/lazy.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { useDeleteReplyMutation, useSavedRepliesQuery, useSaveReplyMutation } from './queries.ts'

export interface SavedRepliesProps {
  open: boolean
  onClose: () => void
  /** What is in the field now, which can be saved. */
  text: string
  onInsert: (text: string) => void
}

/** The replies that a creator uses again. */
export function SavedReplies({ open, onClose, text, onInsert }: SavedRepliesProps) {
  const { t } = useTranslation()
  return (
    <LazyDialog open={open} onClose={onClose} title={t('fan_cards.replies')}>
      <Replies text={text.trim()} onInsert={onInsert} />
    </LazyDialog>
  )
}

function Replies({ text, onInsert }: Pick<SavedRepliesProps, 'text' | 'onInsert'>) {
  const { t } = useTranslation()
  const { data: replies } = useSavedRepliesQuery()
  const save = useSaveReplyMutation()
  const remove = useDeleteReplyMutation()
  const isKnown = replies?.some(({ content }) => content === text) ?? true
  if (!replies) {
    return (
      <Loading className="block">
        <Skeleton shape="box" className="mb-2 h-12" />
        <Skeleton shape="box" className="h-12" />
      </Loading>
    )
  }
  return (
    <>
      {replies.length === 0 && <p className="text-soft">{t('fan_cards.replies_empty')}</p>}
      <ul className="-mx-2">
        {replies.map(({ id, content }) => (
          <li key={id} className="flex items-center gap-1">
            <button
              type="button"
              dir="auto"
              onClick={() => onInsert(content)}
              className="ring-inside line-clamp-3 min-h-11 min-w-0 flex-1 cursor-pointer rounded-md px-2 py-2.5 text-left wrap-anywhere hover:bg-sunken"
            >
              {content}
            </button>
            <IconButton
              label={t('fan_cards.delete_reply', { text: content.slice(0, 40) })}
              disabled={remove.isPending}
              onClick={() => remove.mutate(id)}
            >
              <Trash2 aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      {text !== '' && !isKnown && (
        <Button
          variant="secondary"
          size="sm"
          className="mt-4"
          icon={<BookmarkPlus aria-hidden="true" />}
          loading={save.isPending}
          onClick={() => save.mutate(text)}
        >
          {t('fan_cards.save_reply')}
        </Button>
      )}
    </>
  )
}
