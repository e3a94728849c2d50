import { CircleDashed, Hourglass, type LucideIcon, ShieldCheck, TriangleAlert, Upload } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { dateText } from '#contract/dates.ts'
import { paths } from '#contract/paths.ts'
import { PAYOUT_MIN } from '#contract/payouts.ts'
import { DOCUMENT_DAYS, type Verification } from '#contract/verifications.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { euros } from '#web/lib/money.ts'
import { Pill, type PillProps } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Seal } from '#web/ui/pictures/seal.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { VerificationSteps } from './steps.tsx'

type State = Verification['state']

const PILLS: Record<State, { colour: NonNullable<PillProps['colour']>; Icon: LucideIcon }> = {
  none: { colour: 'neutral', Icon: CircleDashed },
  in_review: { colour: 'info', Icon: Hourglass },
  refused: { colour: 'warn', Icon: TriangleAlert },
  verified: { colour: 'ok', Icon: ShieldCheck },
}

const CARD = 'min-w-0 rounded-card border border-line bg-surface'

/** The card on the payouts page. It leads to the page of the verification. */
export function VerificationCard({ verification }: { verification: Verification }) {
  const { t, language } = useTranslation()
  const titleId = useId()
  if (verification.state === 'verified') {
    const { decided_at, ask_again_at } = verification
    return (
      <section aria-labelledby={titleId} className={`${CARD} flex items-start gap-3.5 p-5.5`}>
        <Seal size="md" icon={<ShieldCheck />} />
        <div>
          <h2 id={titleId} className="t3">
            {t('verifications.verified')}
          </h2>
          <p className="mt-0.75 text-small text-soft">
            {t('verifications.since', { date: decided_at ? dateText(decided_at, language, 'day') : '' })}{' '}
            {ask_again_at && t('verifications.ask_again', { year: ask_again_at.slice(0, 4) })}
          </p>
        </div>
      </section>
    )
  }
  return (
    <StateCard verification={verification}>
      <NextStep verification={verification} />
    </StateCard>
  )
}

/** The one thing that can be done. */
function NextStep({ verification: { state, refusal } }: { verification: Verification }) {
  const { t } = useTranslation()
  if (state === 'in_review') {
    return (
      <TextLink to={paths.verification} className="mt-4 inline-flex min-h-11 items-center text-small">
        {t('verifications.see')}
      </TextLink>
    )
  }
  const isPicture = refusal !== null && /^(document|portrait)_/.test(refusal.reason)
  return (
    <ButtonLink
      to={paths.verification}
      size="sm"
      className="mt-4.5"
      {...(isPicture && { icon: <Upload aria-hidden="true" /> })}
    >
      {t(state === 'none' ? 'verifications.start' : isPicture ? 'verifications.again' : 'verifications.correct')}
    </ButtonLink>
  )
}

interface StateCardProps {
  verification: Verification
  /** Whether it has the width of the page. */
  isWide?: boolean
  /** Whether creators are paid in this house. */
  paysOut?: boolean
  /** Moves the focus to the title, after something was sent. */
  isFocused?: boolean
  children?: ReactNode
}

/** Where the verification stands, in words and as footlights. */
export function StateCard(props: StateCardProps) {
  const { verification, isWide = false, paysOut = false, isFocused = false, children } = props
  const { t } = useTranslation()
  const { state } = verification
  const { colour, Icon } = PILLS[state]
  const titleId = useId()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isFocused) title.current?.focus()
  }, [isFocused])
  return (
    <section aria-labelledby={titleId} className={`${CARD} px-5.5 pt-5.5 pb-6 md:px-7`}>
      <Pill colour={colour} icon={<Icon aria-hidden="true" />}>
        {t(`verifications.state_${state}`)}
      </Pill>
      <h2 ref={title} id={titleId} tabIndex={-1} className="t2 mt-3.5 w-fit rounded-sm">
        <Title verification={verification} />
      </h2>
      <p className="mt-1.5 text-soft text-pretty">
        <Text verification={verification} paysOut={paysOut} />
      </p>
      {state === 'none' ? (
        <Needed verification={verification} />
      ) : (
        <VerificationSteps verification={verification} isWide={isWide} />
      )}
      {children}
    </section>
  )
}

function Title({ verification: { state, refusal, details, is_required_to_publish } }: { verification: Verification }) {
  const { t } = useTranslation()
  if (state === 'refused') return t(`verifications.refusal.${refusal?.reason ?? 'other'}`)
  if (state === 'in_review') return t('verifications.looking')
  if (state === 'verified') return t('verifications.verified')
  if (details) return t('verifications.over')
  return t(is_required_to_publish ? 'verifications.before_publishing' : 'verifications.before')
}

function Text({ verification, paysOut }: { verification: Verification; paysOut: boolean }) {
  const { t, language } = useTranslation()
  const { state, refusal, sent_at, decided_at, details } = verification
  const day = (time: string | null) => (time ? dateText(time, language, 'day') : '')
  if (state === 'refused') {
    return refusal?.note ?? t(`verifications.refusal.${refusal?.reason ?? 'other'}_text`)
  }
  if (state === 'in_review') {
    return t('verifications.looking_text', { date: sent_at ? dateText(sent_at, language, 'day_month') : '' })
  }
  if (state === 'verified') {
    const since = t('verifications.since', { date: day(decided_at) })
    if (!paysOut) return since
    return `${since} ${t('verifications.go_out', { minimum: euros(String(PAYOUT_MIN), language, { short: true }) })}`
  }
  return t(details ? 'verifications.over_text' : 'verifications.before_text')
}

/** What is needed, and what happens to it. */
function Needed({ verification: { needs_account } }: { verification: Verification }) {
  const { t } = useTranslation()
  const things = ['document', 'address', 'portrait'] as const
  return (
    <>
      <ul className="mt-3 list-disc pl-5 marker:text-brass">
        {things.map((thing) => (
          <li key={thing} className="py-0.5">
            {t(`verifications.need_${thing}`)}
          </li>
        ))}
        {needs_account && <li className="py-0.5">{t('verifications.need_account')}</li>}
      </ul>
      <p className="mt-3 text-small text-mute text-pretty">{t('verifications.kept', { days: DOCUMENT_DAYS })}</p>
    </>
  )
}
