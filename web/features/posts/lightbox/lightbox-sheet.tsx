import { Flag, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import type { Post } from '#contract/posts.ts'
import { LikeButton } from '#web/features/posts/feed/like-button.tsx'
import { LazyReportDialog } from '#web/features/posts/report/lazy-report-dialog.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { GrabBar } from '#web/ui/overlays/grab-bar.tsx'
import type { AvatarProps } from '#web/ui/pictures/avatar.tsx'
import { LazyMarkedNote } from '#web/ui/pictures/lazy-marked-note.tsx'
import { LightboxDescription } from './lightbox-description.tsx'
import { LightboxAuthor } from './lightbox-panel.tsx'

export interface LightboxSheetProps {
  post: Post
  ring: AvatarProps['ring']
  isOwn: boolean
  message: ReactNode
  onEdit: () => void
  onDelete: () => void
  /** The small pictures of an album. */
  strip: ReactNode
  /** The ways to the posts around an album. */
  steps: ReactNode
}

/**
 * Bottom sheet: author, description and actions below the picture on small screens. Collapsed, it shows two lines of
 * text, and none in a low window.
 */
export function LightboxSheet({ post, ring, isOwn, message, onEdit, onDelete, strip, steps }: LightboxSheetProps) {
  const { t } = useTranslation()
  const descriptionId = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="lightbox-sheet" data-open={isOpen || undefined}>
      <GrabBar
        label={isOpen ? t('posts.lightbox.show_less') : t('posts.lightbox.show_all')}
        controls={descriptionId}
        isOpen={isOpen}
        onOpen={setOpen}
      />
      {strip && <div className="lightbox-sheet-more pb-3">{strip}</div>}
      <div className="flex items-center gap-3">
        <LightboxAuthor post={post} size={42} ring={ring} />
        <LikeButton post={post} className="-mr-2.5" />
      </div>
      {/* In a low window, this part is hidden until the sheet is expanded. */}
      <div className="lightbox-sheet-more">
        <LightboxDescription id={descriptionId} text={post.description} isOpen={isOpen} onOpen={setOpen} />
        {post.marked && <LazyMarkedNote username={post.username} look="line" />}
        {steps && <div className="mt-4.5">{steps}</div>}
        <div className={cx('flex gap-2', steps ? 'mt-2' : 'mt-4.5')}>
          {isOwn ? (
            <>
              <Button variant="secondary" icon={<Pencil aria-hidden="true" />} className="grow" onClick={onEdit}>
                {t('posts.edit')}
              </Button>
              <Button
                variant="secondary"
                icon={<Trash2 aria-hidden="true" />}
                className="grow text-err!"
                onClick={onDelete}
              >
                {t('posts.delete')}
              </Button>
            </>
          ) : (
            <>
              <div className="grow [&>span:first-child]:w-full">{message}</div>
              <ReportButton post={post} />
            </>
          )}
        </div>
      </div>
    </div>
  )
}

function ReportButton({ post }: { post: Post }) {
  const { t } = useTranslation()
  const [isReporting, setReporting] = useState(false)
  return (
    <>
      <Button variant="secondary" icon={<Flag aria-hidden="true" />} onClick={() => setReporting(true)}>
        {t('posts.report')}
      </Button>
      <LazyReportDialog post_id={post.id} open={isReporting} onClose={() => setReporting(false)} />
    </>
  )
}
