import type { Locale } from '#contract/accounts.ts'
import type { decisions } from '#contract/decisions.ts'
import type { Output } from '#contract/endpoint.ts'
import { Logo } from '#web/ui/logo.tsx'

type StatementText = Output<typeof decisions.preview_statement>['en']

interface LetterProps {
  statement: StatementText
  language: Locale
  number: string
  /** Marked in the letter, because it was just typed. */
  facts: string
}

/** The statement of reasons on paper, in both themes. Not a live region: it changes with every key. */
export function Letter({ statement, language, number, facts }: LetterProps) {
  return (
    <article
      lang={language}
      className="rounded-sm border border-ivory-hover bg-ivory px-5.5 py-5 text-note leading-normal text-ivory-ink shadow-1"
    >
      <div className="flex items-center justify-between gap-4">
        <Logo />
        <span className="text-small">{number}</span>
      </div>
      <p className="t3 mt-3 mb-1.5">{statement.title}</p>
      {statement.paragraphs.map(({ title, text }) => (
        <p key={title} className="mt-2 wrap-anywhere whitespace-pre-line">
          <b className="font-semibold">{title}</b> <Marked text={text} part={facts.trim()} />
        </p>
      ))}
    </article>
  )
}

function Marked({ text, part }: { text: string; part: string }) {
  const start = part === '' ? -1 : text.indexOf(part)
  if (start < 0) return text
  return (
    <>
      {text.slice(0, start)}
      <mark className="rounded-line bg-ivory-hover text-ivory-ink">{part}</mark>
      {text.slice(start + part.length)}
    </>
  )
}
