import { useQuery } from '@tanstack/react-query'
import { admin } from '#contract/admin.ts'
import { call } from '#web/lib/api.ts'

/** What went through the house. */
export function useNumbers() {
  return useQuery({ queryKey: ['numbers'], queryFn: ({ signal }) => call(admin.get_numbers, undefined, { signal }) })
}
