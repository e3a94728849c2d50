import { ArrowRight } from 'lucide-react'
import { paths } from '#contract/paths.ts'
import { useSection } from '#web/lib/i18n/i18n.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { type Block, LegalBlock, LinkedText } from './legal-block.tsx'

interface LegalText {
  title: string
  intro: string
  /** Keyed by their anchors, which are the same in every language. */
  sections: Readonly<Record<string, { title: string; body: readonly Block[] }>>
}

interface LegalDocumentProps {
  text: LegalText
  /** The other legal page, linked at the end. */
  other: { to: string; title: string }
}

/** One of the two legal pages: numbered sections, and on wide screens a sticky table of contents. */
export function LegalDocument({ text, other }: LegalDocumentProps) {
  const { cue, updated } = useSection('legal')
  return (
    <article className="mx-auto w-full max-w-content flex-1 px-5 pt-9 pb-21 md:px-8 md:pt-16 md:pb-32 print:p-0">
      <p className="cue mb-3 md:mb-4">{cue}</p>
      <h1 className="d-l">{text.title}</h1>
      <p className="mt-4 text-small text-mute">{updated}</p>
      <p className="lead mt-6 max-w-[68ch]">
        <LinkedText text={text.intro} />
      </p>
      <div className="mt-10 grid gap-x-20 border-t border-line pt-10 lg:mt-16 lg:grid-cols-[216px_minmax(0,68ch)] lg:pt-14">
        <Contents sections={text.sections} />
        <div>
          {Object.entries(text.sections).map(([id, { title, body }], index) => (
            <section
              key={id}
              id={id}
              aria-labelledby={`${id}-title`}
              className="not-first:mt-14 not-first:md:mt-18 print:mt-8"
            >
              <h2 id={`${id}-title`} className="t1 break-after-avoid">
                <span className="num mr-2 text-brass-ink">{index + 1}.</span> {title}
              </h2>
              {body.map((block, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a section are never reordered
                <LegalBlock key={place} block={block} />
              ))}
            </section>
          ))}
          <Question other={other} />
        </div>
      </div>
    </article>
  )
}

/** Plain anchors, because they work before hydration and move the keyboard focus to their target. */
function Contents({ sections }: Pick<LegalText, 'sections'>) {
  const { contents } = useSection('legal')
  return (
    <nav aria-label={contents} className="hidden lg:block print:hidden">
      <div className="sticky top-26">
        <p aria-hidden="true" className="cue mb-2 text-large">
          {contents}
        </p>
        <ol>
          {Object.entries(sections).map(([id, { title }], index) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="flex min-h-11 gap-2.5 rounded-sm py-2.5 text-ui text-soft transition-colors hover:text-ink"
              >
                <span className="num w-4 flex-none text-brass-ink">{index + 1}.</span>
                <span>{title}</span>
              </a>
            </li>
          ))}
        </ol>
      </div>
    </nav>
  )
}

function Question({ other }: Pick<LegalDocumentProps, 'other'>) {
  const { question, question_text, contact, see_also } = useSection('legal')
  return (
    <aside
      aria-label={question}
      className="mt-16 rounded-card border border-line bg-surface p-6 md:mt-21 md:p-8 print:hidden"
    >
      <p className="t2">{question}</p>
      <p className="mt-1.5 mb-5 text-soft">{question_text}</p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <ButtonLink to={paths.contact_us} size="sm" icon={<ArrowRight aria-hidden="true" />}>
          {contact}
        </ButtonLink>
        <p className="text-small text-soft">
          {see_also} <TextLink to={other.to}>{other.title}</TextLink>
        </p>
      </div>
    </aside>
  )
}
