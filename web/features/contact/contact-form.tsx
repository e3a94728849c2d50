import type { SubmitEvent } from 'react'
import { CONTACT_MESSAGE_MAX, CONTACT_NAME_MAX } from '#contract/contact.ts'
import { emailAddress, textUpTo, useFieldErrors } from '#web/lib/field-errors.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Honeypot } from '#web/ui/forms/honeypot.tsx'
import { TextArea, TextInput } from '#web/ui/forms/text-input.tsx'
import { useSendContactMutation } from './queries.ts'

const RULES = {
  name: textUpTo(CONTACT_NAME_MAX),
  email: emailAddress,
  message: textUpTo(CONTACT_MESSAGE_MAX),
  website: () => undefined,
}

/** `email` is the member's address, once it is known. It is the value of the field until something is typed there. */
export function ContactForm({ email }: { email: string }) {
  const { t } = useTranslation()
  const { problems, read, forget } = useFieldErrors(RULES)
  const send = useSendContactMutation()

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const letter = send.isPending ? null : read(form)
    if (letter) send.mutate(letter, { onSuccess: () => form.reset() })
  }

  // Outside a dialog, `method="dialog"` does nothing: a form that is submitted before hydration keeps what was typed.
  return (
    <form
      noValidate
      method="dialog"
      onSubmit={submit}
      onInput={forget}
      aria-labelledby="contact-form"
      className="relative flex flex-col gap-5 rounded-card border border-line bg-surface p-5 md:p-8"
    >
      <h2 id="contact-form" className="t2">
        {t('contact.form_title')}
      </h2>
      <noscript>
        <Alert type="warning">{t('contact.needs_script')}</Alert>
      </noscript>
      <Field label={t('contact.name')} error={problems.name && t(`errors.${problems.name}`)}>
        <TextInput name="name" autoComplete="name" required />
      </Field>
      <Field label={t('contact.email')} error={problems.email && t(`errors.${problems.email}`)}>
        <TextInput type="email" name="email" autoComplete="email" required defaultValue={email} />
      </Field>
      <Field label={t('contact.message')} error={problems.message && t(`errors.${problems.message}`)}>
        <TextArea name="message" rows={9} required />
      </Field>
      <Honeypot />
      <Button type="submit" wide loading={send.isPending}>
        {t('contact.submit')}
      </Button>
      {send.isSuccess && <Alert type="success">{t('contact.sent')}</Alert>}
      {send.isError && <FailureAlert error={send.error}>{t('contact.failure')}</FailureAlert>}
    </form>
  )
}
