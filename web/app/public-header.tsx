import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { HeaderLink } from './header-link.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

/** The header for visitors. On phones the language and theme switches are in the footer. */
export function PublicHeader() {
  const { t } = useTranslation()
  return (
    <header className="page-header sticky top-0 low:static z-header flex h-15 items-center gap-1 border-b border-line bg-paper pr-2 pl-5 max-phone-sm:pl-3 md:h-18 md:gap-5 md:px-10">
      <Link to={paths.discover} aria-label={t('frame.to_discover')} className="page-header-link flex rounded-sm">
        {/* On the narrowest phones there is room only for the mark and the two buttons. */}
        <Logo className="max-phone-md:[&>span]:hidden" />
      </Link>
      <nav aria-label={t('frame.main_nav')} className="ml-7 hidden gap-1.5 lg:flex">
        <HeaderLink to={paths.discover}>{t('frame.discover')}</HeaderLink>
        <HeaderLink to={`${paths.discover}#features`}>{t('frame.features')}</HeaderLink>
        <HeaderLink to={paths.pricing}>{t('frame.pricing')}</HeaderLink>
      </nav>
      <div className="page-header-group ml-auto hidden items-center md:flex">
        <LanguageSwitch className="page-header-link" />
        <ThemeSwitch />
      </div>
      <div className="page-header-group flex items-center gap-1 in-data-session:invisible max-md:ml-auto md:gap-2">
        <ButtonLink to={paths.login} variant="ghost" size="sm" className="one-line narrow:shrink-0 max-phone-sm:px-2!">
          {t('frame.log_in')}
        </ButtonLink>
        <ButtonLink to={paths.signup} size="sm" className="one-line narrow:shrink-0">
          {t('frame.sign_up')}
        </ButtonLink>
      </div>
    </header>
  )
}
