import { useMatch } from 'react-router'
import { paths } from '#contract/paths.ts'

/** The conversation that the address names, if it names one. */
export function useOpenedConversation(): string | null {
  const isReceived = useMatch(paths.conversations_received) !== null
  const opened = useMatch(paths.conversation)
  return isReceived ? null : (opened?.params.id ?? null)
}
