import { ChartColumn, Clock, ShieldCheck, Users, Wrench } from 'lucide-react'
import { useId } from 'react'
import { useNamespace } from '#web/lib/i18n/i18n.ts'
import { Pill } from '#web/ui/badge.tsx'

const ICONS = { analytics: ChartColumn, community: Users, security: ShieldCheck, tools: Wrench } as const

/** What creators will get after the first version. */
export function CreatorFeatures() {
  const { features } = useNamespace('pricing')
  const later = useId()
  return (
    <section className="flex flex-wrap items-center justify-between gap-5 rounded-card border border-line bg-surface px-5.5 py-6 md:px-7">
      <h2 className="t2">{features.title}</h2>
      <div className="flex flex-wrap gap-2">
        <ul aria-describedby={later} className="contents">
          {(Object.keys(ICONS) as (keyof typeof ICONS)[]).map((name) => {
            const Icon = ICONS[name]
            return (
              <li key={name}>
                <Pill size="md" icon={<Icon aria-hidden="true" />}>
                  {features[name]}
                </Pill>
              </li>
            )
          })}
        </ul>
        <p id={later}>
          <Pill colour="brass" size="md" icon={<Clock aria-hidden="true" />}>
            {features.later}
          </Pill>
        </p>
      </div>
    </section>
  )
}
