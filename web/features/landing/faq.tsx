import { useSection } from '#web/lib/i18n/i18n.ts'
import { Section } from './section.tsx'

/** Four questions. The first answer is open. */
export function Faq() {
  const { faq, faq_title, faq_title_end } = useSection('landing')
  return (
    <Section className="pb-21 md:pb-32">
      <div className="grid items-start gap-7 lg:grid-cols-[5fr_7fr] lg:gap-18">
        <h2 className="d-l">
          {faq_title} <em>{faq_title_end}</em>
        </h2>
        <div>
          {faq.map(({ question, answer }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an open answer stays open when the language changes
            <details key={index} open={index === 0} className="group border-t border-line last:border-b">
              <summary className="flex cursor-pointer list-none items-center justify-between gap-4 rounded-sm py-6 [&::-webkit-details-marker]:hidden">
                <h3 className="t2">{question}</h3>
                <PlusOrMinus />
              </summary>
              <p className="-mt-3.5 max-w-150 pb-6 text-pretty text-soft group-open:animate-appear">{answer}</p>
            </details>
          ))}
        </div>
      </div>
    </Section>
  )
}

/** Not a Lucide icon, because its vertical stroke fades out when the answer opens. */
function PlusOrMinus() {
  return (
    <span
      aria-hidden="true"
      className="grid size-11 flex-none place-items-center rounded-full bg-sunken transition-colors group-hover:bg-line"
    >
      <svg
        viewBox="0 0 24 24"
        aria-hidden="true"
        className="size-icon-xl fill-none stroke-current stroke-icon [stroke-linecap:round]"
      >
        <path d="M5 12h14" />
        <path d="M12 5v14" className="transition-opacity duration-(--dur-2) group-open:opacity-0" />
      </svg>
    </span>
  )
}
