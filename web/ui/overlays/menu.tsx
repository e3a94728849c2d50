import { Ellipsis } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { IconButton, type IconButtonProps } from '#web/ui/icon-button.tsx'
import { lazyOverlay } from './lazy-overlay.tsx'
import type { MenuEntry } from './menu-popup.tsx'
import { loadMenuPopup } from './overlay-modules.ts'

const MenuPopup = lazyOverlay(loadMenuPopup)

export interface MenuProps {
  /** The name of the button and of the list. */
  label: string
  entries: readonly MenuEntry[]
  icon?: ReactNode
  look?: IconButtonProps['look']
  className?: string
}

/** The button with three dots and what can be done from it. */
export function Menu({ label, entries, icon = <Ellipsis aria-hidden="true" />, look = 'plain', className }: MenuProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [byKeyboard, setByKeyboard] = useState(false)

  function show(event: MouseEvent) {
    // A press of Enter or Space arrives as a click that has no count.
    setByKeyboard(event.detail === 0)
    setOpen(true)
  }

  function press(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' || open) return
    // The page stays where it is.
    event.preventDefault()
    setByKeyboard(true)
    setOpen(true)
  }

  return (
    <>
      <IconButton
        ref={trigger}
        label={label}
        look={look}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={show}
        onKeyDown={press}
        {...(className !== undefined && { className })}
      >
        {icon}
      </IconButton>
      <MenuPopup
        open={open}
        onClose={() => setOpen(false)}
        label={label}
        trigger={trigger}
        entries={entries}
        focusFirst={byKeyboard}
      />
    </>
  )
}
