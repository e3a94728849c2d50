import type { SubmitEvent } from 'react'
import type { User } from '#contract/accounts.ts'
import { ApiError, refusedField } from '#web/lib/api-error.ts'
import { emailAddress, focusField, required, useFieldErrors } from '#web/lib/field-errors.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { CurrentPasswordField } from '#web/ui/forms/current-password-field.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { useChangeEmailMutation } from './queries.ts'

const RULES = { email: emailAddress, current_password: required }

export function ChangeEmailForm({ user }: { user: User }) {
  const { t } = useTranslation()
  const { problems, read, forget } = useFieldErrors(RULES)
  const change = useChangeEmailMutation()
  const refused = refusal(change.error)

  function problem(name: 'email' | 'current_password'): string | undefined {
    if (problems[name]) return t(`errors.${problems[name]}`)
    return refused?.field === name ? t(`accounts.email.${refused.word}`) : undefined
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const values = read(form)
    if (!values || change.isPending) return
    change.mutate(
      { ...values, email: values.email.trim() },
      {
        onSuccess: () => form.reset(),
        onError: (error) => focusField(form, refusal(error)?.field ?? ''),
      },
    )
  }

  return (
    <form
      noValidate
      onSubmit={submit}
      onInput={(event) => {
        forget(event)
        if (!change.isIdle) change.reset()
      }}
      className="flex flex-col gap-5"
    >
      <Field
        label={t('accounts.email.new')}
        hint={<span className="break-words">{t('accounts.email.present', { email: user.email })}</span>}
        error={problem('email')}
      >
        <TextInput type="email" name="email" autoComplete="email" required />
      </Field>
      <CurrentPasswordField
        label={t('accounts.email.current_password')}
        problem={problem('current_password')}
        email={user.email}
      />
      <Button type="submit" variant="secondary" className="self-start" loading={change.isPending}>
        {t('accounts.email.submit')}
      </Button>
      {change.isSuccess && (
        <Alert type="success">
          <span className="break-words">{t('accounts.email.sent', { email: change.variables.email })}</span>
        </Alert>
      )}
    </form>
  )
}

/** The field that the server refuses, and its error code. */
function refusal(error: Error | null) {
  if (!(error instanceof ApiError) || error.status !== 422) return undefined
  if (refusedField(error, ['current_password'])) return { field: 'current_password', word: 'wrong' } as const
  if (error.code === 'email_taken') return { field: 'email', word: 'taken' } as const
  return { field: 'email', word: error.fields.email === 'same' ? 'same' : 'refused' } as const
}
