import { useLocation } from 'react-router'
import { useTranslation } from '#web/lib/i18n.ts'
import { Notice } from '#web/ui/notice.tsx'

/** For who has just deleted their account: until when it can be taken back. */
export function LeavingNotice() {
  const { t, language } = useTranslation()
  const erased_at = erasedAt(useLocation().state)
  if (!erased_at) return null
  const date = erased_at.toLocaleString(language, { dateStyle: 'long', timeStyle: 'short' })
  return <Notice type="info">{t('login.leaving', { date })}</Notice>
}

function erasedAt(state: unknown): Date | undefined {
  const time = typeof state === 'object' && state !== null && 'erased_at' in state ? state.erased_at : undefined
  return typeof time === 'string' ? new Date(time) : undefined
}
