import { Navigate, useParams, useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { NewsletterLink } from '#web/features/newsletter/newsletter-link.tsx'
import type { NewsletterStep } from '#web/features/newsletter/queries.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Boxes } from '#web/ui/pictures/boxes.tsx'

/** The two pages that newsletter mails link to. Any other step redirects to the home page. */
export function NewsletterPage() {
  const { step } = useParams()
  const [query] = useSearchParams()
  if (step !== 'confirm' && step !== 'unsubscribe') return <Navigate to={paths.home} replace />
  return <StepPage key={step} step={step} token={query.get('token') ?? ''} />
}

function StepPage({ step, token }: { step: NewsletterStep; token: string }) {
  const { t } = useTranslation()
  usePageTitle(t(`newsletter.${step}.title`))
  return (
    <div className="mx-auto flex w-full max-w-156 flex-1 flex-col px-5 pt-9 md:px-8 md:pt-20">
      <div className="pb-12">
        <NewsletterLink step={step} token={token} />
      </div>
      <Boxes middle="chair" className="mt-auto" />
    </div>
  )
}
