import { Video } from 'lucide-react'
import { useState } from 'react'
import { TRUNCATE_AT } from '#contract/limits.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { cutText } from '#web/ui/cut-text.ts'

interface StoryCaptionProps {
  description: string
  /** Where a video is, and how long; null for a picture. */
  video: { played_ms: number; video_ms: number } | null
  /** A long text is unfolded, or folded again: nobody should have to read against the clock. */
  onUnfold: (isOpen: boolean) => void
}

/** The words at the foot of a story. They let presses through to the picture, except on what can be pressed. */
export function StoryCaption({ description, video, onUnfold }: StoryCaptionProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const beginning = cutText(description, TRUNCATE_AT)

  function toggle() {
    setOpen(!isOpen)
    onUnfold(!isOpen)
  }

  return (
    <div className="story-scrim-bottom pointer-events-none absolute inset-x-0 bottom-0 px-5.5 pt-22.5 pb-over-safe-8.5 low:story-sides low:pt-16 low:pb-over-safe-4.5">
      <div
        // A text that scrolls can be scrolled with keys.
        {...(isOpen && { tabIndex: 0, className: 'pointer-events-auto max-h-[38dvh] overflow-y-auto' })}
      >
        <p dir="auto" className="text-large leading-note text-pretty whitespace-pre-line wrap-anywhere">
          {beginning === null || isOpen ? description : `${beginning}…`}{' '}
          {beginning !== null && (
            <button
              type="button"
              aria-expanded={isOpen}
              className="pointer-events-auto cursor-pointer rounded-sm font-semibold one-line underline underline-offset-4"
              onClick={toggle}
            >
              {isOpen ? t('ui.read_less') : t('ui.read_more')}
            </button>
          )}
        </p>
      </div>
      {video && (
        <p className="mt-2 flex items-center gap-2 text-small text-ivory-soft">
          <Video aria-hidden="true" className="size-icon-sm" />
          <span className="sr-only">{t('stories.video')}</span>
          <span className="num font-sans">
            {clock(video.played_ms)} / {clock(video.video_ms)}
          </span>
        </p>
      )}
    </div>
  )
}

/** 0:04 */
function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
