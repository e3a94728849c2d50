import { MessageCircle } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { paths } from '#contract/paths.ts'
import type { Thread as Known } from '#web/features/conversations/thread-cache.ts'
import { counterpart, wayBack } from '#web/features/conversations/thread-people.ts'
import { isRefusal, useThreadQuery } from '#web/features/conversations/thread-queries.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { Composer, FIELD_ID } from './composer.tsx'
import { ComposerClosed } from './composer-closed.tsx'
import { ComposerLocked } from './composer-locked.tsx'
import { ThreadHeader } from './thread-header.tsx'
import { useAboveKeyboard } from './thread-keyboard.ts'
import { useLiveThread } from './thread-live.ts'
import { ThreadLog } from './thread-log.tsx'
import { ThreadSkeleton } from './thread-skeleton.tsx'

export interface ThreadProps {
  conversation_id: string
  /** Who looks. */
  user_id: string
  /** Where Back leads; the list that the conversation belongs to, unless said. */
  back?: string
}

/** One conversation, in the whole of the box it is put in. */
export function Thread({ conversation_id, user_id, back }: ThreadProps) {
  const { t } = useTranslation()
  const { data: thread, error, isFetching, refetch } = useThreadQuery(conversation_id)
  const live = useLiveThread(conversation_id, user_id)

  if (isRefusal(error)) {
    return (
      <Instead>
        <EmptyState
          look="bare"
          heading="h1"
          icon={<MessageCircle />}
          title={t('thread.not_found')}
          action={
            <ButtonLink to={back ?? paths.conversations} variant="secondary" size="sm">
              {t('thread.go_back')}
            </ButtonLink>
          }
        />
      </Instead>
    )
  }
  if (thread) return <Found key={conversation_id} {...{ conversation_id, user_id, thread, back, live }} />
  if (!error) return <ThreadSkeleton back={back ?? paths.conversations} />
  return (
    <Instead>
      <LoadFailure
        look="bare"
        heading="h1"
        title={t('thread.failed')}
        error={error}
        retry={t('thread.try_again')}
        onRetry={refetch}
        isRetrying={isFetching}
      />
    </Instead>
  )
}

interface FoundProps extends Omit<ThreadProps, 'back'> {
  back: string | undefined
  thread: Known
  live: ReturnType<typeof useLiveThread>
}

function Found({ conversation_id, user_id, back, thread, live }: FoundProps) {
  const { conversation } = thread
  const { t } = useTranslation()
  const other = counterpart(conversation, user_id, t('conversations.deleted_member'))
  const box = useRef<HTMLDivElement>(null)
  usePageTitle(other.name)
  useAboveKeyboard(box)
  return (
    <div ref={box} data-thread className="flex min-h-0 min-w-0 flex-1 flex-col">
      <ThreadHeader other={other} back={back ?? wayBack(conversation, user_id)} isClosed={conversation.is_closed} />
      {conversation.can_send_messages && <SkipToField />}
      <ThreadLog thread={thread} other={other} isTyping={live.isTyping} />
      {conversation.can_send_messages ? (
        <Composer
          conversation_id={conversation_id}
          user_id={user_id}
          hasArrived={(client_id) => thread.messages.some((message) => message.client_id === client_id)}
          onTyping={live.sayTyping}
        />
      ) : conversation.is_closed ? (
        <ComposerClosed />
      ) : (
        <ComposerLocked username={conversation.creator.username} />
      )}
    </div>
  )
}

/** Every message has a control or more: the keyboard need not go through all of them to write. */
function SkipToField() {
  const { t } = useTranslation()
  return (
    <div className="relative z-1">
      <Button
        size="sm"
        onClick={() => document.getElementById(FIELD_ID)?.focus()}
        className="absolute top-2 left-3 not-focus:sr-only md:left-6"
      >
        {t('thread.skip')}
      </Button>
    </div>
  )
}

/** In the middle of the box, where there is no conversation to show. */
function Instead({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  usePageTitle(t('conversations.title'))
  return <div className="grid min-h-0 flex-1 place-items-center overflow-y-auto p-4">{children}</div>
}
