import { type FormEvent, type ReactNode, type SubmitEvent, useRef } from 'react'
import { errorText } from '#web/lib/error-text.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button, type ButtonProps } from '#web/ui/button.tsx'
import type { DialogProps } from './dialog.tsx'
import { DialogActions } from './dialog-actions.tsx'
import { LazyDialog } from './lazy.tsx'

export interface ConfirmDialogProps
  extends Pick<DialogProps, 'open' | 'onClose' | 'title' | 'text' | 'initialFocus' | 'returnFocus'> {
  /** The texts of the cancel button, which gets the initial focus, and of the confirm button. */
  words: { keep: string; confirm: string }
  icon?: ReactNode
  variant?: ButtonProps['variant']
  isPending: boolean
  /** The error of the last attempt, if the dialog shows it. */
  error: Error | null
  /** Clears the error. A pending mutation is not cancelled; its result is shown after the dialog has closed. */
  reset: () => void
  onConfirm?: () => void
  /** Makes the dialog a form, whose confirm button submits it. */
  form?: {
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
    onInput: (event: FormEvent<HTMLFormElement>) => void
  }
  children?: ReactNode
}

/** Confirmation dialog: asks before an action that cannot be undone, and shows its error. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, title, text, words, variant = 'danger', isPending, error, form, children } = props
  const keep = useRef<HTMLButtonElement>(null)

  function leave() {
    props.reset()
    onClose()
  }

  const dialog = {
    open,
    onClose: leave,
    title,
    text,
    initialFocus: props.initialFocus ?? keep,
    returnFocus: props.returnFocus,
  }
  const buttons = (
    <>
      <Button ref={keep} variant="ghost" onClick={leave}>
        {words.keep}
      </Button>
      <Button
        type={form ? 'submit' : 'button'}
        variant={variant}
        icon={props.icon}
        loading={isPending}
        onClick={props.onConfirm}
      >
        {words.confirm}
      </Button>
    </>
  )
  if (form) {
    return (
      <LazyDialog {...dialog}>
        <form noValidate {...form} className="flex flex-col gap-4.5">
          {children}
          {error && <Alert type="error">{errorText(error)}</Alert>}
          <DialogActions className="mt-1">{buttons}</DialogActions>
        </form>
      </LazyDialog>
    )
  }
  return (
    <LazyDialog {...dialog} actions={buttons}>
      {(children || error) && (
        <>
          {children}
          {error && (
            <Alert type="error" className={children ? 'mt-4' : undefined}>
              {errorText(error)}
            </Alert>
          )}
        </>
      )}
    </LazyDialog>
  )
}
