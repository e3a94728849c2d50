import type { SubmitEvent } from 'react'
import { paths } from '#contract/paths.ts'
import { emailAddress, useFieldErrors } from '#web/lib/field-errors.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNotice } from '#web/ui/failure-notice.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { AuthHeading } from './auth-heading.tsx'
import { useCarriedEmail } from './carried-email.ts'
import { useRequestResetMutation } from './door-queries.ts'
import { EmailField } from './email-field.tsx'

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
      <AuthHeading title={t('reset_password.title')}>{t('reset_password.intro')}</AuthHeading>
      <EmailField
        label={t('reset_password.email')}
        email={email}
        onEmail={setEmail}
        error={problems.email && t(`errors.${problems.email}`)}
      />
      <Button type="submit" wide loading={request.isPending}>
        {t('reset_password.submit')}
      </Button>
      {request.isSuccess && <Notice type="success">{t('reset_password.success')}</Notice>}
      {request.isError && <FailureNotice error={request.error}>{t('reset_password.failure')}</FailureNotice>}
      <TextLink to={paths.login} state={carried} className="self-center">
        {t('reset_password.back')}
      </TextLink>
    </form>
  )
}
