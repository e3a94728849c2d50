import { useQueryClient } from '@tanstack/react-query'
import { ArrowDown, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { FoundMessage } from '#contract/conversations.ts'
import { dateText } from '#contract/dates.ts'
import { InboxSearch } from '#web/features/conversations/inbox/inbox-search.tsx'
import { useFoundMessagesQuery } from '#web/features/conversations/list-queries.ts'
import { loadUntil } from '#web/features/conversations/thread-queries.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { keyOf } from './thread-days.ts'

export interface ThreadSearchProps {
  conversation_id: string
  /** The other participant. */
  name: string
  onClose: () => void
}

/** The search in one conversation: a field, and the messages that have these words. One that is chosen is shown in the thread. */
export function ThreadSearch({ conversation_id, name, onClose }: ThreadSearchProps) {
  const { t, language } = useTranslation()
  const client = useQueryClient()
  const [search, setSearch] = useState('')
  const { found, hasNextPage, fetchNextPage, isFetching, isFetchingNextPage, error, refetch } = useFoundMessagesQuery(
    conversation_id,
    search,
  )
  const [status, setStatus] = useState<{ id: string; words: string; isLooking: boolean } | null>(null)
  const looking = useRef<AbortController>(undefined)
  useEffect(() => () => looking.current?.abort(), [])
  const words = {
    label: t('conversations.finding.in_thread'),
    placeholder: t('conversations.finding.in_thread_placeholder'),
    clear: t('conversations.finding.clear'),
  }

  async function show({ id, created_at }: FoundMessage) {
    looking.current?.abort()
    const controller = new AbortController()
    looking.current = controller
    setStatus({ id, words: t('conversations.finding.looking'), isLooking: true })
    const message = await loadUntil(client, conversation_id, id, controller.signal).catch(() => undefined)
    if (controller.signal.aborted) return
    const isShown = message !== undefined && (await scrollTo(keyOf(message)))
    if (controller.signal.aborted) return
    const date = dateText(created_at, language, 'day_month')
    setStatus({
      id,
      words: isShown ? t('conversations.finding.shown', { date }) : t('conversations.finding.not_reached'),
      isLooking: false,
    })
  }

  return (
    <div className="flex max-h-1/2 flex-none flex-col border-b border-line bg-paper">
      <div className="flex items-center gap-2 px-3.5 py-2.5 md:px-6">
        <InboxSearch search={search} onSearch={setSearch} words={words} onLeave={onClose} autoFocus />
        <IconButton label={t('conversations.finding.close')} onClick={onClose}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
      <p role="status" className="flex items-center gap-2 px-4 pb-1 text-small text-mute empty:hidden md:px-7">
        {status?.isLooking && <Spinner size="sm" />}
        {status?.words ?? summary()}
      </p>
      {error && (
        <p role="alert" className="flex flex-wrap items-center gap-2 px-4 pb-2 text-small text-err md:px-7">
          {t('conversations.finding.failed')}
          <Button variant="ghost" size="sm" onClick={() => void refetch()}>
            {t('conversations.finding.try_again')}
          </Button>
        </p>
      )}
      {found.length > 0 && (
        <ul aria-label={t('conversations.finding.results')} className="min-h-0 overflow-y-auto overscroll-contain pb-2">
          {found.map((message) => (
            <li key={message.id}>
              <button
                type="button"
                aria-current={message.id === status?.id || undefined}
                onClick={() => void show(message)}
                className="ring-inside flex w-full flex-col px-4 py-2 text-left transition-colors hover:bg-sunken aria-current:bg-sunken md:px-7"
              >
                <span className="flex w-full justify-between gap-3 text-meta text-mute">
                  <span className="truncate">{message.is_own_message ? t('conversations.finding.you') : name}</span>
                  <time dateTime={message.created_at} className="flex-none">
                    {dateText(message.created_at, language, 'day_month')}
                  </time>
                </span>
                <span dir="auto" className="line-clamp-2 w-full text-label leading-body break-words">
                  {message.content}
                </span>
              </button>
            </li>
          ))}
          {hasNextPage && (
            <li className="px-4 pt-2 md:px-7">
              <Button
                variant="secondary"
                size="sm"
                icon={<ArrowDown aria-hidden="true" />}
                loading={isFetchingNextPage}
                onClick={() => void fetchNextPage()}
              >
                {t('conversations.finding.more')}
              </Button>
            </li>
          )}
        </ul>
      )}
    </div>
  )

  function summary(): string | null {
    if (search === '' || isFetching || error) return null
    if (found.length === 0) return t('conversations.finding.none')
    return hasNextPage
      ? t('conversations.finding.count_more', { count: found.length })
      : t('conversations.finding.count', { count: found.length })
  }
}

/** Messages that were loaded a moment ago are rendered within so many frames. */
const FRAMES = 120

/** Marks the message and brings it into view. False if the thread does not show it. */
async function scrollTo(key: string): Promise<boolean> {
  for (const marked of document.querySelectorAll('[data-found]')) marked.removeAttribute('data-found')
  for (let frame = 0; frame < FRAMES; frame += 1) {
    const message = document.querySelector<HTMLElement>(`[data-thread] [data-message="${CSS.escape(key)}"]`)
    if (message) {
      message.setAttribute('data-found', '')
      message.scrollIntoView({ block: 'center' })
      return true
    }
    await new Promise(requestAnimationFrame)
  }
  return false
}
