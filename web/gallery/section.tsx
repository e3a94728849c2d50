import type { ReactNode } from 'react'

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h2 className="cue mb-3">{title}</h2>
      {children}
    </section>
  )
}
