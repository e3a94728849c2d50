import type { ReactNode } from 'react'

/** The title of a sign-in screen and the line under it. */
export function AuthHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div>
      <h1 className="d-l text-title-3xl">{title}</h1>
      {children && <p className="mt-2 text-soft">{children}</p>}
    </div>
  )
}
