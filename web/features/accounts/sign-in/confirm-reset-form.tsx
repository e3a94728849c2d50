import { type SubmitEvent, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { paths } from '#contract/paths.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { required, useFieldErrors } from '#web/lib/field-errors.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { readItem, removeItem, writeItem } from '#web/lib/storage.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { PasswordInput } from '#web/ui/forms/password-input.tsx'
import { Outcome } from '#web/ui/outcome.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { AuthHeading } from './auth-heading.tsx'
import { useConfirmResetMutation } from './queries.ts'

export function ConfirmResetForm() {
  const { t } = useTranslation()
  const token = useResetToken()
  const { problems, read, forget } = useFieldErrors({ password: required, password_confirmation: required })
  const confirm = useConfirmResetMutation()

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const passwords = read(event.currentTarget)
    if (passwords) {
      confirm.mutate({ reset_password_token: token, ...passwords }, { onSuccess: clearResetToken })
    }
  }

  if (confirm.isSuccess) return <ResetDone />
  return (
    <form noValidate onSubmit={submit} onInput={forget} className="flex flex-col gap-5">
      <AuthHeading title={t('accounts.confirm_reset_password.title')} />
      {/* Password managers look for a username next to a new password. The link does not contain it. */}
      <input type="text" autoComplete="username" hidden readOnly />
      <Field
        label={t('accounts.confirm_reset_password.password')}
        hint={t('accounts.confirm_reset_password.password_hint')}
        error={problems.password && t(`errors.${problems.password}`)}
      >
        <PasswordInput name="password" autoComplete="new-password" required />
      </Field>
      <Field
        label={t('accounts.confirm_reset_password.confirmation')}
        error={problems.password_confirmation && t(`errors.${problems.password_confirmation}`)}
      >
        <PasswordInput name="password_confirmation" autoComplete="new-password" required />
      </Field>
      <Button type="submit" wide loading={confirm.isPending}>
        {t('accounts.confirm_reset_password.submit')}
      </Button>
      {confirm.isError && (
        <FailureAlert error={confirm.error} way={isInvalidToken(confirm.error) && <NewLink />}>
          {t('accounts.confirm_reset_password.failure')}
        </FailureAlert>
      )}
    </form>
  )
}

function ResetDone() {
  const { t } = useTranslation()
  return (
    <Outcome className="flex flex-col gap-5 focus:outline-none">
      <AuthHeading title={t('accounts.confirm_reset_password.title')} />
      <Alert type="success">{t('accounts.confirm_reset_password.success')}</Alert>
      <TextLink to={paths.login} className="self-center">
        {t('accounts.confirm_reset_password.log_in')}
      </TextLink>
    </Outcome>
  )
}

function isInvalidToken(error: Error): boolean {
  return error instanceof ApiError && error.code === 'reset_token_invalid'
}

function NewLink() {
  const { t } = useTranslation()
  return <TextLink to={paths.reset_password}>{t('accounts.confirm_reset_password.new_link')}</TextLink>
}

const PARAMETER = 'reset_password_token'

/**
 * Reads the reset token from the query and removes it from the URL, so that it appears in no history, screenshot or error
 * report. It is stored in `sessionStorage`, so that a reload does not lose it.
 */
function useResetToken(): string {
  const [query, setQuery] = useSearchParams()
  const given = query.get(PARAMETER)
  const [stored, setStored] = useState(() => readItem('sessionStorage', PARAMETER) ?? '')

  useEffect(() => {
    if (given === null) return
    writeItem('sessionStorage', PARAMETER, given)
    setStored(given)
    setQuery(
      (before) => {
        before.delete(PARAMETER)
        return before
      },
      { replace: true },
    )
  }, [given, setQuery])

  return given ?? stored
}

/** Called after the token was used: it is valid once. */
function clearResetToken(): void {
  removeItem('sessionStorage', PARAMETER)
}
