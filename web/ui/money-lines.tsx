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
      {lines.map(({ label, amount }, index) => {
        const isResult = index === lines.length - 1
        return (
          <div
            key={label}
            className={cx(
              'flex items-center justify-between gap-5 border-t py-2.75 first:border-t-0',
              isResult && 'font-semibold',
              isResult && hasRule ? 'border-ink' : 'border-dashed border-line',
            )}
          >
            <dt className={cx(!isResult && 'text-soft')}>{label}</dt>
            <dd className={cx('num one-line', isResult ? 'text-title-lg text-garnet-ink' : 'text-title-sm')}>
              {amount}
            </dd>
          </div>
        )
      })}
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
