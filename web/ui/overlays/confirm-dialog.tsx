import { type FormEvent, type ReactNode, type SubmitEvent, useRef } from 'react'
import { errorText } from '#web/lib/error-text.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button, type ButtonProps } from '#web/ui/button.tsx'
import type { DialogProps } from './dialog.tsx'
import { DialogActions } from './dialog-actions.tsx'
import { LazyDialog } from './lazy.tsx'

export interface ConfirmDialogProps
  extends Pick<DialogProps, 'open' | 'onClose' | 'title' | 'text' | 'initialFocus' | 'returnFocus'> {
  /** On the harmless button, which has the focus first, and on the one that does it. */
  words: { keep: string; confirm: string }
  icon?: ReactNode
  variant?: ButtonProps['variant']
  isPending: boolean
  /** What went wrong the last time, if the dialog is to say so. */
  error: Error | null
  /** Forgets what went wrong. What is on its way it leaves alone: its end is told of wherever one goes. */
  reset: () => void
  onConfirm?: () => void
  /** Where something has to be filled in, the dialog is a form, and its button submits it. */
  form?: {
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
    onInput: (event: FormEvent<HTMLFormElement>) => void
  }
  children?: ReactNode
}

/** Confirmation dialog: asks before something happens that cannot be taken back, and says so when it failed. */
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
