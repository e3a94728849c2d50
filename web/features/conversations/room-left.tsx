import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { cx } from '#web/ui/cx.ts'

/** Below what is written: how many characters are left, or too many. */
export function RoomLeft({ id, left, className }: { id: string; left: number; className?: string }) {
  const { t } = useTranslation()
  return (
    <p id={id} className={cx('mt-1.5 text-small', left < 0 ? 'font-medium text-err' : 'text-mute', className)}>
      {left < 0 ? t('conversations.over', { count: -left }) : t('conversations.left', { count: left })}
    </p>
  )
}
