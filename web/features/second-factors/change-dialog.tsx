import { type SubmitEvent, useState } from 'react'
import { PASSKEY_NAME_MAX, type Passkey } from '#contract/second-factors.ts'
import { refusedField } from '#web/lib/api-error.ts'
import { required, textUpTo, useFieldErrors } from '#web/lib/field-errors.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { CurrentPasswordField } from '#web/ui/forms/current-password-field.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { type Change, useChangeMutation } from './queries.ts'

export type Task =
  | { kind: 'add_passkey' }
  | { kind: 'rename'; passkey: Passkey }
  | { kind: 'remove'; passkey: Passkey; isLast: boolean }
  | { kind: 'unlink_app'; isLast: boolean }
  | { kind: 'make_codes' }

export interface ChangeDialogProps {
  open: boolean
  task: Task
  email: string
  asksPassword: boolean
  onClose: () => void
  /** New recovery codes, to show once. */
  onCodes: (codes: string[]) => void
}

/** Asks before a change of the locks, for the name of a passkey, and for the password unless the sign-in was just now. */
export function ChangeDialog({ open, task, email, asksPassword, onClose, onCodes }: ChangeDialogProps) {
  const { t } = useTranslation()
  const hasName = task.kind === 'add_passkey' || task.kind === 'rename'
  const needsPassword = asksPassword && task.kind !== 'rename'
  const [first] = useState(() => (task.kind === 'rename' ? task.passkey.name : ''))
  const { problems, read, forget } = useFieldErrors({
    name: hasName ? textUpTo(PASSKEY_NAME_MAX) : () => undefined,
    current_password: needsPassword ? required : () => undefined,
  })
  const change = useChangeMutation()
  const isWrongPassword = refusedField(change.error, ['current_password']) !== undefined
  const isLast = 'isLast' in task && task.isLast

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = read(event.currentTarget)
    if (!values) return
    const input = changeOf(task, values.name.trim(), needsPassword ? values.current_password : undefined)
    change.mutate(input, {
      onSuccess: ({ isDone, codes }) => {
        if (!isDone) return
        onClose()
        if (codes) onCodes(codes)
      },
    })
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t(`second_factors.dialogs.${task.kind}.title`)}
      text={isLast ? t('second_factors.dialogs.last') : t(`second_factors.dialogs.${task.kind}.text`)}
      words={{ keep: t('second_factors.cancel'), confirm: t(`second_factors.dialogs.${task.kind}.confirm`) }}
      variant={task.kind === 'remove' || task.kind === 'unlink_app' ? 'danger' : 'primary'}
      isPending={change.isPending}
      error={isWrongPassword ? null : change.error}
      reset={change.reset}
      form={{
        onSubmit: submit,
        onInput: (event) => {
          forget(event as never)
          if (change.isError) change.reset()
        },
      }}
    >
      {hasName && (
        <Field label={t('second_factors.name')} error={problems.name && t(`errors.${problems.name}`)}>
          <TextInput name="name" autoComplete="off" maxLength={PASSKEY_NAME_MAX} defaultValue={first} required />
        </Field>
      )}
      {needsPassword && (
        <CurrentPasswordField
          label={t('second_factors.password')}
          email={email}
          problem={
            isWrongPassword
              ? t('second_factors.password_wrong')
              : problems.current_password && t(`errors.${problems.current_password}`)
          }
        />
      )}
    </ConfirmDialog>
  )
}

function changeOf(task: Task, name: string, password: string | undefined): Change {
  const proof = password === undefined ? {} : { current_password: password }
  switch (task.kind) {
    case 'add_passkey':
      return { kind: 'add_passkey', name, ...proof }
    case 'rename':
      return { kind: 'rename', id: task.passkey.id, name }
    case 'remove':
      return { kind: 'remove', id: task.passkey.id, ...proof }
    default:
      return { kind: task.kind, ...proof }
  }
}
