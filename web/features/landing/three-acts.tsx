import { useNamespace } from '#web/lib/i18n/i18n.ts'

const NUMERALS = ['I', 'II', 'III']

/** How it works. */
export function ThreeActs() {
  const { acts, acts_title, acts_title_end } = useNamespace('landing')
  return (
    <section id="more" className="night">
      <div className="mx-auto max-w-page px-5 pt-24 pb-26 md:px-18">
        <h2 className="d-l mb-14">
          {acts_title} <em>{acts_title_end}</em>
        </h2>
        <ol className="lg:grid lg:grid-cols-3">
          {acts.map(({ title, text }, index) => (
            <li
              key={title}
              className="border-line max-lg:grid max-lg:grid-cols-[76px_1fr] max-lg:border-t max-lg:py-6 lg:border-l lg:px-11 lg:pt-2 lg:first:border-l-0 lg:first:pl-0"
            >
              <span aria-hidden="true" className="act-numeral text-brass">
                {NUMERALS[index]}
              </span>
              <div>
                <h3 className="t2 mt-4.5 mb-2">{title}</h3>
                <p className="text-pretty text-soft">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
