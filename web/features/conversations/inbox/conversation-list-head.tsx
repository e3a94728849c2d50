import { Megaphone } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, useMatch } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { ListName } from '#web/features/conversations/conversation-list-cache.ts'
import type { Thread } from '#web/features/conversations/thread-cache.ts'
import { threadKey } from '#web/features/conversations/thread-queries.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { useCachedValue } from '#web/lib/queries/use-cached-value.ts'
import { Counter } from '#web/ui/badge.tsx'
import { TabLinks } from '#web/ui/tabs.tsx'
import { useOpenedConversation } from './inbox-address.ts'
import { UnreadText, useUnread } from './inbox-unread.tsx'

export interface ConversationListHeadProps {
  heading: 'h1' | 'h2'
  title: string
  list: ListName
  /** A conversation is open, so the URL does not say which list is shown. */
  isThread: boolean
  hasProfile: boolean
}

/** The title of the list, and for creators the tabs of their two lists. */
export function ConversationListHead({
  heading: Heading,
  title,
  list,
  isThread,
  hasProfile,
}: ConversationListHeadProps) {
  const { t } = useTranslation()
  const tab = (name: ListName) => ({
    to: name === 'own' ? paths.conversations : paths.conversations_received,
    label: <Label name={name} isShown={name === list} />,
    ...(isThread && { isCurrent: name === list }),
  })
  return (
    <>
      <div className="flex items-center justify-between gap-3 px-4 pt-4.5 pb-2.5 lg:px-6 lg:pt-6.5 lg:pb-3.5">
        <Heading className="t1">{title}</Heading>
        {list === 'received' && <WriteToMany />}
      </div>
      {hasProfile ? (
        <TabLinks label={t('conversations.lists')} links={[tab('own'), tab('received')]} className="px-1.5 lg:px-4" />
      ) : (
        <div className="border-b border-line" />
      )}
    </>
  )
}

function WriteToMany() {
  const { t } = useTranslation()
  return (
    <Link
      to={paths.broadcasts}
      aria-label={t('conversations.mass_message')}
      title={t('conversations.mass_message')}
      className="-my-2 grid size-11 flex-none place-items-center rounded-full border border-line transition-colors hover:bg-sunken [&>svg]:size-icon-xl [&>svg]:stroke-icon"
    >
      <Megaphone aria-hidden="true" />
    </Link>
  )
}

/** The tab of the other list has a badge with its unread messages. */
function Label({ name, isShown }: { name: ListName; isShown: boolean }) {
  const { t } = useTranslation()
  const unread = useUnread(name)
  return (
    <>
      {name === 'own' ? t('conversations.own_tab') : t('conversations.received_tab')}
      {!isShown && <Counter count={unread} />}
      {!isShown && <UnreadText count={unread} />}
    </>
  )
}

/** Which list is shown: the one of the URL, or the one that contains the open conversation. */
export function useListShown({ viewer_id, hasProfile }: { viewer_id: string; hasProfile: boolean }): ListName {
  const isReceived = useMatch(paths.conversations_received) !== null && hasProfile
  const open_id = useOpenedConversation()
  const creator_id = useCachedValue((client) =>
    open_id === null ? undefined : client.getQueryData<Thread>(threadKey(open_id))?.conversation.creator_id,
  )
  const last = useRef<ListName>('own')

  function shown(): ListName {
    if (open_id === null) return isReceived ? 'received' : 'own'
    // Until the thread is loaded, the list does not change.
    if (creator_id === undefined) return last.current
    return creator_id === viewer_id ? 'received' : 'own'
  }

  const list = shown()
  useEffect(() => {
    last.current = list
  }, [list])
  return list
}
