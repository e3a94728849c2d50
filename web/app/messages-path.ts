import { paths } from '#contract/paths.ts'
import { useUnread } from '#web/features/conversations/inbox/inbox-unread.tsx'

/** Where "Messages" leads: to Fan Messages if something unread is there, otherwise to Your Messages. */
export function useMessagesPath(): string {
  return useUnread('received') > 0 ? paths.conversations_received : paths.conversations
}
