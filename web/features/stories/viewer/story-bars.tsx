import { useTranslation } from '#web/lib/i18n/i18n.ts'

interface StoryBarsProps {
  /** How many stories the creator has, and which of them is shown, from 0. */
  count: number
  index: number
  /** Of the one that is shown, in percent. */
  progress: number
}

/** One bar for each story of the creator: full, filling, empty. */
export function StoryBars({ count, index, progress }: StoryBarsProps) {
  const { t } = useTranslation()
  return (
    <div
      role="progressbar"
      aria-label={t('stories.progress', { index: index + 1, count })}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(progress)}
      className="flex gap-1.25"
    >
      {Array.from({ length: count }, (_, bar) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
          key={bar}
          className="h-0.75 flex-1 overflow-hidden rounded-line bg-ivory/38"
        >
          <span
            className="block h-full origin-left bg-candle"
            style={{ scale: `${(bar < index ? 100 : bar === index ? progress : 0) / 100} 1` }}
          />
        </span>
      ))}
    </div>
  )
}
