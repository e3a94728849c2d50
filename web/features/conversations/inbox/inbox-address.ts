import { useMatch } from 'react-router'
import { paths } from '#contract/paths.ts'

/** The id of the conversation in the URL, or null. */
export function useOpenedConversation(): string | null {
  const isReceived = useMatch(paths.conversations_received) !== null
  const opened = useMatch(paths.conversation)
  return isReceived ? null : (opened?.params.id ?? null)
}
