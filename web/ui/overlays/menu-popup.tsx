import { CSPProvider } from '@base-ui/react/csp-provider'
import { Menu as Base } from '@base-ui/react/menu'
import { type ReactNode, type RefObject, useRef } from 'react'
import { cx } from '#web/ui/cx.ts'
import { popupContainer } from './popup-container.ts'

export interface MenuEntry {
  label: string
  /** A lucide icon. */
  icon?: ReactNode
  /** In red, for entries that report, block or delete. They come last; a line separates them from the others. */
  danger?: boolean
  onSelect: () => void
}

export interface MenuPopupProps {
  open: boolean
  onClose: () => void
  label: string
  trigger: RefObject<HTMLElement | null>
  entries: readonly MenuEntry[]
  /** Focuses the first entry, because the menu was opened with the keyboard. */
  focusFirst: boolean
}

/** The popup of a Menu. It imports Base UI, so Menu loads it lazily. */
export function MenuPopup({ open, onClose, label, trigger, entries, focusFirst }: MenuPopupProps) {
  const popup = useRef<HTMLDivElement>(null)

  function choose(entry: MenuEntry) {
    // Before the menu has closed, so that a dialog which the entry opens returns the focus to this button.
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
                  className={cx(
                    'menu-item ring-inside',
                    entry.danger && 'text-err',
                    startsDanger(entries, index) && 'menu-item-apart',
                  )}
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

function startsDanger(entries: readonly MenuEntry[], index: number): boolean {
  const before = entries[index - 1]
  return entries[index]?.danger === true && before !== undefined && !before.danger
}

/** Waits one frame, until Base UI has registered the items: only then do the arrow keys continue from here. */
function takeFocus(item: HTMLElement | null) {
  requestAnimationFrame(() => item?.focus())
}

/** False if an entry has opened a dialog, which has the focus then. */
function isFocusWithin(popup: HTMLElement | null): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || (popup?.contains(activeElement) ?? false)
}
