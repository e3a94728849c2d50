import { PhoneCall } from 'lucide-react'
import { useSection } from '#web/lib/i18n/i18n.ts'

const NUMERALS = ['I', 'II', 'III']

/** What happens with a notice, in three acts, and the emergency number. */
export function NextActs() {
  const { next, next_end, acts, danger, danger_text } = useSection('content_notices')
  return (
    <aside className="notice-acts night rounded-dialog px-5.5 pt-6.5 pb-7 lg:px-8 lg:pt-8.5 print:hidden">
      <h2 className="t2">
        {next} <em>{next_end}</em>
      </h2>
      <ol className="mt-5.5">
        {acts.map(({ title, text }, index) => (
          <li key={title} className="flex gap-2 border-t border-line py-3.5">
            <span
              aria-hidden="true"
              className="w-13 flex-none font-display text-initial-xl leading-none font-light text-brass"
            >
              {NUMERALS[index]}
            </span>
            <div>
              <h3 className="t3">{title}</h3>
              <p className="mt-0.5 text-label leading-note text-soft">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <p className="mt-4 flex gap-3 rounded-lg bg-sunken p-4 text-label leading-note">
        <PhoneCall aria-hidden="true" className="mt-0.5 size-5 flex-none text-brass-ink" />
        <span>
          <strong className="font-semibold">{danger}</strong> {danger_text}
        </span>
      </p>
    </aside>
  )
}
