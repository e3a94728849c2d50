import type { SubmitEvent } from 'react'
import type { User } from '#contract/accounts.ts'
import { refusedField } from '#web/lib/api-error.ts'
import { errorText } from '#web/lib/error-text.ts'
import { focusField, required, useFieldErrors } from '#web/lib/field-errors.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { CurrentPasswordField } from '#web/ui/forms/current-password-field.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { PasswordInput } from '#web/ui/forms/password-input.tsx'
import { useChangePasswordMutation } from './queries.ts'

const RULES = { current_password: required, password: required, password_confirmation: required }
const FIELDS = ['current_password', 'password', 'password_confirmation'] as const
type FieldName = (typeof FIELDS)[number]

export function ChangePasswordForm({ user }: { user: User }) {
  const { t } = useTranslation()
  const { problems, read, forget } = useFieldErrors(RULES)
  const change = useChangePasswordMutation()
  const refused = refusedField(change.error, FIELDS)

  function problem(name: FieldName): string | undefined {
    if (problems[name]) return t(`errors.${problems[name]}`)
    if (refused !== name) return undefined
    return name === 'current_password' ? t('accounts.password.wrong') : errorText(change.error)
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const passwords = read(form)
    if (!passwords || change.isPending) return
    change.mutate(passwords, {
      onSuccess: () => form.reset(),
      onError: (error) => focusField(form, refusedField(error, FIELDS) ?? ''),
    })
  }

  return (
    <form
      noValidate
      onSubmit={submit}
      onInput={(event) => {
        forget(event)
        if (change.isError) change.reset()
      }}
      className="flex flex-col gap-5"
    >
      <CurrentPasswordField
        label={t('accounts.password.current')}
        problem={problem('current_password')}
        email={user.email}
      />
      <Field label={t('accounts.password.new')} hint={t('accounts.password.hint')} error={problem('password')}>
        <PasswordInput name="password" autoComplete="new-password" required />
      </Field>
      <Field label={t('accounts.password.confirmation')} error={problem('password_confirmation')}>
        <PasswordInput name="password_confirmation" autoComplete="new-password" required />
      </Field>
      <Button type="submit" variant="secondary" className="self-start" loading={change.isPending}>
        {t('accounts.password.submit')}
      </Button>
    </form>
  )
}
