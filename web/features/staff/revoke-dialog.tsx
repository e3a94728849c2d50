import { TicketX } from 'lucide-react'
import { type SubmitEvent, useRef, useState } from 'react'
import { focusField } from '#web/lib/field-errors.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { useToastAfterClose } from '#web/ui/overlays/use-toast-after-close.ts'
import { type RevokeProblem, revokeProblemOf } from './grant-draft.ts'
import { useRevokeSubscriptionMutation } from './queries.ts'

export interface RevokeDialogProps {
  fan: string
  open: boolean
  onClose: () => void
}

/** Takes back what is left of a fan's complimentary subscription. */
export function RevokeDialog({ fan, open, onClose }: RevokeDialogProps) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const [creator, setCreator] = useState('')
  const [problem, setProblem] = useState<RevokeProblem>()
  const { mutate, isPending, error, reset } = useRevokeSubscriptionMutation({
    words: (revoked) => t('staff.users_page.revoked', { fan: revoked.username, creator: revoked.creator }),
    onError: useToastAfterClose(open),
  })

  function leave() {
    setProblem(undefined)
    onClose()
  }

  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    const form = event.currentTarget
    const show = (found: RevokeProblem | undefined) => {
      setProblem(found)
      if (found) focusField(form, 'creator')
    }
    if (creator.trim() === '') return show('required')
    mutate(
      { username: fan, creator: creator.trim() },
      {
        onError: (failure) => show(revokeProblemOf(failure)),
        onSuccess: () => {
          setCreator('')
          leave()
        },
      },
    )
  }

  function type(text: string) {
    setCreator(text)
    setProblem(undefined)
    if (error) reset()
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={leave}
      title={t('staff.users_page.revoke_title', { fan })}
      text={t('staff.users_page.revoke_text')}
      words={{ keep: t('staff.users_page.cancel'), confirm: t('staff.users_page.revoke_send') }}
      icon={<TicketX aria-hidden="true" />}
      isPending={isPending}
      error={problem ? null : error}
      reset={reset}
      initialFocus={field}
      form={{ onSubmit: send, onInput: () => undefined }}
    >
      <Field
        label={t('staff.users_page.creator')}
        hint={t('staff.users_page.fan_hint')}
        error={problem && (problem === 'required' ? t('errors.required') : t(`staff.users_page.problem_${problem}`))}
      >
        <TextInput
          ref={field}
          name="creator"
          value={creator}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          onChange={(event) => type(event.target.value)}
        />
      </Field>
    </ConfirmDialog>
  )
}
