import { PLATFORM_FEE_PERCENT } from '#contract/fees.ts'
import { paths } from '#contract/paths.ts'
import { useUser } from '#web/features/accounts/queries.ts'
import { Benefits, CreatorFeatures } from '#web/features/money/pricing/benefits.tsx'
import { Calculator } from '#web/features/money/pricing/calculator.tsx'
import { Plans } from '#web/features/money/pricing/plans.tsx'
import { WorkedExamples } from '#web/features/money/pricing/worked-examples.tsx'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { BackLink } from '#web/ui/back-link.tsx'

export function PricingPage() {
  const { t } = useTranslation()
  usePageTitle(t('money.pricing.title'))
  const viewer = useUser()
  return (
    <div className="mx-auto w-full max-w-plans px-5 pt-8 pb-25 md:px-18">
      <div className="-ml-4">
        <BackLink to={paths.discover}>{t('money.pricing.back')}</BackLink>
      </div>
      <div className="mx-auto mt-5 mb-14 max-w-column text-center">
        <h1 className="d-l">
          {t('money.pricing.headline_fans')} <em>{t('money.pricing.headline_fans_end')}</em> <br />
          {t('money.pricing.headline_creators')} <em>{t('money.pricing.headline_creators_end')}</em>
        </h1>
        <p className="lead mt-4.5">{t('money.pricing.lead', { percent: PLATFORM_FEE_PERCENT })}</p>
      </div>
      <Plans member={viewer.status === 'member' ? viewer.user : null} />
      <p className="mt-5.5 text-center text-small text-balance text-mute">{t('money.pricing.terms')}</p>
      <div className="mt-26">
        <WorkedExamples />
        <div className="mt-8">
          <Calculator />
        </div>
      </div>
      <div className="mt-26 mb-14">
        <Benefits />
      </div>
      <CreatorFeatures />
    </div>
  )
}
