import { CSPProvider } from '@base-ui/react/csp-provider'
import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { DialogActions } from './dialog-actions.tsx'

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
  /** The element that gets the focus; by default the first control. */
  initialFocus?: RefObject<HTMLElement | null>
  /** The element that gets the focus after closing; by default the one that had it before. */
  returnFocus?: (() => HTMLElement | null) | undefined
  children?: ReactNode
}

/** Modal dialog. It imports Base UI, so use LazyDialog. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, text, picture, actions, initialFocus, returnFocus, children } = props
  const { t } = useTranslation()
  return (
    <CSPProvider disableStyleElements>
      <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
        <Base.Portal>
          {/* Base UI omits the backdrop of a nested dialog. */}
          <Base.Backdrop forceRender className="scrim z-dialog" />
          <Base.Viewport className="fixed inset-0 z-dialog flex items-end justify-center overflow-y-auto md:items-start md:p-6">
            <Base.Popup
              className="dialog-box md:my-auto"
              {...(initialFocus && { initialFocus })}
              finalFocus={() => returnFocus?.() ?? true}
            >
              <div className={cx('pr-10', picture !== undefined && 'flex items-center gap-3')}>
                {picture}
                <Base.Title className={picture === undefined ? 't1 text-title-xl' : 't2'}>{title}</Base.Title>
              </div>
              {text && <Base.Description className="mt-1.5 text-soft text-pretty">{text}</Base.Description>}
              {children && <div className="mt-4.5">{children}</div>}
              {actions && <DialogActions>{actions}</DialogActions>}
              <div className="absolute top-3.5 right-3.5">
                <Base.Close
                  render={
                    <IconButton label={t('ui.close')}>
                      <X aria-hidden="true" />
                    </IconButton>
                  }
                />
              </div>
            </Base.Popup>
          </Base.Viewport>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  )
}
