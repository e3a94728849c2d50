import type { ReactNode } from 'react'
import { cx } from './cx.ts'

interface Line {
  label: string
  amount: string
}

/** A list of amounts, like a bill. The last line is the result, on paper below a rule. */
export function MoneyLines({ lines, hasRule = false }: { lines: readonly Line[]; hasRule?: boolean }) {
  return (
    <dl>
      {lines.map(({ label, amount }, index) => (
        <div
          key={label}
          className={cx(
            'group flex items-center justify-between gap-5 border-t border-dashed border-line py-2.75 first:border-t-0 last:font-semibold',
            hasRule && 'last:border-solid last:border-ink',
          )}
        >
          <dt className={cx(index < lines.length - 1 && 'text-soft')}>{label}</dt>
          <dd className="num text-title-sm one-line group-last:text-title-lg group-last:text-garnet-ink">{amount}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The heading of a list of amounts. */
export function MoneyTitle({ title, pill }: { title: string; pill: ReactNode }) {
  return (
    <div className="mb-3.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
      <h3 className="t2">{title}</h3>
      {pill}
    </div>
  )
}
