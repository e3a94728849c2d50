import { useState } from 'react'
import { IMAGE_WIDTHS } from '#contract/media.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { mediaUrl } from '#web/lib/media-url.ts'
import { cx } from '#web/ui/cx.ts'
import { Arch } from './arch.tsx'
import { initialOf } from './initial-of.ts'

export interface PortraitProps {
  name: string
  /** The media path of the API. */
  path: string | null
  /** There is a new or a seen story. */
  ring?: 'new' | 'seen' | undefined
  /** The `sizes` attribute. */
  sizes: string
  className?: string
}

/** The picture of a creator in an arch, or the initial. The name is visible beside it, so only the ring has a label. */
export function Portrait({ name, path, ring, sizes, className }: PortraitProps) {
  const { t } = useTranslation()
  const [broken, setBroken] = useState<string | null>(null)
  const arch = (
    <Arch
      ratio="portrait"
      className={cx('grid place-items-center bg-brass-wash [--r:16px]', ring === undefined && className)}
    >
      {path && path !== broken ? (
        <img
          src={mediaUrl(path)}
          srcSet={IMAGE_WIDTHS.map((width) => `${mediaUrl(path, width)} ${width}w`).join(', ')}
          sizes={sizes}
          alt=""
          fetchPriority="high"
          className="object-face"
          onError={() => setBroken(path)}
        />
      ) : (
        <span aria-hidden="true" className="font-display text-title-3xl leading-none text-brass-ink lg:text-8xl">
          {initialOf(name)}
        </span>
      )}
    </Arch>
  )
  if (ring === undefined) return arch
  return (
    <div
      role="img"
      aria-label={t(`ui.story_ring_${ring}`, { name })}
      className={cx('arch-ring', className)}
      data-ring={ring}
    >
      {arch}
    </div>
  )
}
