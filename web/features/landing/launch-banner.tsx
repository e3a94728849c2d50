import { Pause, Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import { BANNER_ROTATION_MS } from '#contract/limits.ts'
import { useNamespace } from '#web/lib/i18n/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useReducedMotion } from '#web/ui/use-media-query.ts'
import { useTabHidden } from '#web/ui/use-tab-hidden.ts'

/** Three messages that take turns. All stand in one cell, so that the longest gives the height and nothing moves. */
export function LaunchBanner() {
  const { label, messages, pause, play } = useNamespace('landing').banner
  const { current, isPlaying, toggle } = useTurns(messages.length)
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

/** Whose turn it is. Nothing turns by itself for those who ask for less motion; if they press Play, it is their wish. */
function useTurns(count: number) {
  const [current, setCurrent] = useState(0)
  const [wish, setWish] = useState<'none' | 'pause' | 'play'>('none')
  const isMotionReduced = useReducedMotion()
  const isTabHidden = useTabHidden()
  const isPlaying = wish === 'play' || (wish === 'none' && !isMotionReduced)

  useEffect(() => {
    if (!isPlaying || isTabHidden) return
    const timer = setInterval(() => setCurrent((last) => (last + 1) % count), BANNER_ROTATION_MS)
    return () => clearInterval(timer)
  }, [isPlaying, isTabHidden, count])

  function toggle() {
    if (isPlaying) setWish('pause')
    // Where it turns by itself there is nothing to wish for, and a change of the setting counts again.
    else setWish(isMotionReduced ? 'play' : 'none')
  }

  return { current, isPlaying, toggle }
}
