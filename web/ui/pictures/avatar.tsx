import { User } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { initialOf } from './initial-of.ts'

const SIZES = {
  34: 'size-8.5 text-label',
  36: 'size-9 text-label',
  38: 'size-9.5 text-base',
  42: 'size-10.5 text-lg',
  44: 'size-11 text-lg',
  46: 'size-11.5 text-xl',
  48: 'size-12 text-xl',
  52: 'size-13 text-initial-sm',
  64: 'size-16 text-initial-md',
  /** The author of a post in the feed: smaller if the card is one column. */
  card: 'size-9.5 text-base lg:size-11.5 lg:text-xl',
}

export interface AvatarProps {
  /** Empty for a person without a name, who gets a neutral picture. */
  name: string
  src?: string | null | undefined
  size?: keyof typeof SIZES
  /** There is a new or a seen story: shown as a ring and in the accessible name. */
  ring?: 'new' | 'seen' | undefined
  /** Sets the name as accessible name, if there is no visible name beside it. */
  labelled?: boolean
  /** Lazy loading, for avatars far down the page. */
  lazy?: boolean
  className?: string
}

/** Round profile picture, or the initial of the name. Decorative unless it has a ring or is labelled. */
export function Avatar({ name, src, size = 46, ring, labelled = false, lazy = false, className }: AvatarProps) {
  const { t } = useTranslation()
  const [broken, setBroken] = useState<string | null>(null)
  const label = ring === undefined ? labelled && name : t(`ui.story_ring_${ring}`, { name })

  const pixels = size === 'card' ? 46 : size
  const face = (
    <span
      className={cx(
        'grid flex-none place-items-center overflow-hidden rounded-full bg-brass-wash font-display leading-none text-brass-ink',
        SIZES[size],
        ring === undefined && className,
      )}
      {...(ring === undefined && labelProps(label))}
    >
      {src && src !== broken ? (
        <img
          width={pixels}
          height={pixels}
          src={src}
          alt=""
          loading={lazy ? 'lazy' : undefined}
          className="size-full object-cover object-face"
          onError={() => setBroken(src)}
        />
      ) : (
        <span aria-hidden="true">{name === '' ? <User className="size-icon-xl stroke-icon" /> : initialOf(name)}</span>
      )}
    </span>
  )
  if (ring === undefined) return face
  return (
    <span className={cx('story-ring', className)} data-ring={ring} {...labelProps(label)}>
      {face}
    </span>
  )
}

function labelProps(name: string | false) {
  return name ? { role: 'img', 'aria-label': name } : { 'aria-hidden': true as const }
}
