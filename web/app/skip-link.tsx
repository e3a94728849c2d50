import { useTranslation } from '#web/lib/i18n/i18n.ts'

export const CONTENT_ID = 'content'

/** Skip link: the first stop of the Tab key, which moves the focus past the header to the content. */
export function SkipLink() {
  const { t } = useTranslation()
  return (
    <a
      href={`#${CONTENT_ID}`}
      onClick={(event) => {
        event.preventDefault()
        document.getElementById(CONTENT_ID)?.focus()
      }}
      className="fixed top-2 left-2 z-tooltip -translate-y-20 rounded-pill bg-ink px-5 py-3 font-semibold text-paper focus:translate-y-0"
    >
      {t('frame.skip')}
    </a>
  )
}
