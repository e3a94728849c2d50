import { type FocusEvent, type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { nextCell, pickerRows } from './picker-grid.ts'
import { emojiName } from './reaction-names.ts'

export interface ReactionPickerProps {
  /** The viewer's own reactions. */
  chosen: readonly string[]
  onChoose: (emoji: string) => void
  /** `back` returns the focus to the button that opened the picker. */
  onClose: (focus: 'back' | 'elsewhere') => void
  className?: string
}

/** Popup grid of ten emoji in five columns. Arrow keys, Home and End move; Escape, a press or focus outside closes it. */
export function ReactionPicker({ chosen, onChoose, onClose, className }: ReactionPickerProps) {
  const { t } = useTranslation()
  const grid = useRef<HTMLDivElement>(null)
  const close = useEffectEvent(onClose)

  useEffect(() => {
    cellsOf(grid.current)[0]?.focus({ preventScroll: true })
    grid.current?.scrollIntoView({ block: 'nearest' })
    function pressElsewhere(event: PointerEvent) {
      if (event.target instanceof Node && !grid.current?.parentElement?.contains(event.target)) close('elsewhere')
    }
    document.addEventListener('pointerdown', pressElsewhere)
    return () => document.removeEventListener('pointerdown', pressElsewhere)
  }, [])

  function move(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      event.stopPropagation()
      onClose('back')
      return
    }
    const cells = cellsOf(grid.current)
    const to = nextCell(cells.indexOf(document.activeElement as HTMLButtonElement), event.key)
    if (to === null) return
    event.preventDefault()
    cells[to]?.focus()
  }

  function leave({ relatedTarget }: FocusEvent) {
    const isLeft = relatedTarget instanceof Node && !grid.current?.parentElement?.contains(relatedTarget)
    if (isLeft) onClose('elsewhere')
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a table element would be announced as data, and this is a grid of buttons
    <div
      ref={grid}
      role="grid"
      aria-label={t('conversations.thread.reactions')}
      tabIndex={-1}
      onKeyDown={move}
      onBlur={leave}
      className={cx('reaction-picker', className)}
    >
      {pickerRows().map((row) => (
        // biome-ignore lint/a11y/useSemanticElements: see above
        // biome-ignore lint/a11y/useFocusableInteractive: the buttons in the cells take the focus
        <div key={row[0]} role="row" className="contents">
          {row.map((emoji) => (
            // biome-ignore lint/a11y/useSemanticElements: see above
            // biome-ignore lint/a11y/useFocusableInteractive: its button takes the focus
            <div key={emoji} role="gridcell">
              <button
                type="button"
                // The arrow keys move inside the grid; Tab leaves it in both directions.
                tabIndex={-1}
                aria-label={emojiName(emoji)}
                aria-pressed={chosen.includes(emoji)}
                onClick={() => onChoose(emoji)}
                className="ring-inside"
              >
                {emoji}
              </button>
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

function cellsOf(grid: HTMLElement | null): HTMLButtonElement[] {
  return [...(grid?.querySelectorAll('button') ?? [])]
}
