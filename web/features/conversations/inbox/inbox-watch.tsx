import { type Inbox, useInbox } from './inbox.ts'

/** Renders nothing: it keeps the lists up to date, so that the unread badges are right on every page. Lazily loaded. */
export function InboxWatch(inbox: Inbox) {
  useInbox(inbox)
  return null
}
