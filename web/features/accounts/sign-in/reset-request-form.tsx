import type { SubmitEvent } from 'react'
import { paths } from '#contract/paths.ts'
import { emailAddress, useFieldErrors } from '#web/lib/field-errors.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { AuthHeading } from './auth-heading.tsx'
import { EmailField, useCarriedEmail } from './email-field.tsx'
import { useRequestResetMutation } from './queries.ts'

export function ResetRequestForm() {
  const { t } = useTranslation()
  const { email, setEmail, carried } = useCarriedEmail()
  const { problems, read, forget } = useFieldErrors({ email: emailAddress })
  const request = useRequestResetMutation()

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = read(event.currentTarget)
    if (values) request.mutate(values.email)
  }

  return (
    <form noValidate onSubmit={submit} onInput={forget} className="flex flex-col gap-5">
      <AuthHeading title={t('accounts.reset_password.title')}>{t('accounts.reset_password.intro')}</AuthHeading>
      <EmailField
        label={t('accounts.reset_password.email')}
        email={email}
        onEmail={setEmail}
        error={problems.email && t(`errors.${problems.email}`)}
      />
      <Button type="submit" wide loading={request.isPending}>
        {t('accounts.reset_password.submit')}
      </Button>
      {request.isSuccess && <Alert type="success">{t('accounts.reset_password.success')}</Alert>}
      {request.isError && <FailureAlert error={request.error}>{t('accounts.reset_password.failure')}</FailureAlert>}
      <TextLink to={paths.login} state={carried} className="self-center">
        {t('accounts.reset_password.back')}
      </TextLink>
    </form>
  )
}
