import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useDegraded } from '#web/features/system/queries.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { Logo } from '#web/ui/logo.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { SocialIcons } from './social-icons.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

/** A literal value of the specification. */
const COPYRIGHT_YEAR = 2025

/** On phones, visitors find the language and theme switches here. Members have them in the header. */
export function Footer({ withSwitches }: { withSwitches: boolean }) {
  const { t } = useTranslation()
  return (
    <footer className="night pt-18 pb-[calc(36px+var(--tab-bar,0px))]">
      <div className="mx-auto max-w-page px-5 md:px-18">
        <div className="grid grid-cols-2 gap-x-6 gap-y-9 md:grid-cols-[2fr_1fr_1fr] md:gap-12">
          <div className="col-span-2 md:col-span-1">
            <Logo />
            <p className="mt-4 mb-5 max-w-75 text-soft">{t('footer.tagline')}</p>
            <SocialIcons />
          </div>
          <Column title={t('footer.house')}>
            <FooterLink to={`${paths.discover}#features`}>{t('footer.features')}</FooterLink>
            <FooterLink to={paths.pricing}>{t('footer.pricing')}</FooterLink>
            <FooterLink to={paths.contact_us}>{t('footer.contact_us')}</FooterLink>
          </Column>
          <Column title={t('footer.small_print')}>
            <FooterLink to={paths.privacy_policy}>{t('footer.privacy_policy')}</FooterLink>
            <FooterLink to={paths.terms_of_service}>{t('footer.terms_of_service')}</FooterLink>
            <DeadLink>{t('footer.cookie_policy')}</DeadLink>
            <DeadLink>{t('footer.dmca')}</DeadLink>
          </Column>
        </div>
        <div aria-hidden="true" className="mt-11 mb-5 footlights-row h-1.5 opacity-80" />
        <div className="flex flex-wrap items-center justify-between gap-2.5 text-small text-mute">
          <span>{t('footer.copyright', { year: String(COPYRIGHT_YEAR) })}</span>
          <Status />
          {withSwitches && (
            <div className="-ml-3 flex w-full items-center text-ink md:hidden">
              <LanguageSwitch />
              <ThemeSwitch />
            </div>
          )}
        </div>
      </div>
    </footer>
  )
}

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="cue mb-2.5 text-large">{title}</h2>
      <ul className="footer-list">{children}</ul>
    </div>
  )
}

const ENTRY = 'inline-flex min-h-9 items-center text-ui'

function FooterLink({ to, children }: { to: string; children: string }) {
  return (
    <li>
      <Link to={to} className={cx(ENTRY, 'text-soft transition-colors hover:text-ink')}>
        {children}
      </Link>
    </li>
  )
}

/** A disabled link, for pages that do not exist yet. */
function DeadLink({ children }: { children: string }) {
  return (
    <li>
      {/* biome-ignore lint/a11y/useFocusableInteractive: it leads nowhere, so there is no reason to stop at it */}
      {/* biome-ignore lint/a11y/useSemanticElements: an anchor without an address is not announced as a link */}
      <span role="link" aria-disabled="true" className={cx(ENTRY, 'cursor-not-allowed text-mute')}>
        {children}
      </span>
    </li>
  )
}

function Status() {
  const { t } = useTranslation()
  const isDegraded = useDegraded()
  return (
    <span className={cx('flex items-center gap-2', isDegraded ? 'text-gilt' : 'text-status')}>
      <span aria-hidden="true" className="size-2 flex-none rounded-full bg-current" />
      {isDegraded ? t('footer.degraded') : t('footer.operational')}
    </span>
  )
}
