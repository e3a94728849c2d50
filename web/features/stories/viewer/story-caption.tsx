import { Video } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { cutText, TRUNCATE_AT } from '#web/ui/cut-text.ts'

interface StoryCaptionProps {
  description: string
  /** The position and the duration of a video; null for a picture. */
  video: { played_ms: number; video_ms: number } | null
  /** Called when a long text is expanded or collapsed, so that the player waits for the reader. */
  onExpand: (isOpen: boolean) => void
  /** A button below the text. */
  action?: ReactNode
}

/** The description below a story. Presses go through to the tap zones, except on the button and on text that scrolls. */
export function StoryCaption({ description, video, onExpand, action }: StoryCaptionProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const beginning = cutText(description, TRUNCATE_AT)

  function toggle() {
    setOpen(!isOpen)
    onExpand(!isOpen)
  }

  return (
    <div className="story-scrim-bottom pointer-events-none absolute inset-x-0 bottom-0 px-5.5 pt-22.5 pb-over-safe-8.5 low:story-sides low:pt-16 low:pb-over-safe-4.5">
      <div
        // Focusable, so that the text can be scrolled with the keyboard.
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
      {action && <div className="pointer-events-auto mt-3.5 w-fit">{action}</div>}
    </div>
  )
}

/** Formats a duration as `0:04`. */
function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
