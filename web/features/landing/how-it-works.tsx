import { type LucideIcon, ShieldCheck, Sparkles, Ticket } from 'lucide-react'
import { useSection, useTranslation } from '#web/lib/i18n/i18n.ts'
import { IconArch } from '#web/ui/pictures/icon-arch.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { Section } from './section.tsx'

/** What the product offers, with a link to the steps of HowItWorks. */
export function FeatureList() {
  const { t } = useTranslation()
  return (
    <Section id="features" className="pb-21 md:pb-32">
      <div className="grid gap-7 lg:grid-cols-[5fr_7fr] lg:gap-18">
        <div>
          <h2 className="d-l">
            {t('landing.features_title')} <em>{t('landing.features_title_end')}</em>
          </h2>
          <TextLink to="#more" className="mt-3 inline-flex min-h-11 items-center">
            {t('landing.how')}
          </TextLink>
        </div>
        <ul>
          <Feature icon={Sparkles} title={t('landing.exclusive')} text={t('landing.exclusive_text')} />
          <Feature icon={Ticket} title={t('landing.flexible')} text={t('landing.flexible_text')} />
          <Feature icon={ShieldCheck} title={t('landing.privacy')} text={t('landing.privacy_text')} />
        </ul>
      </div>
    </Section>
  )
}

function Feature({ icon, title, text }: { icon: LucideIcon; title: string; text: string }) {
  return (
    <li className="grid grid-cols-[48px_1fr] gap-4 border-t border-line py-6 last:border-b md:grid-cols-[56px_1fr] md:gap-5 md:py-7.5">
      <IconArch icon={icon} />
      <div>
        <h3 className="t2">{title}</h3>
        <p className="mt-1.5 text-soft">{text}</p>
      </div>
    </li>
  )
}

const NUMERALS = ['I', 'II', 'III']

/** How the product works, in three steps. */
export function HowItWorks() {
  const { acts, acts_title, acts_title_end } = useSection('landing')
  return (
    <section id="more" className="night">
      <div className="mx-auto max-w-page px-5 pt-24 pb-26 md:px-18">
        <h2 className="d-l mb-14">
          {acts_title} <em>{acts_title_end}</em>
        </h2>
        <ol className="lg:grid lg:grid-cols-3">
          {acts.map(({ title, text }, index) => (
            <li
              key={title}
              className="border-line max-lg:grid max-lg:grid-cols-[76px_1fr] max-lg:border-t max-lg:py-6 lg:border-l lg:px-11 lg:pt-2 lg:first:border-l-0 lg:first:pl-0"
            >
              <span aria-hidden="true" className="act-numeral text-brass">
                {NUMERALS[index]}
              </span>
              <div>
                <h3 className="t2 mt-4.5 mb-2">{title}</h3>
                <p className="text-pretty text-soft">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
