import { MessageCircle } from 'lucide-react'
import { useTranslation } from '#web/lib/i18n.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { ListName } from './conversation-list-cache.ts'
import { useConversationsQuery } from './list-queries.ts'

/** Beside a list: an invitation to choose, or what will stand there. */
export function NothingChosen({ list }: { list: ListName }) {
  const { t } = useTranslation()
  const { conversations, isSuccess } = useConversationsQuery(list)
  if (!isSuccess) return null
  return (
    <div className="grid h-full place-items-center">
      <EmptyState
        look="bare"
        icon={<MessageCircle />}
        title={t('conversations.choose')}
        text={conversations.length === 0 ? t('conversations.none_to_choose') : t('conversations.choose_text')}
      />
    </div>
  )
}
