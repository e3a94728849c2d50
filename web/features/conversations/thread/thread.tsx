import { MessageCircle, Search } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { paths } from '#contract/paths.ts'
import type { Thread as CachedThread } from '#web/features/conversations/thread-cache.ts'
import { backPath, type Counterpart, counterpart } from '#web/features/conversations/thread-people.ts'
import { isRefusal, useThreadQuery } from '#web/features/conversations/thread-queries.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { watchKeyboard } from '#web/ui/forms/soft-keyboard.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { Composer, type ComposerField, FIELD_ID } from './composer.tsx'
import { ComposerBlocked, ComposerClosed, ComposerLocked } from './composer-unavailable.tsx'
import { HeaderBar, ThreadHeader } from './thread-header.tsx'
import { useLiveThread } from './thread-live.ts'
import { ThreadLog } from './thread-log.tsx'
import { ThreadSearch } from './thread-search.tsx'

export interface ThreadProps {
  conversation_id: string
  /** The viewer. */
  user_id: string
  /** The target of Back; by default the list that contains the conversation. */
  back?: string
  /** Further buttons of the header. */
  action?: ReactNode
  /** Buttons beside the text field. */
  tools?: (field: ComposerField) => ReactNode
}

/** One conversation; it fills its container. */
export function Thread({ conversation_id, user_id, back, action, tools }: ThreadProps) {
  const { t } = useTranslation()
  const { data: thread, error, isFetching, refetch } = useThreadQuery(conversation_id)
  const live = useLiveThread(conversation_id, user_id)

  if (isRefusal(error)) {
    return (
      <Centred>
        <EmptyState
          look="bare"
          heading="h1"
          icon={<MessageCircle />}
          title={t('conversations.thread.not_found')}
          action={
            <ButtonLink to={back ?? paths.conversations} variant="secondary" size="sm">
              {t('conversations.thread.go_back')}
            </ButtonLink>
          }
        />
      </Centred>
    )
  }
  if (thread)
    return <LoadedThread key={conversation_id} {...{ conversation_id, user_id, thread, back, live, action, tools }} />
  if (!error) return <ThreadSkeleton back={back ?? paths.conversations} />
  return (
    <Centred>
      <LoadFailure
        look="bare"
        heading="h1"
        title={t('conversations.thread.failed')}
        error={error}
        retry={t('conversations.thread.try_again')}
        onRetry={refetch}
        isRetrying={isFetching}
      />
    </Centred>
  )
}

interface LoadedThreadProps extends Pick<ThreadProps, 'conversation_id' | 'user_id'> {
  back: string | undefined
  action: ThreadProps['action'] | undefined
  tools: ThreadProps['tools'] | undefined
  thread: CachedThread
  live: ReturnType<typeof useLiveThread>
}

function LoadedThread({ conversation_id, user_id, back, thread, live, action, tools }: LoadedThreadProps) {
  const { conversation } = thread
  const { t } = useTranslation()
  const other = useUnchanged(counterpart(conversation, user_id, t('conversations.unnamed')))
  const box = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const [isSearching, setSearching] = useState(false)
  usePageTitle(other.name)
  useAboveKeyboard(box)
  return (
    <div ref={box} data-thread className="flex min-h-0 min-w-0 flex-1 flex-col">
      <ThreadHeader
        other={other}
        back={back ?? backPath(conversation, user_id)}
        isClosed={conversation.is_closed}
        isBlocked={conversation.is_blocked}
        action={
          <>
            <IconButton
              ref={opener}
              label={t('conversations.finding.in_thread')}
              look={isSearching ? 'filled' : 'plain'}
              aria-expanded={isSearching}
              onClick={() => setSearching(!isSearching)}
            >
              <Search aria-hidden="true" />
            </IconButton>
            {action}
          </>
        }
      />
      {isSearching && (
        <ThreadSearch
          conversation_id={conversation_id}
          name={other.name}
          onClose={() => {
            setSearching(false)
            opener.current?.focus()
          }}
        />
      )}
      {conversation.can_send_messages && <SkipToField />}
      <ThreadLog thread={thread} other={other} isTyping={live.isTyping} />
      {conversation.can_send_messages ? (
        <Composer
          conversation_id={conversation_id}
          user_id={user_id}
          hasArrived={(client_id) => thread.messages.some((message) => message.client_id === client_id)}
          onTyping={live.sendTyping}
          tools={tools}
        />
      ) : conversation.is_blocked && other.known_name !== null ? (
        <ComposerBlocked username={other.known_name} />
      ) : conversation.is_closed ? (
        <ComposerClosed />
      ) : (
        <ComposerLocked username={conversation.creator.username} />
      )}
    </div>
  )
}

/** The same object as long as nothing of it changes: the messages, which get it, are memoized. */
function useUnchanged({ name, profile_pic, username, known_name }: Counterpart): Counterpart {
  return useMemo(() => ({ name, profile_pic, username, known_name }), [name, profile_pic, username, known_name])
}

/** Skip link: the messages have controls, and keyboard users can pass them to reach the text field. */
function SkipToField() {
  const { t } = useTranslation()
  return (
    <div className="relative z-1">
      <Button
        size="sm"
        onClick={() => document.getElementById(FIELD_ID)?.focus()}
        className="absolute top-2 left-3 not-focus:sr-only md:left-6"
      >
        {t('conversations.thread.skip')}
      </Button>
    </div>
  )
}

/** Centres an error or an empty state where the conversation would be. */
function Centred({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  usePageTitle(t('conversations.title'))
  return <div className="grid min-h-0 flex-1 place-items-center overflow-y-auto p-4">{children}</div>
}

const BUBBLES = ['w-56', 'w-72 self-end', 'w-64', 'w-44', 'w-60 self-end']

/** Skeleton of a conversation. Back works already. */
function ThreadSkeleton({ back }: { back: string }) {
  const { t } = useTranslation()
  usePageTitle(t('conversations.title'))
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <h1 className="sr-only">{t('conversations.title')}</h1>
      <HeaderBar back={back}>
        <Skeleton shape="circle" className="size-11.5" />
        <div className="flex min-w-0 flex-1 flex-col gap-2">
          <Skeleton shape="line" className="h-4 w-36 max-w-full" />
          <Skeleton shape="line" className="h-3 w-20 max-w-full" />
        </div>
      </HeaderBar>
      <Loading className="flex min-h-0 flex-1 flex-col justify-end gap-2.5 overflow-hidden px-3.5 py-4 md:px-10 md:py-5">
        {BUBBLES.map((bubble) => (
          <Skeleton key={bubble} shape="box" className={cx('h-11 max-w-[78%] rounded-bubble!', bubble)} />
        ))}
      </Loading>
      <div className="flex-none border-t border-line p-3 pb-6 md:px-6 md:pt-3.5 md:pb-5">
        <Skeleton shape="box" className="h-12.5 rounded-composer!" />
      </div>
    </div>
  )
}

/** Resizes the thread to the area above a phone's soft keyboard, so that the field and the last messages stay visible. */
function useAboveKeyboard(box: RefObject<HTMLElement | null>): void {
  useEffect(
    () =>
      watchKeyboard((above) => {
        const { style } = box.current ?? {}
        if (!style) return
        style.maxHeight = above ? `${above.height}px` : ''
        style.translate = above ? `0 ${above.top}px` : ''
      }),
    [box],
  )
}
