import type { SubmitEvent } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { emailAddress, focusField, required, useFieldErrors } from '#web/lib/field-errors.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { toast } from '#web/lib/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { AuthHeading } from './auth-heading.tsx'
import { useCarriedEmail } from './carried-email.ts'
import { useSignUp } from './door-queries.ts'
import { EmailField } from './email-field.tsx'

export function SignupForm() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { email, setEmail, carried } = useCarriedEmail()
  const { problems, read, forget } = useFieldErrors({ email: emailAddress, password: required })
  const signUp = useSignUp(() => void navigate(paths.login, { state: carried }))

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const oldEnough = new FormData(form).has('age')
    if (!oldEnough) {
      toast({ type: 'error', message: t('signup.too_young') })
      focusField(form, 'age')
    }
    const credentials = read(form)
    if (!oldEnough || !credentials) return
    signUp.mutate(credentials)
  }

  return (
    <form noValidate onSubmit={submit} onInput={forget} className="flex flex-col gap-5">
      <AuthHeading title={t('signup.title')}>
        {t('signup.free')} {t('signup.have_account')}{' '}
        <TextLink to={paths.login} state={carried}>
          {t('signup.log_in')}
        </TextLink>
      </AuthHeading>
      <EmailField label={t('signup.email')} email={email} onEmail={setEmail} problem={problems.email} />
      <Field
        label={t('signup.password')}
        hint={t('signup.password_hint')}
        error={problems.password && t(`errors.${problems.password}`)}
      >
        <PasswordInput name="password" autoComplete="new-password" required />
      </Field>
      <Checkbox name="age" required className="-my-2">
        {t('signup.age')}
      </Checkbox>
      <Button type="submit" wide>
        {t('signup.submit')}
      </Button>
    </form>
  )
}
