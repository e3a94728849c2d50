import { CSPProvider } from '@base-ui/react/csp-provider'
import { Drawer as Base } from '@base-ui/react/drawer'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { IconButton } from './icon-button.tsx'

export interface BottomSheetProps {
  open: boolean
  onClose: () => void
  title: ReactNode
  /** The title may be drawn by what is inside; it is always spoken. */
  showTitle?: boolean
  children: ReactNode
}

/** Comes up from the bottom; dragged down or closed by its button. Loads Base UI: open it through LazyBottomSheet. */
export function BottomSheet({ open, onClose, title, showTitle = true, children }: BottomSheetProps) {
  const { t } = useTranslation()
  return (
    <CSPProvider disableStyleElements>
      <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
        <Base.Portal>
          <Base.Backdrop className="scrim z-drawer" />
          <Base.Viewport className="fixed inset-0 z-drawer flex items-end justify-center">
            <Base.Popup className="sheet">
              <div className="-mt-2.5 -mb-1 cursor-grab touch-none pt-2.5 pb-3.5 active:cursor-grabbing">
                <div aria-hidden="true" className="mx-auto h-1 w-10 rounded-[2px] bg-edge" />
              </div>
              <Base.Content>
                <div className="flex min-h-11 items-center justify-between gap-3">
                  <Base.Title className={showTitle ? 't2' : 'sr-only'}>{title}</Base.Title>
                  <Base.Close
                    render={
                      <IconButton label={t('ui.close')} className="-mr-3">
                        <X aria-hidden="true" />
                      </IconButton>
                    }
                  />
                </div>
                {children}
              </Base.Content>
            </Base.Popup>
          </Base.Viewport>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  )
}
