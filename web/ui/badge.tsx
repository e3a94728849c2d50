import { Sparkles } from 'lucide-react'
import type { ReactNode } from 'react'
import { UNREAD_BADGE_MAX } from '#contract/limits.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { cx } from './cx.ts'

export interface CounterProps {
  count: number
  /** Above it, the counter shows "99+". */
  max?: number
  /** `corner` sits on the top right of an icon button; what is longer goes on to the right, off the icon. */
  place?: 'inline' | 'corner'
  className?: string
}

/** A number in garnet; nothing at zero. What it counts is said by the name of the control it stands on. */
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

/** The number as it is shown and said: "100" is "99+". */
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
  err: 'bg-err-wash text-err',
}

const PADDINGS = { sm: 'px-2.5 py-0.75', md: 'px-3.5 py-1.75' }

export interface PillProps {
  colour?: keyof typeof COLOURS
  size?: keyof typeof PADDINGS
  /** A lucide icon, drawn before the words. */
  icon?: ReactNode
  /** Words that may not fit into one line of a narrow window. */
  isLong?: boolean
  className?: string | false
  children: ReactNode
}

/** A few words that say what something is. */
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

/** In a narrow column a phone shows only the icon; the word is still said. */
export function CreatorPill({ isShortOnPhones = false }: { isShortOnPhones?: boolean }) {
  const { t } = useTranslation()
  return (
    <Pill colour="brass" icon={<Sparkles aria-hidden="true" />} className={isShortOnPhones && 'max-md:p-1.25'}>
      <span className={cx(isShortOnPhones && 'max-md:sr-only')}>{t('ui.creator')}</span>
    </Pill>
  )
}
