import { REACTIONS } from '#contract/conversations.ts'

const REACTION_PICKER_COLUMNS = 5

/** Keyboard navigation in the grid of emoji: the cell that a key leads to, or null for other keys. It stops at the edges. */
export function nextCell(from: number, key: string): number | null {
  const columns = REACTION_PICKER_COLUMNS
  const rowStart = from - (from % columns)
  const rowEnd = Math.min(rowStart + columns, REACTIONS.length) - 1
  switch (key) {
    case 'ArrowRight':
      return Math.min(from + 1, rowEnd)
    case 'ArrowLeft':
      return Math.max(from - 1, rowStart)
    case 'ArrowDown':
      return from + columns < REACTIONS.length ? from + columns : from
    case 'ArrowUp':
      return from - columns >= 0 ? from - columns : from
    case 'Home':
      return rowStart
    case 'End':
      return rowEnd
    default:
      return null
  }
}

export function pickerRows(): string[][] {
  const rows: string[][] = []
  for (let start = 0; start < REACTIONS.length; start += REACTION_PICKER_COLUMNS) {
    rows.push(REACTIONS.slice(start, start + REACTION_PICKER_COLUMNS))
  }
  return rows
}
