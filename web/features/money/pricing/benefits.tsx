import { ChartColumn, LifeBuoy, type LucideIcon, Megaphone, ShieldCheck, Users, Wallet } from 'lucide-react'
import { useNamespace } from '#web/lib/i18n/i18n.ts'

const ICONS = {
  support: LifeBuoy,
  security: ShieldCheck,
  analytics: ChartColumn,
  community: Users,
  payment: Wallet,
  marketing: Megaphone,
} as const

export function Benefits() {
  const { benefits_title, benefits } = useNamespace('pricing')
  return (
    <>
      <h2 className="d-l mb-10">{benefits_title}</h2>
      <ul className="grid gap-x-10 gap-y-9 sm:grid-cols-2 md:grid-cols-3 md:gap-y-11">
        {(Object.keys(ICONS) as (keyof typeof ICONS)[]).map((name) => (
          <Benefit key={name} icon={ICONS[name]} {...benefits[name]} />
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
