import { Sparkles } from 'lucide-react'
import type { ReactNode } from 'react'
import { UNREAD_BADGE_MAX } from '#contract/conversations.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { cx } from './cx.ts'

export interface CounterProps {
  count: number
  /** Larger numbers are shown as "99+". */
  max?: number
  /** `corner` is at the top right of an icon button and grows to the right, away from the icon. */
  place?: 'inline' | 'corner'
  className?: string
}

/** Counter badge, hidden at zero. Decorative: the accessible name of the control says what is counted. */
export function Counter({ count, max = UNREAD_BADGE_MAX, place = 'inline', className }: CounterProps) {
  if (count <= 0) return null
  return (
    <span
      aria-hidden="true"
      className={cx(
        'inline-block rounded-full bg-garnet text-center font-sans font-bold text-on-garnet tabular-nums',
        place === 'corner'
          ? 'absolute top-0.5 left-[calc(100%-20px)] h-5 min-w-5 px-1.25 text-xs leading-5 ring-2 ring-paper'
          : 'h-5.5 min-w-5.5 px-1.5 text-micro leading-5.5',
        className,
      )}
    >
      {cappedCount(count, max)}
    </span>
  )
}

/** "99+" for 100 and more. */
function cappedCount(count: number, max: number): string {
  return count > max ? `${max}+` : String(count)
}

const PILL =
  'inline-flex items-center gap-1.5 rounded-pill text-meta leading-note font-semibold [&>svg]:size-3.5 [&>svg]:flex-none'

const COLOURS = {
  neutral: 'bg-sunken text-soft',
  garnet: 'bg-garnet-wash text-garnet-ink',
  brass: 'bg-brass-wash text-brass-ink',
  info: 'bg-info-wash text-info',
  ok: 'bg-ok-wash text-ok',
  warn: 'bg-warn-wash text-warn',
  err: 'bg-err-wash text-err',
}

const PADDINGS = { sm: 'px-2.5 py-0.75', md: 'px-3.5 py-1.75' }

export interface PillProps {
  colour?: keyof typeof COLOURS
  size?: keyof typeof PADDINGS
  /** A lucide icon before the text. */
  icon?: ReactNode
  /** For text that may need a second line in a narrow window. */
  isLong?: boolean
  className?: string | false
  children: ReactNode
}

/** A short label, such as a role or a state. */
export function Pill({ colour = 'neutral', size = 'sm', icon, isLong = false, className, children }: PillProps) {
  return (
    <span className={cx(PILL, COLOURS[colour], PADDINGS[size], !isLong && 'one-line', className)}>
      {icon}
      {children}
    </span>
  )
}

const ROLES = { admin: 'garnet', moderator: 'info', lambda: 'neutral' } as const

export function RolePill({ kind }: { kind: keyof typeof ROLES }) {
  const { t } = useTranslation()
  return <Pill colour={ROLES[kind]}>{t(`ui.role_${kind}`)}</Pill>
}

/** In a narrow column, phones show only the icon; screen readers still get the text. */
export function CreatorPill({ isShortOnPhones = false }: { isShortOnPhones?: boolean }) {
  const { t } = useTranslation()
  return (
    <Pill colour="brass" icon={<Sparkles aria-hidden="true" />} className={isShortOnPhones && 'max-md:p-1.25'}>
      <span className={cx(isShortOnPhones && 'max-md:sr-only')}>{t('ui.creator')}</span>
    </Pill>
  )
}
