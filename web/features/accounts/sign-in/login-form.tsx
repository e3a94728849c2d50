import { type InputEvent, type SubmitEvent, useId } from 'react'
import { paths } from '#contract/paths.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { focusField, required, useFieldErrors } from '#web/lib/field-errors.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { PasswordInput } from '#web/ui/forms/password-input.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { AuthHeading } from './auth-heading.tsx'
import { EmailField, useCarriedEmail } from './email-field.tsx'
import { LazyFrozenAlert } from './lazy-frozen-alert.tsx'
import { LazySecondStep } from './lazy-second-step.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { isSecondStep, useSignInMutation } from './queries.ts'
import { markMovedOn } from './signup-attempt.ts'

/** Sign-in form. The frame around it navigates on as soon as there is a signed-in member. */
export function LoginForm() {
  const { t } = useTranslation()
  const { email, setEmail, carried } = useCarriedEmail()
  const { problems, read, forget } = useFieldErrors({ email: required, password: required })
  const signIn = useSignInMutation()
  const wrongId = useId()
  const isWrong = isWrongCredentials(signIn.error)

  if (isSecondStep(signIn.error)) return <LazySecondStep error={signIn.error} onOver={signIn.reset} />

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const credentials = read(form)
    if (!credentials) return
    signIn.mutate(credentials, { onError: (error) => isWrongCredentials(error) && focusField(form, 'password') })
  }

  function input(event: InputEvent<HTMLFormElement>) {
    forget(event)
    markMovedOn()
    if (signIn.isError) signIn.reset()
  }

  return (
    <form noValidate onSubmit={submit} onInput={input} className="flex flex-col gap-5">
      <AuthHeading title={t('accounts.login.title')}>
        {t('accounts.login.new_here')}{' '}
        <TextLink to={paths.signup} state={carried}>
          {t('accounts.login.sign_up')}
        </TextLink>
      </AuthHeading>
      <EmailField
        label={t('accounts.login.email')}
        email={email}
        onEmail={setEmail}
        error={problems.email && t(`errors.${problems.email}`)}
        sharesError={isWrong ? wrongId : undefined}
      />
      <Field
        label={t('accounts.login.password')}
        error={isWrong ? t('accounts.login.failure') : problems.password && t(`errors.${problems.password}`)}
        errorId={wrongId}
        aside={
          <TextLink to={paths.reset_password} state={carried} className="text-small">
            {t('accounts.login.forgot')}
          </TextLink>
        }
      >
        <PasswordInput name="password" autoComplete="current-password" required />
      </Field>
      {isFrozen(signIn.error) && <LazyFrozenAlert error={signIn.error} />}
      <Button type="submit" wide loading={signIn.isPending}>
        {t('accounts.login.submit')}
      </Button>
      <PasskeyButton />
    </form>
  )
}

function isFrozen(error: Error | null): error is ApiError {
  return error instanceof ApiError && error.code === 'account_frozen'
}

/** The server does not say whether the address or the password is wrong, so both fields are marked. */
function isWrongCredentials(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 401 && !isSecondStep(error)
}
