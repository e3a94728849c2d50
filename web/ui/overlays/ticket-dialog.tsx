import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, useRef } from 'react'
import { DialogClose, DialogFrame } from './dialog-frame.tsx'

export interface TicketDialogProps {
  open: boolean
  onClose: () => void
  /** A stage direction, above the title on phones. */
  cue: string
  title: string
  /** The night stub at the left. Phones show `portrait` in its place. */
  stub: ReactNode
  portrait: ReactNode
  /** One element with two children: what scrolls on phones, and what stays at the bottom. */
  children: ReactNode
}

/** A dialog in the shape of a large ticket; on phones a sheet from below. It imports Base UI, so load it lazily. */
export function TicketDialog({ open, onClose, cue, title, stub, portrait, children }: TicketDialogProps) {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <DialogFrame
      open={open}
      onClose={onClose}
      placeClassName="ticket-dialog-place z-dialog"
      ref={popup}
      className="ticket-dialog"
      initialFocus={popup}
    >
      <div className="ticket-dialog-stub night">{stub}</div>
      <div className="ticket-dialog-body">
        <span aria-hidden="true" className="ticket-dialog-grip" />
        <div className="ticket-dialog-head">
          <div className="ticket-dialog-portrait">{portrait}</div>
          <div className="min-w-0">
            <p className="ticket-dialog-cue cue text-base">{cue}</p>
            <Base.Title className="ticket-dialog-title">{title}</Base.Title>
          </div>
        </div>
        {children}
        <DialogClose className="ticket-dialog-close" />
      </div>
    </DialogFrame>
  )
}
