import { matchPath } from 'react-router'
import type { Notice } from '#contract/notices.ts'
import { paths } from '#contract/paths.ts'
import { serviceWorker } from '#web/lib/service-worker.ts'

/** The tags under which a push about this notice can be shown: its own, or that of its conversation. */
function tagsOf({ id, path }: Notice): string[] {
  const conversation = path === null ? null : matchPath(paths.conversation, path)
  return [id, ...(conversation?.params.id ? [conversation.params.id] : [])]
}

/**
 * The tags of what was read since the last list, here or elsewhere; with the first list, of everything that is read. A
 * conversation with a newer unread notice is left alone.
 */
export function silencedTags(before: Notice[] | null, now: Notice[]): string[] {
  const unread = new Set(before?.filter(({ read }) => !read).map(({ id }) => id))
  const justRead = now.filter(({ id, read }) => read && (before === null || unread.has(id)))
  const waiting = new Set(now.filter(({ read }) => !read).flatMap(tagsOf))
  return justRead.flatMap(tagsOf).filter((tag) => !waiting.has(tag))
}

/** Closes the notifications that this device shows under these tags. */
export async function closeNotifications(tags: string[]): Promise<void> {
  if (tags.length === 0) return
  const shown = await (await serviceWorker())?.getNotifications()
  for (const notification of shown ?? []) if (tags.includes(notification.tag)) notification.close()
}
