import { type ReactNode, type Ref, useId } from 'react'

export interface SettingsSectionProps {
  title: string
  text?: string
  /** A part that an address leads to, by its hash: its title gets the focus. */
  id?: string
  ref?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** What it is about at the left, the controls at the right; one above the other on phones. */
export function SettingsSection({ title, text, id, ref, children }: SettingsSectionProps) {
  const ownId = useId()
  const titleId = id ?? ownId
  return (
    <section
      aria-labelledby={titleId}
      className="grid gap-x-10 gap-y-4 border-t border-line py-[26px] md:grid-cols-[210px_minmax(0,1fr)] md:py-[34px] lg:grid-cols-[300px_minmax(0,1fr)] lg:gap-x-14"
    >
      <div>
        <h2 ref={ref} id={titleId} tabIndex={id === undefined ? undefined : -1} className="t2 w-fit rounded-sm">
          {title}
        </h2>
        {text && <p className="mt-1 text-small text-mute">{text}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}
