import { ImagePlus } from 'lucide-react'
import { useState } from 'react'
import type { IMAGE_WIDTHS } from '#contract/media.ts'
import { useObjectUrl } from '#web/publishing/use-object-url.ts'
import { Thumbnail } from '#web/ui/pictures/thumbnail.tsx'
import type { ComposedPicture } from './composition.ts'

interface PictureViewProps {
  picture: ComposedPicture
  /** The shape of the box, width through height: it is cropped as the feed crops it. */
  ratio: number
  width: (typeof IMAGE_WIDTHS)[number]
}

/** A picture of a draft, from the file that was picked here, or else from the server. */
export function PictureView({ picture: { source, known, focus }, ratio, width }: PictureViewProps) {
  const url = useObjectUrl(source)
  const [isBroken, setBroken] = useState(false)
  return (
    <span className="picture-view" style={{ aspectRatio: ratio }}>
      {source && url && !isBroken ? (
        <img
          src={url}
          alt=""
          draggable={false}
          style={{ objectPosition: `${focus.x}% ${focus.y}%` }}
          onError={() => setBroken(true)}
        />
      ) : known ? (
        // A draft is nobody else's, so its bytes need the session.
        <Thumbnail path={known.file} isProtected width={width} focus={focus} className="absolute inset-0" />
      ) : (
        <ImagePlus aria-hidden="true" />
      )}
    </span>
  )
}
