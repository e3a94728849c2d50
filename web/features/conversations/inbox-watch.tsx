import { useInbox } from './inbox.ts'

/** Draws nothing: it keeps the lists, so that whoever counts what is unread counts right on every page. */
export function InboxWatch({ hasProfile }: { hasProfile: boolean }) {
  useInbox({ hasProfile })
  return null
}
