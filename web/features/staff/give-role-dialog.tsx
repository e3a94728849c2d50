import { type SubmitEvent, useRef, useState } from 'react'
import { ROLES, type Role } from '#contract/accounts.ts'
import { focusField } from '#web/lib/field-errors.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { SelectInput } from '#web/ui/forms/select-input.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { useToastAfterClose } from '#web/ui/overlays/use-toast-after-close.ts'
import { UnknownMember, useSetRoleMutation } from './role-queries.ts'

/** Gives somebody a role, by username or e-mail address. */
export function GiveRoleDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const [username, setUsername] = useState('')
  const [role, setRole] = useState<Role>('moderator')
  const [isMissing, setMissing] = useState(false)
  const { mutate, isPending, error, reset } = useSetRoleMutation({
    words: (change) =>
      t('staff.roles_page.given', { name: change.username, role: t(`ui.role_${change.role ?? 'lambda'}`) }),
    onError: useToastAfterClose(open),
  })
  const isUnknown = error instanceof UnknownMember

  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    const form = event.currentTarget
    const name = username.trim()
    if (name === '') {
      setMissing(true)
      focusField(form, 'username')
      return
    }
    mutate(
      { username: name, role },
      {
        onError: (failure) => failure instanceof UnknownMember && focusField(form, 'username'),
        onSuccess: () => {
          setUsername('')
          onClose()
        },
      },
    )
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('staff.roles_page.give')}
      text={t('staff.roles_page.give_text')}
      words={{ keep: t('staff.users_page.cancel'), confirm: t('staff.roles_page.give_send') }}
      variant="primary"
      isPending={isPending}
      error={isUnknown ? null : error}
      reset={reset}
      initialFocus={field}
      form={{
        onSubmit: send,
        onInput: () => {
          setMissing(false)
          if (error) reset()
        },
      }}
    >
      <Field
        label={t('staff.users_page.username')}
        hint={t('staff.users_page.fan_hint')}
        error={isMissing ? t('errors.required') : isUnknown ? t('staff.users_page.problem_unknown') : undefined}
      >
        <TextInput
          ref={field}
          name="username"
          value={username}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          onChange={(event) => setUsername(event.target.value)}
        />
      </Field>
      <Field label={t('staff.users_page.role')}>
        <SelectInput
          value={role}
          onChange={(event) => setRole(ROLES.find((each) => each === event.target.value) ?? 'moderator')}
        >
          {[...ROLES].reverse().map((each) => (
            <option key={each} value={each}>
              {t(`ui.role_${each}`)}
            </option>
          ))}
        </SelectInput>
      </Field>
    </ConfirmDialog>
  )
}
