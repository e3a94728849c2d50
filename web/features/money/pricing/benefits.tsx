import {
  ChartColumn,
  Clock,
  LifeBuoy,
  type LucideIcon,
  Megaphone,
  ShieldCheck,
  Users,
  Wallet,
  Wrench,
} from 'lucide-react'
import { useId } from 'react'
import { useSection } from '#web/lib/i18n/i18n.ts'
import { Pill } from '#web/ui/badge.tsx'

const BENEFIT_ICONS = {
  support: LifeBuoy,
  security: ShieldCheck,
  analytics: ChartColumn,
  community: Users,
  payment: Wallet,
  marketing: Megaphone,
} as const

/** The benefits of the platform. */
export function Benefits() {
  const { benefits_title, benefits } = useSection('money').pricing
  return (
    <>
      <h2 className="d-l mb-10">{benefits_title}</h2>
      <ul className="grid gap-x-10 gap-y-9 sm:grid-cols-2 md:grid-cols-3 md:gap-y-11">
        {(Object.keys(BENEFIT_ICONS) as (keyof typeof BENEFIT_ICONS)[]).map((name) => (
          <Benefit key={name} icon={BENEFIT_ICONS[name]} {...benefits[name]} />
        ))}
      </ul>
    </>
  )
}

function Benefit({ icon: Icon, title, text }: { icon: LucideIcon; title: string; text: string }) {
  return (
    <li>
      <Icon aria-hidden="true" className="size-6 stroke-fine text-garnet-ink" />
      <h3 className="t3 mt-3 mb-1">{title}</h3>
      <p className="text-label leading-normal text-soft">{text}</p>
    </li>
  )
}

const FEATURE_ICONS = { analytics: ChartColumn, community: Users, security: ShieldCheck, tools: Wrench } as const

/** Features for creators that are planned for after the first version. */
export function CreatorFeatures() {
  const { features } = useSection('money').pricing
  const later = useId()
  return (
    <section className="flex flex-wrap items-center justify-between gap-5 rounded-card border border-line bg-surface px-5.5 py-6 md:px-7">
      <h2 className="t2">{features.title}</h2>
      <div className="flex flex-wrap gap-2">
        <ul aria-describedby={later} className="contents">
          {(Object.keys(FEATURE_ICONS) as (keyof typeof FEATURE_ICONS)[]).map((name) => {
            const Icon = FEATURE_ICONS[name]
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
