import { type ReactNode, type Ref, useId } from 'react'

interface DeskCardProps {
  ref?: Ref<HTMLLIElement>
  title: ReactNode
  /** When and what, in one line under the title. */
  text: ReactNode
  amounts: ReactNode
  pills: ReactNode
  children?: ReactNode
}

/** A row of the desk: what it is about, the money at the right, and where it stands. */
export function DeskCard({ ref, title, text, amounts, pills, children }: DeskCardProps) {
  const nameId = useId()
  return (
    <li
      ref={ref}
      aria-labelledby={nameId}
      tabIndex={-1}
      className="rounded-card border border-line bg-surface px-4 py-4 md:px-5.5"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1">
          <h2 id={nameId} className="font-semibold wrap-anywhere">
            {title}
          </h2>
          <p className="text-small wrap-anywhere text-mute">{text}</p>
        </div>
        {amounts}
      </div>
      <p className="mt-2.5 flex flex-wrap gap-2">{pills}</p>
      {children}
    </li>
  )
}
