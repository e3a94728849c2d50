import { REACTIONS } from '#contract/limits.ts'
import { t } from '#web/lib/i18n/i18n.ts'

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

/** What an emoji is called; one that this client does not know speaks for itself. */
export function emojiName(emoji: string): string {
  const name = NAMES[(REACTIONS as readonly string[]).indexOf(emoji)]
  return name === undefined ? emoji : t(`thread.emoji.${name}`)
}
