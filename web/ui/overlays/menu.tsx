import { Ellipsis } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { IconButton, type IconButtonProps } from '#web/ui/icon-button.tsx'
import { loadMenuPopup } from './lazy.tsx'
import { lazyOverlay } from './lazy-overlay.tsx'
import type { MenuEntry } from './menu-popup.tsx'

const MenuPopup = lazyOverlay(loadMenuPopup)

export interface MenuProps {
  /** The accessible name of the button and the menu. */
  label: string
  entries: readonly MenuEntry[]
  icon?: ReactNode
  look?: IconButtonProps['look']
  className?: string
  /** Further attributes of the button. */
  button?: Pick<IconButtonProps, 'tabIndex' | 'aria-describedby' | 'aria-live'>
  /** Opens the menu when it becomes true: after a long press elsewhere. */
  opened?: boolean
  onOpenChange?: (isOpen: boolean) => void
}

/** Menu button, by default with three dots. */
export function Menu(props: MenuProps) {
  const { label, entries, icon = <Ellipsis aria-hidden="true" />, look = 'plain', className, button } = props
  const { opened = false, onOpenChange } = props
  const trigger = useRef<HTMLButtonElement>(null)
  const [open, setIsOpen] = useState(false)
  const [byKeyboard, setByKeyboard] = useState(false)

  useEffect(() => {
    if (opened) setIsOpen(true)
  }, [opened])

  function setOpen(isOpen: boolean) {
    setIsOpen(isOpen)
    onOpenChange?.(isOpen)
  }

  function show(event: MouseEvent) {
    // A click that comes from Enter or Space has the detail 0.
    setByKeyboard(event.detail === 0)
    setOpen(true)
  }

  function press(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' || open) return
    // Prevents scrolling.
    event.preventDefault()
    setByKeyboard(true)
    setOpen(true)
  }

  return (
    <>
      <IconButton
        ref={trigger}
        {...button}
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
