import { Mail } from 'lucide-react'
import type { SubmitEvent } from 'react'
import { NEWSLETTER_CONSENT_VERSION } from '#contract/newsletter.ts'
import { paths } from '#contract/paths.ts'
import { emailAddress, useFieldErrors } from '#web/lib/field-errors.ts'
import { useSection, useTranslation } from '#web/lib/i18n/i18n.ts'
import { toast } from '#web/lib/toasts.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Honeypot } from '#web/ui/forms/honeypot.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { useJoinNewsletterMutation } from './queries.ts'

/** Subscribes an e-mail address to the newsletter. */
export function NewsletterForm() {
  const { t } = useTranslation()
  const words = useSection('newsletter').form
  const { problems, read, forget } = useFieldErrors({ email: emailAddress })
  const join = useJoinNewsletterMutation()

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (join.isPending) return
    const values = read(form)
    if (!values) {
      toast({ type: 'error', message: t('errors.email_format') })
      return
    }
    const data = new FormData(form)
    const website = String(data.get('website') ?? '')
    join.mutate(
      {
        email: values.email.trim(),
        isInterestedInCreating: data.has('wish_to_create'),
        consent_version: NEWSLETTER_CONSENT_VERSION,
        ...(website && { website }),
      },
      { onSuccess: () => form.reset() },
    )
  }

  return (
    // Outside a dialog, `method="dialog"` does nothing: a submit before hydration must not put the address into the URL.
    <form
      method="dialog"
      noValidate
      onSubmit={submit}
      onInput={forget}
      className="relative rounded-card border border-line bg-surface p-5.5 text-ink shadow-3 md:p-8"
    >
      <noscript>
        <p className="mb-4 text-small text-soft">{words.needs_script}</p>
      </noscript>
      <Field label={words.email} error={problems.email && t('errors.email_format')}>
        <TextInput
          type="email"
          name="email"
          autoComplete="email"
          required
          placeholder={words.placeholder}
          icon={<Mail aria-hidden="true" />}
        />
      </Field>
      <Checkbox name="wish_to_create" className="mt-2 mb-3">
        {words.wish_to_create}
      </Checkbox>
      <Honeypot />
      <Button type="submit" wide loading={join.isPending}>
        {words.submit}
      </Button>
      <p className="mt-3.5 text-small text-mute">
        {words.consent} <TextLink to={paths.privacy_policy}>{t('footer.privacy_policy')}</TextLink>
      </p>
      {join.isSuccess && (
        <div ref={bringIntoView} className="mt-4">
          <Alert type="success">{words.reserved}</Alert>
        </div>
      )}
    </form>
  )
}

/** On phones the alert would appear at the lower edge of the window, covered by the toast. */
function bringIntoView(box: HTMLElement | null) {
  box?.scrollIntoView({ block: 'nearest' })
}
