import type { French } from './french.ts'
import type * as english from './thread.en.ts'

export const thread: French<typeof english.thread> = {
  not_found: 'Conversation introuvable, ou vous n’y avez pas accès.',
  go_back: 'Revenir',
}
