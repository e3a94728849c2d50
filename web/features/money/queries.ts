import { useMutation, useQuery } from '@tanstack/react-query'
import { admin } from '#contract/admin.ts'
import { subscriptions } from '#contract/subscriptions.ts'
import { call } from '#web/lib/api.ts'
import { fetchProtected } from '#web/lib/protected-media.ts'
import { saveFile } from './save-file.ts'

/** What a creator earned, and who is subscribed. */
export function useRevenues() {
  return useQuery({
    queryKey: ['revenues'],
    queryFn: ({ signal }) => call(subscriptions.get_revenues, { query: {} }, { signal }),
  })
}

/** Fetches the table of every payment, with the session's token, and has the browser keep it as a file. */
export function useRevenuesFile() {
  return useMutation({
    mutationFn: async () => {
      const table = await fetchProtected(`${subscriptions.get_revenues.path}?format=csv`)
      saveFile(table, `loge-revenues-${new Date().toISOString().slice(0, 'YYYY-MM-DD'.length)}.csv`)
    },
  })
}

/** What went through the house. */
export function useNumbers() {
  return useQuery({ queryKey: ['numbers'], queryFn: ({ signal }) => call(admin.get_numbers, undefined, { signal }) })
}
