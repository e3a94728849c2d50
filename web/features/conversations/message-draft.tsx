import { MESSAGE_MAX } from '#contract/conversations.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { cx } from '#web/ui/cx.ts'

/** The counter appears when fewer characters than this are left. */
const COUNTER_BELOW = 200

/** How many characters may still be typed, or null while there are many. Negative: too long. Spaces at the ends do not count. */
export function charactersLeft(text: string): number | null {
  const left = MESSAGE_MAX - [...text.trim()].length
  return left < COUNTER_BELOW ? left : null
}

export function canBeSent(text: string): boolean {
  return text.trim() !== '' && (charactersLeft(text) ?? 0) >= 0
}

/** Character counter below a text field: how many are left, or how many are too many. */
export function CharactersLeft({ id, left, className }: { id: string; left: number; className?: string }) {
  const { t } = useTranslation()
  return (
    <p id={id} className={cx('mt-1.5 text-small', left < 0 ? 'font-medium text-err' : 'text-mute', className)}>
      {left < 0 ? t('conversations.over', { count: -left }) : t('conversations.left', { count: left })}
    </p>
  )
}
