import { Flag, type LucideIcon, Minus, Siren, TriangleAlert } from 'lucide-react'
import type { Severity } from '#contract/cases.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { cx } from '#web/ui/cx.ts'

const LOOKS: Record<Severity, { Icon: LucideIcon; colours: string }> = {
  urgent: { Icon: Siren, colours: 'bg-err text-on-err' },
  high: { Icon: TriangleAlert, colours: 'bg-warn-wash text-warn' },
  normal: { Icon: Flag, colours: 'bg-info-wash text-info' },
  low: { Icon: Minus, colours: 'bg-sunken text-soft' },
}

/** The severity of a case as icon and word, never by colour alone. */
export function SeverityTag({ severity }: { severity: Severity }) {
  const { t } = useTranslation()
  const { Icon, colours } = LOOKS[severity]
  return (
    <span
      className={cx(
        'one-line inline-flex items-center gap-1.75 rounded-md py-1.75 pr-2.75 pl-2.25 text-small leading-none font-semibold',
        colours,
      )}
    >
      <Icon aria-hidden="true" className="size-4 flex-none" />
      {t(`cases.desk.severity_${severity}`)}
    </span>
  )
}
