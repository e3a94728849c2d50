import { useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNotice } from '#web/ui/failure-notice.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Outcome } from '#web/ui/outcome.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { AuthHeading } from './auth-heading.tsx'
import { useEmailLinkMutation } from './safety-queries.ts'

/** Where a mail about an address leads. Only the button does it: programs that look at mails follow their links too. */
export function EmailLink({ step }: { step: 'confirm' | 'undo' }) {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const follow = useEmailLinkMutation(step)

  if (follow.isSuccess) return <Done step={step} />
  return (
    <div className="flex flex-col gap-5">
      <AuthHeading title={t(`account.email.${step}_title`)}>{t(`account.email.${step}_text`)}</AuthHeading>
      <Button wide loading={follow.isPending} onClick={() => follow.mutate(query.get('token') ?? '')}>
        {t(`account.email.${step}_submit`)}
      </Button>
      {follow.isError && <FailureNotice error={follow.error}>{t(`account.email.${step}_failed`)}</FailureNotice>}
    </div>
  )
}

function Done({ step }: { step: 'confirm' | 'undo' }) {
  const { t } = useTranslation()
  return (
    <Outcome className="flex flex-col gap-5 focus:outline-none">
      <AuthHeading title={t(`account.email.${step}_title`)} />
      <Notice type="success">{t(`account.email.${step}_done`)}</Notice>
      <TextLink to={step === 'confirm' ? paths.home : paths.login} className="self-center">
        {t(`account.email.${step}_onward`)}
      </TextLink>
    </Outcome>
  )
}
