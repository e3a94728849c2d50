import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { cutText, TRUNCATE_AT } from '#web/ui/cut-text.ts'
import { cx } from '#web/ui/cx.ts'

interface LightboxDescriptionProps {
  id: string
  text: string
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

/** The description in the sheet: clamped to two lines, or expanded. */
export function LightboxDescription({ id, text, isOpen, onOpen }: LightboxDescriptionProps) {
  const { t } = useTranslation()
  const paragraph = useRef<HTMLParagraphElement>(null)
  const beginning = cutText(text, TRUNCATE_AT)
  const isShortened = useIsClipped(paragraph, text, isOpen) || beginning !== null

  const button = isShortened && (
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
        ref={paragraph}
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

/** Whether the text is clamped at the current width. It cannot be measured while expanded, so the last result stays. */
function useIsClipped(paragraph: { current: HTMLElement | null }, text: string, isOpen: boolean): boolean {
  const [isClipped, setClipped] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has to be measured again
  useEffect(() => {
    const element = paragraph.current
    if (!element || isOpen) return
    const observer = new ResizeObserver(() => setClipped(element.scrollHeight > element.clientHeight + 1))
    observer.observe(element)
    return () => observer.disconnect()
  }, [paragraph, text, isOpen])
  return isClipped
}
