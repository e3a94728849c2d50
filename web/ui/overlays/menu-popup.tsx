import { CSPProvider } from '@base-ui/react/csp-provider'
import { Menu as Base } from '@base-ui/react/menu'
import { type ReactNode, type RefObject, useRef } from 'react'
import { cx } from '#web/ui/cx.ts'
import { popupContainer } from './popup-container.ts'

export interface MenuEntry {
  label: string
  /** A lucide icon. */
  icon?: ReactNode
  /** In the colour of warnings: it reports or removes something. */
  danger?: boolean
  onSelect: () => void
}

export interface MenuPopupProps {
  open: boolean
  onClose: () => void
  label: string
  trigger: RefObject<HTMLElement | null>
  entries: readonly MenuEntry[]
  /** Opened with the keyboard: the first entry has the focus. */
  focusFirst: boolean
}

/** The list of a Menu. Loads Base UI, so Menu imports it only when it is wanted. */
export function MenuPopup({ open, onClose, label, trigger, entries, focusFirst }: MenuPopupProps) {
  const popup = useRef<HTMLDivElement>(null)

  function choose(entry: MenuEntry) {
    // Before the list has faded away: what the entry opens gives the focus back to the button, and keeps it until then.
    trigger.current?.focus()
    entry.onSelect()
  }

  return (
    <CSPProvider disableStyleElements>
      <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
        <Base.Portal container={popupContainer(trigger.current)}>
          <Base.Positioner anchor={trigger} align="end" sideOffset={6} collisionPadding={16} className="z-menu">
            <Base.Popup
              ref={popup}
              aria-label={label}
              finalFocus={() => (isFocusWithin(popup.current) ? trigger.current : false)}
              className="menu-list"
            >
              {entries.map((entry, index) => (
                <Base.Item
                  key={entry.label}
                  ref={focusFirst && index === 0 ? takeFocus : null}
                  className={cx('menu-item ring-inside', entry.danger && 'text-err')}
                  onClick={() => choose(entry)}
                >
                  {entry.icon}
                  {entry.label}
                </Base.Item>
              ))}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  )
}

/** A frame later, when the list knows its items: only then do the arrow keys go on from here. */
function takeFocus(item: HTMLElement | null) {
  requestAnimationFrame(() => item?.focus())
}

/** It has gone elsewhere when a dialog was opened from the list. */
function isFocusWithin(popup: HTMLElement | null): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || (popup?.contains(activeElement) ?? false)
}
