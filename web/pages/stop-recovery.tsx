import { useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { AuthHeading } from '#web/features/accounts/sign-in/auth-heading.tsx'
import { useStopRecoveryMutation } from '#web/features/second-factors/queries.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { Outcome } from '#web/ui/outcome.tsx'
import { TextLink } from '#web/ui/text-link.tsx'

/** The page behind the link that stops the removal of second factors. Only its button changes something. */
export function StopRecoveryPage() {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const stop = useStopRecoveryMutation()
  usePageTitle(t('second_factors.stop.title'))
  const title = t('second_factors.stop.title')
  if (stop.isSuccess) {
    return (
      <Outcome className="flex flex-col gap-5 focus:outline-none">
        <AuthHeading title={title} />
        <Alert type="success">{t('second_factors.stop.done')}</Alert>
        <TextLink to={paths.reset_password} className="self-center">
          {t('second_factors.stop.onward')}
        </TextLink>
      </Outcome>
    )
  }
  return (
    <div className="flex flex-col gap-5">
      <AuthHeading title={title}>{t('second_factors.stop.text')}</AuthHeading>
      <Button wide loading={stop.isPending} onClick={() => stop.mutate(query.get('token') ?? '')}>
        {t('second_factors.stop.submit')}
      </Button>
      {stop.isError && <FailureAlert error={stop.error}>{t('second_factors.stop.failed')}</FailureAlert>}
    </div>
  )
}
