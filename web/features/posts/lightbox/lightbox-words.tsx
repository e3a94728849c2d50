import { useEffect, useRef, useState } from 'react'
import { TRUNCATE_AT } from '#contract/limits.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { cutText } from '#web/ui/cut-text.ts'
import { cx } from '#web/ui/cx.ts'

interface LightboxWordsProps {
  id: string
  text: string
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

/** The description of a post: two lines of its beginning, or all of it. */
export function LightboxWords({ id, text, isOpen, onOpen }: LightboxWordsProps) {
  const { t } = useTranslation()
  const words = useRef<HTMLParagraphElement>(null)
  const beginning = cutText(text, TRUNCATE_AT)
  const isCut = useIsClipped(words, text, isOpen) || beginning !== null

  const button = isCut && (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={id}
      className="text-link flex-none one-line"
      onClick={() => onOpen(!isOpen)}
    >
      {isOpen ? t('ui.read_less') : t('ui.read_more')}
    </button>
  )
  return (
    <div className={cx('mt-3', !isOpen && 'flex items-end gap-2')}>
      <p
        ref={words}
        id={id}
        dir="auto"
        className={cx('text-pretty wrap-break-word', isOpen ? 'whitespace-pre-line' : 'line-clamp-2 min-w-0 flex-1')}
      >
        {isOpen || beginning === null ? text : `${beginning}…`} {isOpen && button}
      </p>
      {!isOpen && button}
    </div>
  )
}

/** Whether two lines are too few for it at this width. Unfolded it shows nothing of that: the last answer stays. */
function useIsClipped(words: { current: HTMLElement | null }, text: string, isOpen: boolean): boolean {
  const [isClipped, setClipped] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text may need more room
  useEffect(() => {
    const element = words.current
    if (!element || isOpen) return
    const observer = new ResizeObserver(() => setClipped(element.scrollHeight > element.clientHeight + 1))
    observer.observe(element)
    return () => observer.disconnect()
  }, [words, text, isOpen])
  return isClipped
}
