import type { SubmitEvent } from 'react'
import { paths } from '#contract/paths.ts'
import { required, useFieldErrors } from '#web/lib/field-errors.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { AuthHeading } from './auth-heading.tsx'
import { useCarriedEmail } from './carried-email.ts'
import { useSignIn } from './door-queries.ts'
import { EmailField } from './email-field.tsx'

/** Logs in; the frame around it leads on as soon as there is a member. */
export function LoginForm() {
  const { t } = useTranslation()
  const { email, setEmail, carried } = useCarriedEmail()
  const { problems, read, forget } = useFieldErrors({ email: required, password: required })
  const signIn = useSignIn()

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const credentials = read(event.currentTarget)
    if (credentials) signIn.mutate(credentials)
  }

  return (
    <form noValidate onSubmit={submit} onInput={forget} className="flex flex-col gap-5">
      <AuthHeading title={t('login.title')}>
        {t('login.new_here')}{' '}
        <TextLink to={paths.signup} state={carried}>
          {t('login.sign_up')}
        </TextLink>
      </AuthHeading>
      <EmailField label={t('login.email')} email={email} onEmail={setEmail} problem={problems.email} />
      <Field
        label={t('login.password')}
        error={problems.password && t(`errors.${problems.password}`)}
        aside={
          <TextLink to={paths.reset_password} state={carried} className="text-small">
            {t('login.forgot')}
          </TextLink>
        }
      >
        <PasswordInput name="password" autoComplete="current-password" required />
      </Field>
      <Button type="submit" wide loading={signIn.isPending}>
        {t('login.submit')}
      </Button>
    </form>
  )
}
