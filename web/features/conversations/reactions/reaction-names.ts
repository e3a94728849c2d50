import { REACTIONS } from '#contract/conversations.ts'
import { t } from '#web/lib/i18n/i18n.ts'

/** In the order of `REACTIONS`. */
const NAMES = [
  'thumbs_up',
  'thumbs_down',
  'heart',
  'laughing',
  'surprised',
  'crying',
  'angry',
  'party',
  'fire',
  'hundred',
] as const

/** The accessible name of an emoji. An emoji that this client does not know is its own name. */
export function emojiName(emoji: string): string {
  const name = NAMES[(REACTIONS as readonly string[]).indexOf(emoji)]
  return name === undefined ? emoji : t(`conversations.thread.emoji.${name}`)
}
