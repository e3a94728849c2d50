import { Check, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Alert } from '#web/ui/alert.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { PasswordInput } from '#web/ui/forms/password-input.tsx'
import { PriceInput } from '#web/ui/forms/price-input.tsx'
import { RadioRows } from '#web/ui/forms/radio-rows.tsx'
import { SelectInput } from '#web/ui/forms/select-input.tsx'
import { Switch } from '#web/ui/forms/switch.tsx'
import { TextArea, TextInput } from '#web/ui/forms/text-input.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { Section } from './section.tsx'

const REASONS = [
  { value: 'content', label: 'Inapropriate content' },
  { value: 'identity', label: 'The account is stealing someone identity' },
] as const

export function ControlsSection() {
  const [presses, setPresses] = useState(0)
  const [reason, setReason] = useState<(typeof REASONS)[number]['value'] | null>('identity')

  return (
    <div className="flex min-w-0 flex-col gap-7.5">
      <Section title="Buttons">
        <div className="flex flex-wrap gap-3">
          <Button>Subscribe</Button>
          <Button variant="secondary">Secondary</Button>
          <Button variant="ghost">Ghost</Button>
          <Button disabled icon={<Check aria-hidden="true" />}>
            SUBSCRIBED
          </Button>
          <Button variant="danger" icon={<Trash2 aria-hidden="true" />}>
            Delete
          </Button>
          <Button variant="danger-outline" icon={<Trash2 aria-hidden="true" />}>
            Delete post
          </Button>
          <Button loading>Saving</Button>
          <Button loading icon={<Check aria-hidden="true" />} variant="secondary">
            Saving
          </Button>
          <Button aria-disabled>Not allowed</Button>
          <Button loading={presses > 0} onClick={() => setPresses(presses + 1)}>
            Press to save
          </Button>
          <Button size="sm">Small</Button>
          <Button size="sm" variant="secondary">
            Small
          </Button>
          <Button size="sm" loading>
            Small
          </Button>
          <ButtonLink to="/signup">A link</ButtonLink>
        </div>
        <p className="mt-2 text-small text-mute">Saved {presses} times</p>
        <div className="on-picture mt-3 flex flex-wrap gap-3 rounded-lg bg-banner p-4">
          <Button variant="ivory">Subscribe Now</Button>
          <Button variant="ghost-light">Learn more</Button>
        </div>
      </Section>

      <Section title="Inputs">
        <form onSubmit={(event) => event.preventDefault()}>
          <div className="grid gap-3.5 md:grid-cols-3">
            <Field label="Email">
              <TextInput type="email" placeholder="you@example.com" autoComplete="email" />
            </Field>
            <Field label="Hint" hint="Between 3 and 30 letters.">
              <TextInput defaultValue="noor" />
            </Field>
            <Field label="Error" error="Invalid email address">
              <TextInput type="email" defaultValue="noor@" />
            </Field>
            <Field
              label="Password"
              aside={
                <TextLink to="/reset-password" className="text-small">
                  Forgot password?
                </TextLink>
              }
            >
              <PasswordInput defaultValue="velvet-curtain" autoComplete="current-password" />
            </Field>
            <Field label="Price">
              <PriceInput defaultValue="7.99" />
            </Field>
            <Field label="Choice">
              <SelectInput defaultValue="week">
                <option value="day">1 Day</option>
                <option value="week">1 Week</option>
              </SelectInput>
            </Field>
            <Field label="Disabled">
              <TextInput disabled defaultValue="noor@example.com" />
            </Field>
          </div>
          <Field label="Description" hint="4 rows" className="mt-3.5">
            <TextArea placeholder="Tell us more" />
          </Field>
        </form>
      </Section>

      <Section title="Choices">
        <div className="grid gap-x-8 gap-y-4 md:grid-cols-2">
          <div className="flex flex-col gap-5">
            <Checkbox>I am at least 18 years old</Checkbox>
            <Checkbox defaultChecked>
              I am interested in becoming a creator, and a second line shows how it wraps
            </Checkbox>
            <Checkbox disabled>Not now</Checkbox>
            <Switch
              label="Subscribers only"
              hint="Keep this post behind the curtain."
              defaultChecked
              className="mt-2"
            />
            <Switch label="Off" />
          </div>
          <RadioRows legend="Reason" name="reason" rows={REASONS} value={reason} onChange={setReason} />
        </div>
      </Section>

      <Section title="Notices">
        <div className="grid gap-3 md:grid-cols-2">
          <Alert type="success">Password reset email sent. Please check your inbox.</Alert>
          <Alert type="error">Failed to send password reset email. Please try again.</Alert>
          <Alert type="warning">Please select the reason of the report</Alert>
          <Alert type="info">Check your email to reset your password</Alert>
          <Alert type="error" look="bare">
            Failed to reset password. Please try again.
          </Alert>
        </div>
      </Section>
    </div>
  )
}
