import { useQuery, useQueryClient } from '@tanstack/react-query'
import { fan_cards } from '#contract/fan-cards.ts'
import { call } from '#web/lib/api.ts'
import { ignoreNotFound } from '#web/lib/api-error.ts'
import { errorText } from '#web/lib/error-text.ts'
import { t } from '#web/lib/i18n/i18n.ts'
import { markChangedWith } from '#web/lib/queries/changed-conversations.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { toast } from '#web/lib/toasts.ts'

export function useFanCardQuery(username: string) {
  return useQuery({
    queryKey: [...queryKeys.fan_cards, 'of', username],
    queryFn: ({ signal }) => call(fan_cards.get_fan_card, { params: { username } }, { signal }),
  })
}

/** The labels that the creator uses, with how many fans carry each. */
export function useFanLabelsQuery() {
  return useQuery({
    queryKey: [...queryKeys.fan_cards, 'labels'],
    queryFn: ({ signal }) => call(fan_cards.list_fan_labels, undefined, { signal }),
  })
}

/** Changes the labels of a fan. The rows of the inbox show them too. */
export function useLabelsMutation(username: string) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: (labels: string[]) => call(fan_cards.update_fan_card, { params: { username }, body: { labels } }),
    onSuccess: (card) => {
      client.setQueryData([...queryKeys.fan_cards, 'of', username], card)
      void client.invalidateQueries({ queryKey: [...queryKeys.fan_cards, 'labels'] })
      markChangedWith(client, username)
      void client.invalidateQueries({ queryKey: queryKeys.conversation_lists })
    },
    onError: (error) => toast({ type: 'error', message: errorText(error) }),
  })
}

/** Saves a note. The field keeps what was typed, whatever comes of it. */
export function saveNote(username: string, note: string) {
  return call(fan_cards.update_fan_card, { params: { username }, body: { note } })
}

export function useSavedRepliesQuery() {
  return useQuery({
    queryKey: [...queryKeys.fan_cards, 'replies'],
    queryFn: ({ signal }) => call(fan_cards.list_saved_replies, undefined, { signal }),
  })
}

export function useSaveReplyMutation() {
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: (content: string) => call(fan_cards.create_saved_reply, { body: { content } }),
    onSuccess: async () => {
      toast({ type: 'success', message: t('fan_cards.reply_saved') })
      await client.invalidateQueries({ queryKey: [...queryKeys.fan_cards, 'replies'] })
    },
    onError: (error) => toast({ type: 'error', message: errorText(error) }),
  })
}

export function useDeleteReplyMutation() {
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: (id: string) => call(fan_cards.delete_saved_reply, { params: { id } }).catch(ignoreNotFound),
    onSuccess: () => client.invalidateQueries({ queryKey: [...queryKeys.fan_cards, 'replies'] }),
    onError: (error) => toast({ type: 'error', message: errorText(error) }),
  })
}
