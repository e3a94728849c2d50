import { useRef } from 'react'
import { type EraseOptions, useEraseMutation } from '#web/lib/queries/use-erase-mutation.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { useToastAfterClose } from './use-toast-after-close.ts'

interface EraseDialogProps extends Pick<EraseOptions, 'erase' | 'queryKey' | 'erased'> {
  open: boolean
  onClose: () => void
  title: string
  text: string
  words: { keep: string; confirm: string }
  /** Where the focus moves when the row has left the list. */
  focusAfter: () => HTMLElement | null
}

/** Asks whether a row of a list is to be erased, and erases it. */
export function EraseDialog({ open, onClose, focusAfter, erase, queryKey, erased, ...question }: EraseDialogProps) {
  const isDone = useRef(false)
  const { mutate, isPending, error, reset } = useEraseMutation({
    erase,
    queryKey,
    erased,
    onErased: () => {
      isDone.current = true
      // If the dialog was closed meanwhile, the focus was inside the row that has left.
      if (document.activeElement === document.body) focusAfter()?.focus()
    },
    onError: useToastAfterClose(open),
  })
  return (
    <ConfirmDialog
      {...question}
      open={open}
      onClose={onClose}
      isPending={isPending}
      error={error}
      reset={reset}
      onConfirm={() => mutate(undefined, { onSuccess: onClose })}
      returnFocus={() => (isDone.current ? focusAfter() : null)}
    />
  )
}
