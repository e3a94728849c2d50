import { Ellipsis } from 'lucide-react'
import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react'
import { IconButton, type IconButtonProps } from '#web/ui/icon-button.tsx'
import { loadMenuPopup } from './lazy.tsx'
import { lazyOverlay } from './lazy-overlay.tsx'
import type { MenuEntry } from './menu-popup.tsx'

const MenuPopup = lazyOverlay(loadMenuPopup)

/** The props of the button that opens a menu. */
export type MenuTrigger = Pick<
  ComponentProps<'button'>,
  'ref' | 'aria-haspopup' | 'aria-expanded' | 'onClick' | 'onKeyDown'
>

interface CustomMenuProps {
  /** The accessible name of the menu. */
  label: string
  entries: readonly MenuEntry[]
  /** Opens the menu when it becomes true: after a long press elsewhere. */
  opened?: boolean | undefined
  onOpenChange?: ((isOpen: boolean) => void) | undefined
  /** Render prop: the button. */
  children: (trigger: MenuTrigger) => ReactNode
}

/** A menu whose button has a look of its own. */
export function CustomMenu({ label, entries, opened = false, onOpenChange, children }: CustomMenuProps) {
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
      {children({ ref: trigger, 'aria-haspopup': 'menu', 'aria-expanded': open, onClick: show, onKeyDown: press })}
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

export interface MenuProps extends Pick<CustomMenuProps, 'entries' | 'opened' | 'onOpenChange'> {
  /** The accessible name of the button and the menu. */
  label: string
  icon?: ReactNode
  look?: IconButtonProps['look']
  className?: string
  /** Further attributes of the button. */
  button?: Pick<IconButtonProps, 'tabIndex' | 'aria-describedby' | 'aria-live'>
}

/** Menu button, by default with three dots. */
export function Menu(props: MenuProps) {
  const { label, icon = <Ellipsis aria-hidden="true" />, look = 'plain', className, button, ...menu } = props
  return (
    <CustomMenu {...menu} label={label}>
      {(trigger) => (
        <IconButton {...button} {...trigger} label={label} look={look} {...(className !== undefined && { className })}>
          {icon}
        </IconButton>
      )}
    </CustomMenu>
  )
}
