import { CSPProvider } from '@base-ui/react/csp-provider'
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

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
  const { t } = useTranslation()
  const popup = useRef<HTMLDivElement>(null)
  return (
    <CSPProvider disableStyleElements>
      <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
        <Base.Portal>
          <Base.Backdrop forceRender className="scrim z-dialog" />
          <Base.Viewport className="ticket-dialog-place z-dialog">
            <Base.Popup ref={popup} className="ticket-dialog" initialFocus={popup}>
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
                <div className="ticket-dialog-close">
                  <Base.Close
                    render={
                      <IconButton label={t('ui.close')}>
                        <X aria-hidden="true" />
                      </IconButton>
                    }
                  />
                </div>
              </div>
            </Base.Popup>
          </Base.Viewport>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  )
}
