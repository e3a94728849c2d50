import { MessageCircle } from 'lucide-react'
import type { ListName } from '#web/features/conversations/conversation-list-cache.ts'
import { useConversationsQuery } from '#web/features/conversations/list-queries.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'

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
