import { type RefObject, type SubmitEvent, useRef, useState } from 'react'
import { dateText } from '#contract/dates.ts'
import { GRANT_MAX_DAYS } from '#contract/staff.ts'
import { errorText } from '#web/lib/error-text.ts'
import { focusField } from '#web/lib/field-errors.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput, type TextInputProps } from '#web/ui/forms/text-input.tsx'
import { DialogActions } from '#web/ui/overlays/dialog-actions.tsx'
import { LazyDialog } from '#web/ui/overlays/lazy.tsx'
import { useToastAfterClose } from '#web/ui/overlays/use-toast-after-close.ts'
import {
  GRANT_FIELDS,
  type GrantDraft,
  type GrantField,
  type GrantProblems,
  problemsOf,
  readGrant,
  USUAL_DAYS,
} from './grant-draft.ts'
import { useGrantSubscriptionMutation } from './queries.ts'

export interface GrantDialogProps {
  /** The fan, if one was chosen in the list. */
  fan: string
  open: boolean
  onClose: () => void
}

/** Grants a fan a free subscription. */
export function GrantDialog({ fan, open, onClose }: GrantDialogProps) {
  const { t } = useTranslation()
  const first = useRef<HTMLInputElement>(null)
  return (
    <LazyDialog
      open={open}
      onClose={onClose}
      title={t('staff.users_page.grant')}
      text={t('staff.users_page.grant_text')}
      initialFocus={first}
    >
      <GrantForm fan={fan} first={first} onDone={onClose} />
    </LazyDialog>
  )
}

/** For names and e-mail addresses: no autocorrection on phones. */
const NAME = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, maxLength: 200 } as const

interface GrantFormProps {
  fan: string
  /** The ref of the first empty field. */
  first: RefObject<HTMLInputElement | null>
  onDone: () => void
}

function GrantForm({ fan, first, onDone }: GrantFormProps) {
  const { t, language } = useTranslation()
  const { mutate, isPending, error, reset } = useGrantSubscriptionMutation({
    words: ({ username, creator }, expires_at) => {
      const date = dateText(expires_at, language, 'day')
      return t('staff.users_page.granted', { fan: username, creator, date })
    },
    // The form is mounted only while its dialog is open.
    onError: useToastAfterClose(true),
  })
  const [draft, setDraft] = useState<GrantDraft>({ username: fan, creator: '', days: USUAL_DAYS })
  const [problems, setProblems] = useState<GrantProblems>({})
  const isFieldWrong = Object.values(problems).some(Boolean)

  function showProblems(form: HTMLFormElement, wrong: GrantProblems) {
    setProblems(wrong)
    const field = GRANT_FIELDS.find((name) => name in wrong)
    if (field) focusField(form, field)
  }

  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    const form = event.currentTarget
    const read = readGrant(draft)
    if ('problems' in read) return showProblems(form, read.problems)
    mutate(read.grant, {
      onError: (failure) => showProblems(form, problemsOf(failure)),
      onSuccess: onDone,
    })
  }

  /** Clears the problem of the field that is edited. */
  function type(field: GrantField, value: string) {
    setDraft({ ...draft, [field]: value })
    setProblems({ ...problems, [field]: undefined })
    if (error) reset()
  }

  function input(field: GrantField): TextInputProps {
    return { name: field, value: draft[field], onChange: (event) => type(field, event.target.value) }
  }

  function problem(field: GrantField): string | undefined {
    const found = problems[field]
    if (found === 'required') return t('errors.required')
    return found && t(`staff.users_page.problem_${found}`, { max: GRANT_MAX_DAYS })
  }

  return (
    <form noValidate onSubmit={send} className="flex flex-col gap-4.5">
      <Field label={t('staff.users_page.fan')} hint={t('staff.users_page.fan_hint')} error={problem('username')}>
        <TextInput {...NAME} {...input('username')} {...(fan === '' && { ref: first })} />
      </Field>
      <Field label={t('staff.users_page.creator')} error={problem('creator')}>
        <TextInput {...NAME} {...input('creator')} {...(fan !== '' && { ref: first })} />
      </Field>
      <Field label={t('staff.users_page.days')} hint={t('staff.users_page.days_hint')} error={problem('days')}>
        <TextInput inputMode="numeric" autoComplete="off" {...input('days')} />
      </Field>
      {error && !isFieldWrong && <Alert type="error">{errorText(error)}</Alert>}
      <DialogActions className="mt-1">
        <Button variant="ghost" onClick={onDone}>
          {t('staff.users_page.cancel')}
        </Button>
        <Button type="submit" loading={isPending}>
          {t('staff.users_page.grant_send')}
        </Button>
      </DialogActions>
    </form>
  )
}
