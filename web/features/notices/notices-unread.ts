import { useKnown } from '#web/lib/use-known.ts'
import type { NoticePages } from './notice-cache.ts'

/** What the list of notices is filed under. */
export const NOTICES_KEY = ['notices'] as const

/** How many notices wait to be read, as the last answer said. It asks for nothing itself. */
export function useUnreadNotices(): number {
  return useKnown((client) => client.getQueryData<NoticePages>(NOTICES_KEY)?.pages[0]?.unread ?? 0)
}
