import { type RefObject, type SubmitEvent, useRef } from 'react'
import { FACTS_MAX, type Ground, MODERATOR_FREEZE_MAX_HOURS } from '#contract/decisions.ts'
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { errorText } from '#web/lib/error-text.ts'
import { required, textUpTo, useFieldErrors } from '#web/lib/field-errors.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { SelectInput } from '#web/ui/forms/select-input.tsx'
import { TextArea } from '#web/ui/forms/text-input.tsx'
import { DialogActions } from '#web/ui/overlays/dialog-actions.tsx'
import { LazyDialog } from '#web/ui/overlays/lazy.tsx'
import { useToastAfterClose } from '#web/ui/overlays/use-toast-after-close.ts'
import { GroundField } from './ground-field.tsx'
import { useFreezeUserMutation } from './queries.ts'

/** The lengths to choose from, in hours. Null freezes for good. */
const LENGTHS = { day: 24, three_days: MODERATOR_FREEZE_MAX_HOURS, week: 168, month: 720, forever: null } as const
type Length = keyof typeof LENGTHS
const MODERATOR_LENGTHS: readonly Length[] = ['day', 'three_days']
const ADMIN_LENGTHS: readonly Length[] = ['day', 'three_days', 'week', 'month', 'forever']

/** The clock of this device may be a little ahead of the server's, which refuses a moderator one minute too many. */
const CLOCK_TOLERANCE_MS = 10 * MINUTE_MS

export interface FreezeDialogProps {
  user: { id: string; username: string }
  isAdmin: boolean
  open: boolean
  onClose: () => void
}

/** Freezes an account, with the reasons that its owner is told. */
export function FreezeDialog({ user, isAdmin, open, onClose }: FreezeDialogProps) {
  const { t } = useTranslation()
  const first = useRef<HTMLSelectElement>(null)
  return (
    <LazyDialog
      open={open}
      onClose={onClose}
      title={t('staff.users_page.freeze_title', { name: user.username })}
      text={t('staff.users_page.freeze_text')}
      initialFocus={first}
    >
      <FreezeForm user={user} isAdmin={isAdmin} first={first} onDone={onClose} />
    </LazyDialog>
  )
}

interface FreezeFormProps extends Pick<FreezeDialogProps, 'user' | 'isAdmin'> {
  first: RefObject<HTMLSelectElement | null>
  onDone: () => void
}

function FreezeForm({ user, isAdmin, first, onDone }: FreezeFormProps) {
  const { t } = useTranslation()
  const rules = { length: () => undefined, ground: required, facts: textUpTo(FACTS_MAX) }
  const { problems, read, forget } = useFieldErrors(rules)
  const { mutate, isPending, error, reset } = useFreezeUserMutation({
    words: t('staff.users_page.frozen_toast', { name: user.username }),
    // The form is mounted only while its dialog is open.
    onError: useToastAfterClose(true),
  })

  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    const values = read(event.currentTarget)
    if (!values) return
    const { length, ground, facts } = values
    mutate({ id: user.id, until: endOf(length as Length), ground: ground as Ground, facts }, { onSuccess: onDone })
  }

  return (
    <form
      noValidate
      onSubmit={send}
      onInput={(event) => {
        forget(event)
        if (error) reset()
      }}
      className="flex flex-col gap-4.5"
    >
      <Field label={t('staff.users_page.freeze_length')}>
        <SelectInput name="length">
          {(isAdmin ? ADMIN_LENGTHS : MODERATOR_LENGTHS).map((length) => (
            <option key={length} value={length}>
              {t(`staff.users_page.freeze_${length}`)}
            </option>
          ))}
        </SelectInput>
      </Field>
      <GroundField error={problems.ground && t(`errors.${problems.ground}`)} ref={first} />
      <Field
        label={t('staff.users_page.facts')}
        hint={t('staff.users_page.facts_hint')}
        error={problems.facts && t(`errors.${problems.facts}`)}
      >
        <TextArea name="facts" />
      </Field>
      {error && <Alert type="error">{errorText(error)}</Alert>}
      <DialogActions className="mt-1">
        <Button variant="ghost" onClick={onDone}>
          {t('staff.users_page.cancel')}
        </Button>
        <Button type="submit" loading={isPending}>
          {t('staff.users_page.freeze_send')}
        </Button>
      </DialogActions>
    </form>
  )
}

function endOf(length: Length): string | null {
  const hours = LENGTHS[length]
  return hours === null ? null : new Date(Date.now() + hours * HOUR_MS - CLOCK_TOLERANCE_MS).toISOString()
}
