import { LinkedText } from './linked-text.tsx'

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
