import { type InputEvent, type SubmitEvent, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { refusedField } from '#web/lib/api-error.ts'
import { errorText } from '#web/lib/error-text.ts'
import { emailAddress, focusField, newPassword, useFieldErrors } from '#web/lib/field-errors.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { toast } from '#web/lib/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Field, FieldError } from '#web/ui/forms/field.tsx'
import { PasswordInput } from '#web/ui/forms/password-input.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { AuthHeading } from './auth-heading.tsx'
import { EmailField, useCarriedEmail } from './email-field.tsx'
import { useSignUpMutation } from './queries.ts'
import { lastAttempt, retainAttempt, subscribeToAttempt } from './signup-attempt.ts'

const RULES = { email: emailAddress, password: newPassword }
const FIELDS = ['email', 'password'] as const

export function SignupForm() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const { email, setEmail, carried } = useCarriedEmail()
  const { problems, read, forget } = useFieldErrors(RULES)
  const [isTooYoung, setTooYoung] = useState(false)
  const ageErrorId = useId()
  const [attempt] = useState(lastAttempt)
  const { refusal, correct } = useRefusal()
  const refused = refusedField(refusal, FIELDS)
  const signUp = useSignUpMutation({
    toLogin: () => void navigate(paths.login, { state: carried }),
    toForm: () => void navigate(paths.signup, { replace: true, state: carried }),
  })

  useEffect(() => {
    if (refused && form.current) focusField(form.current, refused)
  }, [refused])

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const oldEnough = new FormData(event.currentTarget).has('age')
    setTooYoung(!oldEnough)
    if (!oldEnough) {
      toast({ type: 'error', message: t('accounts.signup.too_young') })
      focusField(event.currentTarget, 'age')
    }
    const credentials = read(event.currentTarget)
    if (!oldEnough || !credentials) return
    signUp.mutate(credentials)
  }

  function input(event: InputEvent<HTMLFormElement>) {
    forget(event)
    const { name } = event.target as HTMLInputElement
    if (name === 'age') setTooYoung(false)
    if (name === refused) correct()
  }

  function problem(name: (typeof FIELDS)[number]): string | undefined {
    if (problems[name]) return t(`errors.${problems[name]}`)
    return refused === name ? errorText(refusal) : undefined
  }

  return (
    <form ref={form} noValidate onSubmit={submit} onInput={input} className="flex flex-col gap-5">
      <AuthHeading title={t('accounts.signup.title')}>
        {t('accounts.signup.free')} {t('accounts.signup.have_account')}{' '}
        <TextLink to={paths.login} state={carried}>
          {t('accounts.signup.log_in')}
        </TextLink>
      </AuthHeading>
      <EmailField label={t('accounts.signup.email')} email={email} onEmail={setEmail} error={problem('email')} />
      <Field
        label={t('accounts.signup.password')}
        hint={t('accounts.signup.password_hint')}
        error={problem('password')}
      >
        <PasswordInput name="password" autoComplete="new-password" required defaultValue={attempt?.password} />
      </Field>
      <div className="flex flex-col gap-2">
        <Checkbox
          name="age"
          required
          // An attempt was only sent with this box ticked.
          defaultChecked={attempt !== null}
          aria-invalid={isTooYoung || undefined}
          aria-describedby={isTooYoung ? ageErrorId : undefined}
          className="-my-2"
        >
          {t('accounts.signup.age')}
        </Checkbox>
        {isTooYoung && <FieldError id={ageErrorId}>{t('accounts.signup.too_young')}</FieldError>}
      </div>
      {refusal && !refused && <FieldError>{errorText(refusal)}</FieldError>}
      <Button type="submit" wide>
        {t('accounts.signup.submit')}
      </Button>
      <p className="text-small text-mute">
        {t('accounts.signup.terms')} <TextLink to={paths.terms_of_service}>{t('footer.terms_of_service')}</TextLink>.{' '}
        {t('accounts.signup.privacy')} <TextLink to={paths.privacy_policy}>{t('footer.privacy_policy')}</TextLink>.
      </p>
    </form>
  )
}

/** Why the last attempt was refused, until the person types something else. */
function useRefusal() {
  const refusal = useSyncExternalStore(
    subscribeToAttempt,
    () => lastAttempt()?.error ?? null,
    () => null,
  )
  const [corrected, setCorrected] = useState<Error | null>(null)
  useEffect(retainAttempt, [])
  return { refusal: refusal === corrected ? null : refusal, correct: () => setCorrected(refusal) }
}
