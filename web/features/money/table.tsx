import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

export interface Column {
  label: string
  /** Hidden in narrow windows. */
  isWideOnly?: boolean
}

interface Row {
  key: string
  cells: readonly ReactNode[]
}

/** A table of amounts: names are left-aligned, numbers right-aligned, and the last column is emphasised. */
export function Table({ label, columns, rows }: { label: string; columns: readonly Column[]; rows: readonly Row[] }) {
  const look = (index: number) =>
    cx(
      'border-t border-dashed border-line py-2.75 align-baseline',
      index > 0 && 'pl-2 text-right sm:pl-3',
      columns[index]?.isWideOnly && 'hidden lg:table-cell',
    )
  return (
    <table aria-label={label} className="w-full border-collapse">
      <thead>
        <tr>
          {columns.map((column, index) => (
            <th
              key={column.label}
              scope="col"
              className={cx(look(index), 'text-small font-normal text-mute', index === 0 && 'text-left')}
            >
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [name, ...cells] }) => (
          <tr key={key}>
            <th scope="row" className={cx(look(0), 'text-left font-normal text-soft')}>
              {name}
            </th>
            {cells.map((cell, index) => (
              <td
                key={columns[index + 1]?.label}
                className={cx(
                  look(index + 1),
                  'num text-label one-line sm:text-large',
                  index === cells.length - 1 && 'font-medium',
                )}
              >
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
