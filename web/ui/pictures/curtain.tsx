import type { AnimationEvent, ReactNode } from 'react'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import { Seal } from './seal.tsx'

export interface CurtainProps {
  /** `full` shows seal, texts and an action; `tile` only seal and title; `bare` only the seal. */
  size?: 'full' | 'tile' | 'bare'
  /** “Private Content” by default. */
  title?: ReactNode
  /** The lines below the title of a full curtain. */
  lines?: readonly ReactNode[]
  /** An ivory button or link. */
  action?: ReactNode
  /** Opens the curtain in 700 ms and reveals what is below it. */
  opening?: boolean
  onOpened?: () => void
  className?: string
}

/** The curtain covers content that the viewer may not see. That content was never fetched. */
export function Curtain({ size = 'full', title, lines, action, opening = false, onOpened, className }: CurtainProps) {
  const { t } = useTranslation()
  const heading = title ?? t('ui.private_content')
  const under = lines ?? [t('ui.private_content_who'), t('ui.private_content_how')]

  function ended(event: AnimationEvent) {
    if (event.target === event.currentTarget) onOpened?.()
  }

  return (
    <div
      className={cx('curtain on-picture', className)}
      data-opening={opening || undefined}
      onAnimationEnd={opening ? ended : undefined}
    >
      <span aria-hidden="true" className="curtain-stage" />
      <span aria-hidden="true" className="curtain-shade" />
      <div
        className={cx(
          'curtain-words absolute inset-0 flex flex-col items-center justify-center gap-1.5 text-center',
          size === 'full' ? 'p-6' : 'p-2',
        )}
      >
        <Seal size={size === 'full' ? 'lg' : 'sm'} {...(size === 'full' && { className: 'mb-3' })} />
        {size === 'full' && (
          <>
            <p className="t1 text-initial-lg">{heading}</p>
            {under.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines are fixed words that never change places
              <p key={index} className="max-w-75 text-ui leading-note text-pretty opacity-94">
                {line}
              </p>
            ))}
            {action && <div className="mt-4">{action}</div>}
          </>
        )}
        {size === 'tile' && <p className="t3 mt-1.5 text-large">{heading}</p>}
        {size !== 'full' && (
          <span className="sr-only">
            {size === 'bare' && <span>{heading} </span>}
            {under.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <span key={index}>{line} </span>
            ))}
          </span>
        )}
      </div>
    </div>
  )
}
