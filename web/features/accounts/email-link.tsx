import { useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { Outcome } from '#web/ui/outcome.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { useEmailLinkMutation } from './settings/queries.ts'
import { AuthHeading } from './sign-in/auth-heading.tsx'

/**
 * The page behind a link in a mail about an e-mail address. Only its button changes something, because mail scanners open
 * links too.
 */
export function EmailLink({ step }: { step: 'confirm' | 'undo' }) {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const follow = useEmailLinkMutation(step)

  if (follow.isSuccess) return <Done step={step} />
  return (
    <div className="flex flex-col gap-5">
      <AuthHeading title={t(`accounts.email.${step}_title`)}>{t(`accounts.email.${step}_text`)}</AuthHeading>
      <Button wide loading={follow.isPending} onClick={() => follow.mutate(query.get('token') ?? '')}>
        {t(`accounts.email.${step}_submit`)}
      </Button>
      {follow.isError && <FailureAlert error={follow.error}>{t(`accounts.email.${step}_failed`)}</FailureAlert>}
    </div>
  )
}

function Done({ step }: { step: 'confirm' | 'undo' }) {
  const { t } = useTranslation()
  return (
    <Outcome className="flex flex-col gap-5 focus:outline-none">
      <AuthHeading title={t(`accounts.email.${step}_title`)} />
      <Alert type="success">{t(`accounts.email.${step}_done`)}</Alert>
      <TextLink to={step === 'confirm' ? paths.home : paths.login} className="self-center">
        {t(`accounts.email.${step}_onward`)}
      </TextLink>
    </Outcome>
  )
}
