import { useTranslation } from '#web/lib/i18n/i18n.ts'

export interface ProgressBarProps {
  /** The name of the task. */
  label: string
  /** From 0 to 1. */
  value: number
}

/** Progress bar with a percentage. */
export function ProgressBar({ label, value }: ProgressBarProps) {
  const { language } = useTranslation()
  // Rounded down, so that 100 % means done.
  const percent = Math.floor(Math.min(1, Math.max(0, value)) * 100)
  const words = new Intl.NumberFormat(language, { style: 'percent' }).format(percent / 100)
  return (
    <div className="flex flex-col gap-2">
      <div className="flex justify-between gap-4 text-small">
        <span className="text-soft">{label}</span>
        <span aria-hidden="true" className="num text-mute">
          {words}
        </span>
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={words}
        className="h-1.5 overflow-hidden rounded-pill bg-line"
      >
        <div
          className="h-full origin-left rounded-pill bg-control transition-[scale] duration-(--dur-2)"
          style={{ scale: `${percent / 100} 1` }}
        />
      </div>
    </div>
  )
}
