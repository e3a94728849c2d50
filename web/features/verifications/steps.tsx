import { Check } from 'lucide-react'
import type { Verification } from '#contract/verifications.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { STEPS, type StepState, stepsOf } from './verification-draft.ts'

/** How far the verification is, as footlights. */
export function VerificationSteps({ verification, isWide }: { verification: Verification; isWide: boolean }) {
  return <Steps states={stepsOf(verification)} isWide={isWide} className="mt-3.5" />
}

/** `isWide`: in one row, where there is room. */
export function Steps({
  states,
  isWide = false,
  className,
}: {
  states: readonly StepState[]
  isWide?: boolean
  className?: string
}) {
  const { t } = useTranslation()
  return (
    <ol aria-label={t('verifications.steps')} data-wide={isWide || undefined} className={cx('footsteps', className)}>
      {STEPS.map((step, index) => {
        const state = states[index] ?? 'later'
        return (
          <li
            key={step}
            data-step={state}
            aria-current={state === 'now' ? 'step' : undefined}
            className="footstep text-ui"
          >
            <span aria-hidden="true" className="footstep-lamp">
              {state === 'done' && <Check className="size-3.5 stroke-3" />}
            </span>
            <span>
              {t(`verifications.step_${step}`)}
              {state === 'done' && <span className="sr-only"> {t('verifications.step_done')}</span>}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
