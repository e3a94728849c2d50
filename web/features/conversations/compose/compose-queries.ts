import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type CanMessage, conversations, type StartedConversation } from '#contract/conversations.ts'
import { refreshLists } from '#web/features/conversations/list-queries.ts'
import { call } from '#web/lib/api.ts'
import type { Attempt } from '#web/lib/drafts.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'

interface StartCallbacks {
  onSent: (conversation: StartedConversation) => void
  onFailed: (error: Error) => void
}

/** Sends a message to a creator, in a new conversation if there is none. The callbacks also run after an unmount. */
export function useStartConversationMutation(creator_id: string, callbacks: StartCallbacks) {
  return useSingleMutation(startConversation(useQueryClient(), creator_id, callbacks))
}

export function startConversation(client: QueryClient, creator_id: string, { onSent, onFailed }: StartCallbacks) {
  return {
    mutationFn: (attempt: Attempt) => call(conversations.create_conversation, { body: { creator_id, ...attempt } }),
    onSuccess: (conversation: StartedConversation) => {
      void refreshLists(client)
      // The next press of a message button opens this conversation.
      const may: CanMessage = { can_message: true, conversation_id: conversation.id }
      client.setQueryData([...queryKeys.can_message, creator_id], may)
      onSent(conversation)
    },
    onError: (error: Error) => {
      // A refusal may mean that the subscription has ended.
      void client.invalidateQueries({ queryKey: queryKeys.can_message })
      onFailed(error)
    },
  }
}
