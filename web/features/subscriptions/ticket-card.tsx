import { useState } from 'react'
import { generatePath, Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { Subscription } from '#contract/subscriptions.ts'
import type { TimeLeft } from '#contract/time-left.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { mediaUrl } from '#web/lib/media-url.ts'
import { Pill } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { initialOf } from '#web/ui/pictures/initial-of.ts'

export interface TicketCardProps {
  ticket: Subscription
  /** The remaining time; left out for a past subscription. */
  left?: TimeLeft
  /** Below the fold: the picture is lazy. */
  isBelowFold: boolean
}

/** The card of one subscription, drawn as a ticket. The whole card is a link to the profile; a past one has no stub. */
export function TicketCard({ ticket, left, isBelowFold }: TicketCardProps) {
  const { t } = useTranslation()
  const { profile_name, profile_pic } = ticket
  return (
    <Link
      to={generatePath(paths.creator_alias, { profile_name })}
      className="pass"
      data-past={left === undefined || undefined}
    >
      <span className="pass-paper">
        <span className="pass-picture">
          <Picture name={profile_name} src={profile_pic && mediaUrl(profile_pic, 480)} lazy={isBelowFold} />
        </span>
        <span className="pass-body">
          <span className="t2 text-large wrap-anywhere phone-lg:text-title-xs md:text-title-md">{profile_name}</span>{' '}
          {left ? (
            <span className="text-small text-mute">{t('subscriptions.see_profile')}</span>
          ) : (
            <span className="mt-2">
              <Pill>{t('subscriptions.expired')}</Pill>
            </span>
          )}
        </span>{' '}
        {left && <Stub left={left} />}
      </span>
    </Link>
  )
}

/** The stub with the time left. */
export function Stub({ left: { unit, count }, isDue = false }: { left: TimeLeft; isDue?: boolean }) {
  const { t, language } = useTranslation()
  return (
    <span className="pass-stub">
      <span
        className={cx(
          'num leading-none',
          isDue ? 'text-warn' : 'text-garnet-ink',
          count < 1000 ? 'text-title-2xl' : 'text-title-lg md:text-title-2xl',
        )}
      >
        {count.toLocaleString(language)}
      </span>{' '}
      <span className={cx('mt-1 text-small leading-tight text-balance', isDue ? 'text-warn' : 'text-soft')}>
        {t(`subscriptions.${unit}_left`, { count })}
      </span>
    </span>
  )
}

/** Decorative, because the name is next to it. */
export function Picture({ name, src, lazy }: { name: string; src: string | null; lazy: boolean }) {
  const [broken, setBroken] = useState<string | null>(null)
  if (src === null || src === broken) {
    return (
      <span aria-hidden="true" className="font-display text-initial-xl leading-none text-brass-ink">
        {initialOf(name)}
      </span>
    )
  }
  return <img src={src} alt="" loading={lazy ? 'lazy' : 'eager'} onError={() => setBroken(src)} />
}
