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
import { shownReactions, type Wish } from './reactions/reactions.ts'
import { changeMessage, type KnownMessage, withoutPending, withPending, withSent } from './thread-cache.ts'
import { catchUp, changeThread } from './thread-queries.ts'

/**
 * Sends a message. The draft is kept until it has arrived, with the `client_id` it goes out under: whatever becomes of
 * this page, the words are not lost, and trying again does not double them.
 */
export function useSendMessageMutation(conversation_id: string, user_id: string) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationKey: [...mutationKeys.send, conversation_id],
    mutationFn: (body: Attempt) => deliver(conversation_id, body),
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
      toast({ type: 'success', message: t('thread.sent') })
    },
    onError: (error, { client_id }) => {
      changeThread(client, conversation_id, (thread) => withoutPending(thread, client_id))
      void catchUp(client, conversation_id)
      toast({ type: 'error', message: sendFailure(error) })
    },
  })
}

/** An answer that got lost says nothing of the message, so it is asked for once more: `client_id` keeps it from doubling. */
async function deliver(id: string, body: Attempt): Promise<Message> {
  const token = sessionToken()
  const send = () => call(conversations.send_message, { params: { id }, body })
  try {
    return await send()
  } catch (error) {
    // A refusal is an answer. And in the meantime somebody else may have signed in.
    if (error instanceof ApiError || token !== sessionToken()) throw error
    return await send()
  }
}

/** The server's own words, which are English: French translates its code. Ours where it had nothing to say. */
function sendFailure(error: unknown): string {
  if (!(error instanceof ApiError) || error.text === null) return t('thread.send_failed')
  if (currentLanguage() === 'en') return error.text
  return error.code === 'forbidden' ? t('thread.locked_text') : errorText(error)
}

/** The reactions to a message as they are shown, and what a press does: it counts at once, and is taken back if it fails. */
export function useReactions(
  conversation_id: string,
  message: Pick<KnownMessage, 'id' | 'reactions'>,
): { shown: Reactions; toggle: (emoji: string) => void } {
  const client = useQueryClient()
  const { shown, mutate } = useOptimisticMutation({
    mutationKey: [...mutationKeys.reaction, message.id],
    known: message.reactions,
    apply: shownReactions,
    mutationFn: ({ emoji, wanted }: Wish) => {
      const params = { id: conversation_id, messageId: message.id }
      return wanted
        ? call(conversations.add_reaction, { params, body: { emoji } })
        : call(conversations.remove_reaction, { params: { ...params, emoji } })
    },
    onSuccess: (reactions, { emoji, wanted }) =>
      changeThread(client, conversation_id, (thread) => {
        const known = thread.messages.find(({ id }) => id === message.id)?.reactions
        // A live event has said so already, and may know more by now.
        if (known?.user_reactions.includes(emoji) === wanted) return thread
        return changeMessage(thread, message.id, () => ({ reactions }))
      }),
    onError: (_error, { wanted }) =>
      toast({ type: 'error', message: t(wanted ? 'thread.reaction_add_failed' : 'thread.reaction_remove_failed') }),
  })
  return { shown, toggle: (emoji) => mutate({ emoji, wanted: !shown.user_reactions.includes(emoji) }) }
}
