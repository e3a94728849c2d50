import { CSPProvider } from '@base-ui/react/csp-provider'
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

export interface DrawerProps {
  open: boolean
  onClose: () => void
  /** The accessible name. */
  label: string
  /** At the top, beside the close button. */
  header?: ReactNode
  /** Scrolls when it is long. */
  children: ReactNode
  /** Stays at the bottom. */
  footer?: ReactNode
}

/** Drawer at the right. It imports Base UI, so use LazyDrawer. */
export function Drawer({ open, onClose, label, header, children, footer }: DrawerProps) {
  const { t } = useTranslation()
  return (
    <CSPProvider disableStyleElements>
      <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
        <Base.Portal>
          <Base.Backdrop className="scrim z-drawer" />
          <Base.Popup className="drawer-panel z-drawer">
            <Base.Title className="sr-only">{label}</Base.Title>
            <div className="flex items-center gap-3 border-b border-line pt-5 pr-3 pb-3.5 pl-7">
              <div className="min-w-0 flex-1">{header}</div>
              <Base.Close
                render={
                  <IconButton label={t('ui.close')}>
                    <X aria-hidden="true" />
                  </IconButton>
                }
              />
            </div>
            <div className="flex-1 overflow-y-auto overscroll-contain pb-4">{children}</div>
            {footer && <div className="border-t border-line pt-2 pb-over-safe-3.5">{footer}</div>}
          </Base.Popup>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  )
}
