import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { useCachedValue } from '#web/lib/queries/use-cached-value.ts'
import type { NoticePages } from './notice-cache.ts'

/** How many notices wait to be read, as the last answer said. It asks for nothing itself. */
export function useUnreadNotices(): number {
  return useCachedValue((client) => client.getQueryData<NoticePages>(queryKeys.notices)?.pages[0]?.unread ?? 0)
}
