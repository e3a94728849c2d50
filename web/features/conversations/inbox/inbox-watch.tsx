import { type Inbox, useInbox } from './inbox.ts'

/** Draws nothing: it keeps the lists, so that whoever counts what is unread counts right on every page. */
export function InboxWatch(inbox: Inbox) {
  useInbox(inbox)
  return null
}
