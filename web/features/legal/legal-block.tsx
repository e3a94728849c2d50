import { Fragment } from 'react'
import { paths } from '#contract/paths.ts'
import { TextLink } from '#web/ui/text-link.tsx'

interface Term {
  term: string
  text: string
}

/** A paragraph, a list, or a list of terms with their definitions. */
export type Block = string | readonly string[] | readonly Term[]

export function LegalBlock({ block }: { block: Block }) {
  if (typeof block === 'string') {
    return (
      <p className="mt-4 text-pretty text-soft">
        <LinkedText text={block} />
      </p>
    )
  }
  return isList(block) ? <List items={block} /> : <Terms terms={block} />
}

function isList(block: readonly string[] | readonly Term[]): block is readonly string[] {
  return typeof block[0] === 'string'
}

function List({ items }: { items: readonly string[] }) {
  return (
    <ul className="mt-4 list-disc space-y-2.5 pl-5 text-pretty text-soft marker:text-brass">
      {items.map((item) => (
        <li key={item} className="pl-1.5">
          <LinkedText text={item} />
        </li>
      ))}
    </ul>
  )
}

function Terms({ terms }: { terms: readonly Term[] }) {
  return (
    <dl className="mt-6 border-b border-line">
      {terms.map(({ term, text }) => (
        <div
          key={term}
          className="grid break-inside-avoid gap-x-6 gap-y-1 border-t border-line py-4 md:grid-cols-[168px_minmax(0,1fr)]"
        >
          <dt className="font-semibold">{term}</dt>
          <dd className="text-pretty text-soft">
            <LinkedText text={text} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

const LINK = /\[([^\]]+)\]\(([^)]+)\)/

/** Renders links in a legal text: `[words](contact_us)` links to that page, `[words](#security)` to that section. */
export function LinkedText({ text }: { text: string }) {
  // Splitting by a pattern with two groups gives: text, words, target, text, words, target, … text.
  const parts = text.split(LINK)
  return parts.map((part, index) => {
    const target = parts[index + 1] ?? ''
    if (index % 3 === 2) return null
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text are never reordered
    return <Fragment key={index}>{index % 3 === 1 ? <Reference target={target} words={part} /> : part}</Fragment>
  })
}

function Reference({ target, words }: { target: string; words: string }) {
  if (isPage(target)) return <TextLink to={paths[target]}>{words}</TextLink>
  return (
    <a href={target} className="text-link">
      {words}
    </a>
  )
}

function isPage(target: string): target is keyof typeof paths {
  return target in paths
}
