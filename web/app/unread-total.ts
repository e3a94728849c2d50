import { useEffect } from 'react'
import { UNREAD_BADGE_MAX } from '#contract/conversations.ts'
import { useUnread } from '#web/features/conversations/inbox/inbox-unread.tsx'
import { useUnreadNotices } from '#web/features/notices/notices-bell.tsx'
import { setTitleCount } from '#web/lib/page-title.ts'

/** Counts what is unread, messages and notices, in the title of the tab and on the icon of the installed app. */
export function useUnreadTotal(): void {
  const total = useUnread('own') + useUnread('received') + useUnreadNotices('apart')
  useEffect(() => {
    setTitleCount(total > UNREAD_BADGE_MAX ? `${UNREAD_BADGE_MAX}+` : total > 0 ? String(total) : null)
    setBadge(total)
  }, [total])
  useEffect(
    () => () => {
      setTitleCount(null)
      setBadge(0)
    },
    [],
  )
}

/** Browsers without installed apps lack it, and others refuse it in a tab. Zero removes the badge. */
function setBadge(count: number): void {
  navigator.setAppBadge?.(count).catch(() => {})
}
