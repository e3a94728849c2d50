import { MailCheck, MailX } from 'lucide-react'
import { readLeaveToken } from '#contract/notice-topics.ts'
import { paths } from '#contract/paths.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { Outcome } from '#web/ui/outcome.tsx'
import { IconArch } from '#web/ui/pictures/icon-arch.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { useLeaveMailsMutation, useReturnMailsMutation } from './unsubscribe-queries.ts'

const TITLE = 'd-l mt-5'

/** The page behind the unsubscribe link of a mail. Only the buttons change something: mail scanners open links too. */
export function UnsubscribeLink({ token }: { token: string }) {
  const { t } = useTranslation()
  const leave = useLeaveMailsMutation()
  const back = useReturnMailsMutation()
  const topics = readLeaveToken(token)?.topics ?? []

  if (back.isSuccess)
    return (
      <Outcome key="undone" className="focus:outline-none">
        <IconArch icon={MailCheck} />
        <h1 className={`${TITLE} mb-6`}>{t('notices.unsubscribe.undone_title')}</h1>
        <Alert type="success">{t('notices.unsubscribe.undone')}</Alert>
        <Choices />
      </Outcome>
    )
  if (leave.isSuccess)
    return (
      <Outcome key="done" className="focus:outline-none">
        <IconArch icon={MailCheck} />
        <h1 className={`${TITLE} mb-6`}>{t('notices.unsubscribe.done_title')}</h1>
        <Alert type="success">{t('notices.unsubscribe.done')}</Alert>
        <Button
          variant="secondary"
          onClick={() => back.mutate(token)}
          loading={back.isPending}
          className="mt-5 max-sm:w-full"
        >
          {t('notices.unsubscribe.undo')}
        </Button>
        <Failure error={back.error}>{t('notices.unsubscribe.undo_failed')}</Failure>
        <Choices />
      </Outcome>
    )
  return (
    <>
      <IconArch icon={MailX} />
      <h1 className={TITLE}>{t('notices.unsubscribe.title')}</h1>
      <p className="mt-3 text-pretty text-soft">
        {t(topics.length > 0 ? 'notices.unsubscribe.text' : 'notices.unsubscribe.text_unknown')}
      </p>
      {topics.length > 0 && (
        <ul className="mt-2 list-disc pl-5 font-semibold">
          {topics.map((topic) => (
            <li key={topic}>{t(`notices.unsubscribe.topics.${topic}`)}</li>
          ))}
        </ul>
      )}
      <p className="mt-2 mb-7 text-pretty text-soft">{t('notices.unsubscribe.rest')}</p>
      <Button onClick={() => leave.mutate(token)} loading={leave.isPending} className="max-sm:w-full">
        {t('notices.unsubscribe.action')}
      </Button>
      <Failure error={leave.error}>{t('notices.unsubscribe.failed')}</Failure>
    </>
  )
}

/** What failed, and where to turn to if the link is invalid. */
function Failure({ error, children }: { error: Error | null; children: string }) {
  const { t } = useTranslation()
  if (!error) return null
  const isInvalid = error instanceof ApiError && error.status === 404
  return (
    <FailureAlert
      error={error}
      why={isInvalid ? t('notices.unsubscribe.dead') : undefined}
      way={isInvalid && <TextLink to={paths.contact_us}>{t('notices.unsubscribe.way')}</TextLink>}
      className="mt-5"
    >
      {children}
    </FailureAlert>
  )
}

function Choices() {
  const { t } = useTranslation()
  return (
    <p className="mt-4">
      <TextLink to={paths.settings_notices} className="inline-flex min-h-11 items-center">
        {t('notices.unsubscribe.choices')}
      </TextLink>
    </p>
  )
}
