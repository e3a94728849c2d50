import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import type { ReportedPost } from '#contract/reports.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { LazyDialog } from '#web/ui/overlays/lazy.tsx'
import { MediaImage } from '#web/ui/pictures/media-image.tsx'

export interface ReportedPictureProps {
  post: ReportedPost
  /** Called when staff may not see the picture any more. */
  onDenied?: () => void
}

/** The cropped picture of a reported post. A click opens the whole picture, which staff must see to decide. */
export function ReportedPicture({ post, onDenied }: ReportedPictureProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { username, file } = post
  if (file === null) {
    return (
      <span className="grid size-full place-items-center text-mute">
        <ImageOff role="img" aria-label={t('reports.no_picture')} className="size-7 stroke-fine" />
      </span>
    )
  }
  const picture = {
    path: file,
    alt: t('reports.picture', { username }),
    isProtected: post.protected,
    ...(onDenied && { onDenied }),
  }
  return (
    <>
      <MediaImage {...picture} width={480} sizes="168px" />
      <button
        type="button"
        aria-label={t('reports.whole_picture', { username })}
        className="on-picture ring-inside absolute inset-0 cursor-zoom-in rounded-md"
        onClick={() => setOpen(true)}
      />
      <LazyDialog open={isOpen} onClose={() => setOpen(false)} title={t('reports.post_by', { username })}>
        <div className="h-[60dvh]">
          <MediaImage {...picture} width={960} fit="contain" eager className="rounded-md" />
        </div>
      </LazyDialog>
    </>
  )
}
