import { Flag, Hourglass, IdCard, type LucideIcon, Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '#contract/paths.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { IconArch } from '#web/ui/pictures/icon-arch.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

export function ContactHeading() {
  const { t } = useTranslation()
  return (
    <div>
      <p className="cue mb-3 md:mb-4">{t('contact.cue')}</p>
      <h1 className="d-l">{t('contact.title')}</h1>
      <p className="lead mt-5 max-w-[44ch]">{t('contact.lead')}</p>
    </div>
  )
}

/** When a message is answered, and what happens with its data. */
export function Expectations() {
  const { t } = useTranslation()
  return (
    <ul>
      <Expectation icon={Mail} title={t('contact.answer')}>
        {t('contact.answer_text')}
      </Expectation>
      <Expectation icon={IdCard} title={t('contact.data')}>
        {t('contact.data_text')} <TextLink to={paths.privacy_policy}>{t('contact.data_link')}</TextLink>.
      </Expectation>
      <Expectation icon={Flag} title={t('contact.report')}>
        {t('contact.report_text')} <TextLink to={paths.report_content}>{t('contact.report_link')}</TextLink>.
      </Expectation>
      <Expectation icon={Hourglass} title={t('contact.kept')}>
        {t('contact.kept_text')}
      </Expectation>
    </ul>
  )
}

function Expectation({ icon, title, children }: { icon: LucideIcon; title: string; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[44px_1fr] gap-4 border-t border-line py-5 last:border-b">
      <IconArch icon={icon} />
      <div>
        <h2 className="t3">{title}</h2>
        <p className="mt-1 text-pretty text-soft">{children}</p>
      </div>
    </li>
  )
}
