import { useLocation } from 'react-router'
import { paths } from '#contract/paths.ts'
import { EmailLink } from '#web/features/accounts/email-link.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { usePageTitle } from '#web/lib/page-title.ts'

/** Confirms a new e-mail address or restores the former one, depending on the path. */
export function EmailLinkPage() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const step = pathname.toLowerCase().startsWith(paths.undo_email) ? 'undo' : 'confirm'
  usePageTitle(t(`accounts.email.${step}_title`))
  return <EmailLink key={step} step={step} />
}
