import { MailCheck, MailX } from 'lucide-react'
import { paths } from '#contract/paths.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { Outcome } from '#web/ui/outcome.tsx'
import { IconArch } from '#web/ui/pictures/icon-arch.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { type NewsletterStep, useNewsletterStepMutation } from './queries.ts'

const ICONS = { confirm: MailCheck, unsubscribe: MailX }
/** Where the page links to if the token is invalid. */
const ALTERNATIVES = { confirm: `${paths.discover}#subscribe`, unsubscribe: paths.contact_us }

/** The page behind a link in a newsletter mail. Only the button changes something: mail scanners open links too. */
export function NewsletterLink({ step, token }: { step: NewsletterStep; token: string }) {
  const { t } = useTranslation()
  const { mutate, isPending, isSuccess, error } = useNewsletterStepMutation(step)

  if (isSuccess) return <Done step={step} />
  const isInvalid = error instanceof ApiError && error.status === 404
  return (
    <>
      <IconArch icon={ICONS[step]} />
      <h1 className="d-l mt-5 text-[clamp(2.25rem,4vw,3rem)]">{t(`newsletter.${step}.title`)}</h1>
      <p className="mt-3 mb-7 text-pretty text-soft">{t(`newsletter.${step}.text`)}</p>
      <Button onClick={() => mutate(token)} loading={isPending} className="max-sm:w-full">
        {t(`newsletter.${step}.action`)}
      </Button>
      {error && (
        <FailureAlert
          error={error}
          why={isInvalid ? t(`newsletter.${step}.dead`) : undefined}
          way={isInvalid && <TextLink to={ALTERNATIVES[step]}>{t(`newsletter.${step}.way`)}</TextLink>}
          className="mt-5"
        >
          {t(`newsletter.${step}.failed`)}
        </FailureAlert>
      )}
    </>
  )
}

function Done({ step }: { step: NewsletterStep }) {
  const { t } = useTranslation()
  return (
    <Outcome className="focus:outline-none">
      <IconArch icon={ICONS[step]} />
      <h1 className="d-l mt-5 mb-6 text-[clamp(2.25rem,4vw,3rem)]">{t(`newsletter.${step}.done_title`)}</h1>
      <Alert type="success">{t(`newsletter.${step}.done`)}</Alert>
      <TextLink to={paths.discover} className="mt-4 inline-flex min-h-11 items-center">
        {t(`newsletter.${step}.onwards`)}
      </TextLink>
    </Outcome>
  )
}
