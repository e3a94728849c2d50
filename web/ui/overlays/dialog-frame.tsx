import { CSPProvider } from '@base-ui/react/csp-provider'
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

type PopupProps = Pick<ComponentProps<typeof Base.Popup>, 'ref' | 'className' | 'initialFocus' | 'finalFocus'>

interface DialogFrameProps extends PopupProps {
  open: boolean
  /** Called by Escape, a press on the backdrop, or the close button. */
  onClose: () => void
  /** The class of the area in which the box stands. */
  placeClassName: string
  children: ReactNode
}

/** What every modal dialog is made of: the backdrop, the place and the box. It imports Base UI, so load it lazily. */
export function DialogFrame({ open, onClose, placeClassName, children, ...popup }: DialogFrameProps) {
  return (
    <CSPProvider disableStyleElements>
      <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
        <Base.Portal>
          {/* Base UI omits the backdrop of a nested dialog. */}
          <Base.Backdrop forceRender className="scrim z-dialog" />
          <Base.Viewport className={placeClassName}>
            <Base.Popup {...popup}>{children}</Base.Popup>
          </Base.Viewport>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  )
}

/** The close button, at the place that its class says. */
export function DialogClose({ className }: { className: string }) {
  const { t } = useTranslation()
  return (
    <div className={className}>
      <Base.Close
        render={
          <IconButton label={t('ui.close')}>
            <X aria-hidden="true" />
          </IconButton>
        }
      />
    </div>
  )
}
