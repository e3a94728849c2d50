import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { cx } from './cx.ts'

/** The legal links of the footer, for pages without a footer. */
export function SmallPrint({ className }: { className?: string }) {
  const { t } = useTranslation()
  return (
    <nav aria-label={t('footer.small_print')} className={cx('flex flex-wrap gap-x-5 text-small', className)}>
      <SmallLink to={paths.pricing}>{t('footer.pricing')}</SmallLink>
      <SmallLink to={paths.terms_of_service}>{t('footer.terms_of_service')}</SmallLink>
      <SmallLink to={paths.privacy_policy}>{t('footer.privacy_policy')}</SmallLink>
    </nav>
  )
}

function SmallLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 items-center rounded-sm text-mute underline-offset-4 transition-colors hover:text-ink hover:underline"
    >
      {children}
    </Link>
  )
}
