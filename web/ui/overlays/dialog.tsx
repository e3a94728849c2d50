import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, type RefObject, useRef } from 'react'
import { cx } from '#web/ui/cx.ts'
import { DialogActions } from './dialog-actions.tsx'
import { DialogClose, DialogFrame } from './dialog-frame.tsx'

export interface DialogProps {
  open: boolean
  /** Called by Escape, a press on the backdrop, or the close button. */
  onClose: () => void
  title: ReactNode
  /** A description of one or two sentences. */
  text?: ReactNode
  /** An avatar or a seal, before the title. */
  picture?: ReactNode
  /** Buttons, the primary one last. A form brings its own DialogActions among the children instead. */
  actions?: ReactNode
  /** For long lists of options in two columns. */
  isWide?: boolean
  /** The element that gets the focus; by default the first control. A dialog that is higher than the window gets it itself. */
  initialFocus?: RefObject<HTMLElement | null>
  /** The element that gets the focus after closing; by default the one that had it before. */
  returnFocus?: (() => HTMLElement | null) | undefined
  children?: ReactNode
}

/** Modal dialog. It imports Base UI, so use LazyDialog. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, text, picture, actions, initialFocus, returnFocus, isWide, children } = props
  const popup = useRef<HTMLDivElement>(null)

  /** A control further down would scroll the title out of view. */
  function firstFocus() {
    if (popup.current && popup.current.offsetHeight > window.innerHeight) return popup.current
    return initialFocus?.current ?? true
  }

  return (
    <DialogFrame
      open={open}
      onClose={onClose}
      placeClassName="fixed inset-0 z-dialog flex items-start justify-center overflow-y-auto md:p-6"
      ref={popup}
      // Not `items-end`: what is higher than the window could not be scrolled to its beginning.
      className={cx('dialog-box mt-auto md:mb-auto', isWide && 'md:w-160!')}
      initialFocus={firstFocus}
      finalFocus={() => returnFocus?.() ?? true}
    >
      <div className={cx('pr-10', picture !== undefined && 'flex items-center gap-3')}>
        {picture}
        <Base.Title className={picture === undefined ? 't1 text-title-xl' : 't2'}>{title}</Base.Title>
      </div>
      {text && <Base.Description className="mt-1.5 text-soft text-pretty">{text}</Base.Description>}
      {children && <div className="mt-4.5">{children}</div>}
      {actions && <DialogActions>{actions}</DialogActions>}
      <DialogClose className="absolute top-3.5 right-3.5" />
    </DialogFrame>
  )
}
