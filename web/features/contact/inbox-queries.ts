import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { type ContactMessage, contact } from '#contract/contact.ts'
import { call } from '#web/lib/api.ts'
import { downloadCsv } from '#web/lib/download.ts'
import { errorText } from '#web/lib/error-text.ts'
import { type Pages, rowsOf, usePagedQuery } from '#web/lib/queries/paged-query.ts'
import { staffKeys } from '#web/lib/queries/staff-query-keys.ts'
import { isGone } from '#web/lib/queries/use-erase-mutation.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { toast } from '#web/lib/toasts.ts'
import { type InboxFilter, parametersOf } from './inbox-address.ts'

/** Infinite query for contact messages, newest first. The former result stays visible while a new filter is loading. */
export function useInboxQuery(filter: InboxFilter) {
  const query = usePagedQuery({
    queryKey: [...staffKeys.contact_messages, filter],
    fetchRows: (start, options) =>
      call(contact.list_contact_messages, { query: { ...parametersOf(filter), ...start } }, options),
    about: () => ({}),
    placeholderData: keepPreviousData,
  })
  return { ...query, messages: rowsOf(query.data) }
}

/** Downloads what the filter lists, as a CSV file. */
export function useInboxFileMutation() {
  return useSingleMutation({
    mutationFn: (filter: InboxFilter) =>
      downloadCsv(contact.list_contact_messages, parametersOf(filter), 'loge-contact'),
    onError: (error) => toast({ type: 'error', message: errorText(error) }),
  })
}

/**
 * Marks a message as answered, or opens it again. The message stays in the list that is shown, so that a wrong press can
 * be taken back at the same place; the other lists are fetched again when they are shown.
 */
export function useMarkMutation(id: string) {
  const client = useQueryClient()
  const queryKey = staffKeys.contact_messages
  return useSingleMutation({
    mutationFn: (answered: boolean) => call(contact.update_contact_message, { params: { id }, body: { answered } }),
    onSuccess: (marked) => {
      client.setQueriesData<Pages<ContactMessage>>({ queryKey }, (list) => list && withMessage(list, marked))
      return client.invalidateQueries({ queryKey, refetchType: 'none' })
    },
    onError: (error) => {
      toast({ type: 'error', message: errorText(error) })
      // Somebody else has erased it.
      if (isGone(error)) void client.invalidateQueries({ queryKey })
    },
  })
}

function withMessage(list: Pages<ContactMessage>, message: ContactMessage): Pages<ContactMessage> {
  const pages = list.pages.map((page) => ({
    ...page,
    rows: page.rows.map((row) => (row.id === message.id ? message : row)),
  }))
  return { ...list, pages }
}
