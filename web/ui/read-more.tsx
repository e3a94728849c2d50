import { useId, useState } from 'react'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { cutText, TRUNCATE_AT } from './cut-text.ts'
import { cx } from './cx.ts'

/** Truncates a long text, with a button that expands it. The text direction follows its content (`dir=auto`). */
export function ReadMore({ text, at = TRUNCATE_AT, className }: { text: string; at?: number; className?: string }) {
  const { t } = useTranslation()
  const id = useId()
  const [open, setOpen] = useState(false)
  const beginning = cutText(text, at)

  if (beginning === null)
    return (
      <p dir="auto" className={cx('whitespace-pre-line', className)}>
        {text}
      </p>
    )
  return (
    <p dir="auto" className={cx('whitespace-pre-line', className)}>
      <span id={id}>{open ? text : `${beginning}…`}</span>{' '}
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        className="text-link one-line"
        onClick={() => setOpen(!open)}
      >
        {open ? t('ui.read_less') : t('ui.read_more')}
      </button>
    </p>
  )
}
