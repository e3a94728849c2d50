import { useQueryClient } from '@tanstack/react-query'
import { conversations, type Message, type Reactions } from '#contract/conversations.ts'
import { call } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { type Attempt, EMPTY_DRAFT, readDraft, writeDraft } from '#web/lib/drafts.ts'
import { errorText } from '#web/lib/error-text.ts'
import { currentLanguage, t } from '#web/lib/i18n/i18n.ts'
import { mutationKeys } from '#web/lib/queries/query-keys.ts'
import { useOptimisticMutation } from '#web/lib/queries/use-optimistic-mutation.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { sessionToken } from '#web/lib/session.ts'
import { toast } from '#web/lib/toasts.ts'
import { refreshLists } from './list-queries.ts'
import { applyToggle, type ReactionToggle } from './reactions/reactions.ts'
import { changeMessage, type KnownMessage, withoutPending, withPending, withSent } from './thread-cache.ts'
import { catchUp, changeThread } from './thread-queries.ts'

/**
 * Sends a message, with an optimistic entry in the thread. The draft is stored with its `client_id` until the server has
 * the message: if the page is closed or the request fails, the text is not lost, and a retry does not create a duplicate.
 */
export function useSendMessageMutation(conversation_id: string, user_id: string) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationKey: [...mutationKeys.send, conversation_id],
    mutationFn: (body: Attempt) => sendWithRetry(conversation_id, body),
    onMutate: ({ client_id, content }) => {
      writeDraft(user_id, conversation_id, { text: content, unsent: { client_id, content } })
      const created_at = new Date().toISOString()
      changeThread(client, conversation_id, (thread) =>
        withPending(thread, { client_id, content, sender_id: user_id, created_at, status: 'sending' }),
      )
    },
    onSuccess: (message, { client_id }) => {
      const draft = readDraft(user_id, conversation_id)
      if (draft.unsent?.client_id === client_id) writeDraft(user_id, conversation_id, EMPTY_DRAFT)
      changeThread(client, conversation_id, (thread) => withSent(thread, client_id, message))
      void refreshLists(client)
      toast({ type: 'success', message: t('conversations.thread.sent') })
    },
    onError: (error, { client_id }) => {
      changeThread(client, conversation_id, (thread) => withoutPending(thread, client_id))
      void catchUp(client, conversation_id)
      toast({ type: 'error', message: sendFailure(error) })
    },
  })
}

/** Retries once if no response arrived: the server may have stored the message or not, and `client_id` makes it idempotent. */
async function sendWithRetry(id: string, body: Attempt): Promise<Message> {
  const token = sessionToken()
  const send = () => call(conversations.send_message, { params: { id }, body })
  try {
    return await send()
  } catch (error) {
    // An error response is final. And if another account has signed in meanwhile, it must not send this text.
    if (error instanceof ApiError || token !== sessionToken()) throw error
    return await send()
  }
}

/** The server's message, which is English; other languages translate its code. Without a response we use our own text. */
function sendFailure(error: unknown): string {
  if (!(error instanceof ApiError) || error.text === null) return t('conversations.thread.send_failed')
  if (currentLanguage() === 'en') return error.text
  return error.code === 'forbidden' ? t('conversations.thread.locked_text') : errorText(error)
}

/** Optimistic update of the reactions to a message: `shown` contains pending changes, and a failed one is rolled back. */
export function useReactions(
  conversation_id: string,
  message: Pick<KnownMessage, 'id' | 'reactions'>,
): { shown: Reactions; toggle: (emoji: string) => void } {
  const client = useQueryClient()
  const { shown, mutate } = useOptimisticMutation({
    mutationKey: [...mutationKeys.reaction, message.id],
    known: message.reactions,
    apply: applyToggle,
    mutationFn: ({ emoji, wanted }: ReactionToggle) => {
      const params = { id: conversation_id, messageId: message.id }
      return wanted
        ? call(conversations.add_reaction, { params, body: { emoji } })
        : call(conversations.remove_reaction, { params: { ...params, emoji } })
    },
    onSuccess: (reactions, { emoji, wanted }) =>
      changeThread(client, conversation_id, (thread) => {
        const known = thread.messages.find(({ id }) => id === message.id)?.reactions
        // A live event has brought this change already, and its counts may be newer than this response.
        if (known?.user_reactions.includes(emoji) === wanted) return thread
        return changeMessage(thread, message.id, () => ({ reactions }))
      }),
    onError: (_error, { wanted }) =>
      toast({
        type: 'error',
        message: t(wanted ? 'conversations.thread.reaction_add_failed' : 'conversations.thread.reaction_remove_failed'),
      }),
  })
  return { shown, toggle: (emoji) => mutate({ emoji, wanted: !shown.user_reactions.includes(emoji) }) }
}
