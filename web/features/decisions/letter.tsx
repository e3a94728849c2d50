import type { Statement } from '#contract/decisions.ts'
import { Logo } from '#web/ui/logo.tsx'
import { LETTER_ID } from './frozen-band.tsx'

/** The statement of reasons as a letter: on paper in both themes. */
export function Letter({ statement: { number, title, paragraphs } }: { statement: Statement }) {
  return (
    <article
      id={LETTER_ID}
      tabIndex={-1}
      className="scroll-mt-20 rounded-sm border border-edge bg-ivory px-5 py-5 leading-note text-ivory-ink shadow-1 md:px-6"
    >
      <p className="flex items-center justify-between gap-4">
        <Logo className="text-title-md! [&>svg]:h-6" />
        <span className="text-small tabular-nums">{number}</span>
      </p>
      <h2 className="t2 mt-3 mb-2 text-balance">{title}</h2>
      {paragraphs.map((paragraph) => (
        <p key={paragraph.title} className="mt-2 wrap-anywhere whitespace-pre-line">
          <strong className="font-semibold">{paragraph.title}</strong> {paragraph.text}
        </p>
      ))}
    </article>
  )
}
