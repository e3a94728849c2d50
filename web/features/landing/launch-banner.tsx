import { Pause, Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import { SECOND_MS } from '#contract/time.ts'
import { useSection } from '#web/lib/i18n/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useReducedMotion } from '#web/ui/use-media-query.ts'
import { useTabHidden } from '#web/ui/use-tab-hidden.ts'

const ROTATION_MS = 4 * SECOND_MS

/** Rotating banner with three messages. All share one grid cell, so that the longest sets the height and nothing shifts. */
export function LaunchBanner() {
  const { label, messages, pause, play } = useSection('landing').banner
  const { current, isPlaying, toggle } = useRotation(messages.length)
  const Icon = isPlaying ? Pause : Play

  return (
    <section
      aria-label={label}
      className="on-picture flex min-h-11 items-center justify-center gap-2.5 bg-banner px-3 py-1.5 text-center text-note leading-note text-ivory md:gap-4 md:px-4 md:py-1 md:text-label"
    >
      <span aria-hidden="true" className="flex gap-1.75">
        {messages.map((message, index) => (
          <span
            key={message}
            className={cx(
              'h-1.75 rounded-pill transition-[width,background-color] duration-(--dur-3)',
              index === current ? 'w-5 bg-lamp' : 'w-1.75 bg-ivory/45',
            )}
          />
        ))}
      </span>
      <div className="grid items-center">
        {messages.map((message, index) => (
          <p
            key={message}
            aria-hidden={index !== current}
            className="col-start-1 row-start-1 text-balance transition-[opacity,visibility] duration-(--dur-3) aria-hidden:invisible aria-hidden:opacity-0"
          >
            {message}
          </p>
        ))}
      </div>
      <IconButton
        label={isPlaying ? pause : play}
        onClick={toggle}
        className="-my-1 text-ivory hover:bg-ivory/12 noscript:hidden [&>svg]:size-icon-xs!"
      >
        <Icon aria-hidden="true" />
      </IconButton>
    </section>
  )
}

/** Auto-rotation with pause and play. With `prefers-reduced-motion` it starts paused; pressing Play overrides that. */
function useRotation(count: number) {
  const [current, setCurrent] = useState(0)
  const [override, setOverride] = useState<'none' | 'pause' | 'play'>('none')
  const isMotionReduced = useReducedMotion()
  const isTabHidden = useTabHidden()
  const isPlaying = override === 'play' || (override === 'none' && !isMotionReduced)

  useEffect(() => {
    if (!isPlaying || isTabHidden) return
    const timer = setInterval(() => setCurrent((last) => (last + 1) % count), ROTATION_MS)
    return () => clearInterval(timer)
  }, [isPlaying, isTabHidden, count])

  function toggle() {
    if (isPlaying) setOverride('pause')
    // Where rotation is the default no override is needed, and a later change of the system setting counts again.
    else setOverride(isMotionReduced ? 'play' : 'none')
  }

  return { current, isPlaying, toggle }
}
