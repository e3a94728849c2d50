import { Check, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { generatePath } from 'react-router'
import type { User } from '#contract/accounts.ts'
import { PLATFORM_FEE_PERCENT } from '#contract/fees.ts'
import { paths } from '#contract/paths.ts'
import { CREATOR_SETTINGS } from '#contract/settings-sections.ts'
import { useSection, useTranslation } from '#web/lib/i18n/i18n.ts'
import { euros } from '#web/lib/money.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'

export const CREATOR_SHARE_PERCENT = 85

/** The plans for fans and creators. Visitors get a link to the sign-up, members a link to the matching page. */
export function Plans({ member }: { member: User | null }) {
  const { t, language } = useTranslation()
  const { fans, creators } = useSection('money').pricing
  return (
    <div className="grid gap-6 md:grid-cols-2">
      <Plan
        className="border-line bg-surface"
        title={fans.title}
        figure={euros('0', language, { short: true })}
        figure_text={fans.figure_text}
        text={fans.text}
        call={
          member ? (
            <ButtonLink to={paths.find} variant="secondary" wide>
              {fans.find}
            </ButtonLink>
          ) : (
            <ButtonLink to={paths.signup} variant="secondary" wide className="in-data-session:invisible">
              {fans.sign_up}
            </ButtonLink>
          )
        }
      >
        <Points points={fans.points} />
      </Plan>
      {/* In the dark theme the page is as dark as this card, so the card is garnet there. */}
      <Plan
        className="night border-transparent [[data-theme=dark]_&]:bg-garnet-wash [[data-theme=dark]_&]:[--ring-gap:var(--color-garnet-wash)]"
        title={creators.title}
        figure={t('money.pricing.creators.figure', { percent: CREATOR_SHARE_PERCENT })}
        figure_text={creators.figure_text}
        text={t('money.pricing.creators.text', { percent: PLATFORM_FEE_PERCENT })}
        call={
          member ? (
            <ButtonLink to={creatorPath(member)} wide>
              {member.profile_id === null ? creators.become : creators.own_page}
            </ButtonLink>
          ) : (
            <ButtonLink to={paths.signup} wide className="in-data-session:invisible">
              {creators.sign_up}
            </ButtonLink>
          )
        }
      >
        <Points points={creators.points} />
        <Point icon={<Clock />}>{creators.later}</Point>
      </Plan>
    </div>
  )
}

/** The settings where a member becomes a creator, or the profile of someone who is one. */
function creatorPath({ profile_id, username }: User): string {
  return profile_id === null ? CREATOR_SETTINGS : generatePath(paths.profile, { username })
}

interface PlanProps {
  title: string
  figure: string
  figure_text: string
  text: string
  call: ReactNode
  className: string
  /** What the plan contains, as list items. */
  children: ReactNode
}

function Plan({ title, figure, figure_text, text, call, className, children }: PlanProps) {
  return (
    <section className={cx('flex flex-col rounded-card border px-5.5 py-6.5 md:px-9.5 md:pt-9 md:pb-9.5', className)}>
      <h2 className="cue">{title}</h2>
      <p className="mt-2.5 mb-1.5 flex flex-wrap items-baseline gap-x-3">
        <span className="num d-l">{figure}</span>
        <span className="text-mute">{figure_text}</span>
      </p>
      <p className="text-soft">{text}</p>
      <ul className="mt-5.5 mb-7 flex-1">{children}</ul>
      {call}
    </section>
  )
}

function Points({ points }: { points: readonly string[] }) {
  return points.map((point) => (
    <Point key={point} icon={<Check />}>
      {point}
    </Point>
  ))
}

function Point({ icon, children }: { icon: ReactNode; children: string }) {
  return (
    <li className="flex items-start gap-3 py-2">
      <span aria-hidden="true" className="mt-0.75 text-brass-ink [&>svg]:size-icon-lg">
        {icon}
      </span>
      {children}
    </li>
  )
}
