import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useLocation } from 'react-router'

export interface SettingsSectionProps {
  title: string
  text?: string
  /** The path with the hash by which e-mails and other pages link to this section. Its title gets the focus then. */
  address?: string
  /** Below the text, at the left. */
  aside?: ReactNode
  children: ReactNode
}

/** A section of settings: title and text at the left, controls at the right; stacked on phones. */
export function SettingsSection({ title, text, address, aside, children }: SettingsSectionProps) {
  const ownId = useId()
  const part = address?.split('#')[1]
  const titleId = part ?? ownId
  const heading = useRef<HTMLHeadingElement>(null)
  const { hash } = useLocation()
  const isMeant = part !== undefined && hash === `#${part}`

  // On a full page load this section mounts after ScrollAndFocus has run.
  useEffect(() => {
    if (!isMeant) return
    heading.current?.scrollIntoView()
    heading.current?.focus({ preventScroll: true })
  }, [isMeant])

  return (
    <section
      aria-labelledby={titleId}
      className="grid gap-x-10 gap-y-4 border-t border-line py-6.5 md:grid-cols-[210px_minmax(0,1fr)] md:py-8.5 lg:grid-cols-[300px_minmax(0,1fr)] lg:gap-x-14"
    >
      <div>
        <h2 ref={heading} id={titleId} tabIndex={part === undefined ? undefined : -1} className="t2 w-fit rounded-sm">
          {title}
        </h2>
        {text && <p className="mt-1 text-small text-mute">{text}</p>}
        {aside}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}
