import { MESSAGE_MAX } from '#contract/limits.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { cx } from '#web/ui/cx.ts'

/** From here on somebody is told how much room is left. */
const COUNTED_BELOW = 200

/** How many characters are left, once they become few; below zero there are too many. Spaces around it do not count. */
export function roomLeft(text: string): number | null {
  const left = MESSAGE_MAX - [...text.trim()].length
  return left < COUNTED_BELOW ? left : null
}

export function canBeSent(text: string): boolean {
  return text.trim() !== '' && (roomLeft(text) ?? 0) >= 0
}

/** Below what is written: how many characters are left, or too many. */
export function RoomLeft({ id, left, className }: { id: string; left: number; className?: string }) {
  const { t } = useTranslation()
  return (
    <p id={id} className={cx('mt-1.5 text-small', left < 0 ? 'font-medium text-err' : 'text-mute', className)}>
      {left < 0 ? t('conversations.over', { count: -left }) : t('conversations.left', { count: left })}
    </p>
  )
}

/** A name for a message that is about to be sent. `randomUUID` is missing from pages that did not come over TLS. */
export function newClientId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes.set([((bytes[6] ?? 0) & 0x0f) | 0x40], 6)
  bytes.set([((bytes[8] ?? 0) & 0x3f) | 0x80], 8)
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
