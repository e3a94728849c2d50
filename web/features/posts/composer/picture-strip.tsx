import { GripVertical, MessageSquareOff, Plus, RotateCw } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { PICTURES_MAX } from '#contract/posts.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { PICTURE_TYPES } from '#web/publishing/picked-file.ts'
import { useFileDrop } from '#web/publishing/use-file-drop.ts'
import type { ComposedPicture, Composition } from './composition.ts'
import { PictureView } from './picture-view.tsx'
import { usePictureDrag } from './use-picture-drag.ts'

export interface PictureStripProps {
  composition: Composition
  /** The button that adds pictures, which gets the focus when they are missing. */
  addButton: RefObject<HTMLButtonElement | null>
  isInvalid: boolean
  errorId: string
  onAdd: (files: readonly File[]) => void
  onChoose: (key: string) => void
  onMove: (key: string, to: number) => void
  onResend: (key: string) => void
}

/** The pictures of a post in their order: the first is the cover. */
export function PictureStrip(props: PictureStripProps) {
  const { composition, addButton, isInvalid, errorId, onAdd, onChoose, onMove, onResend } = props
  const { t } = useTranslation()
  const { pictures, chosen } = composition
  const count = pictures.length
  const isFull = count >= PICTURES_MAX
  const list = useRef<HTMLUListElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const drag = usePictureDrag({ list, keys: pictures.map(({ key }) => key), onMove })
  const { isOver, target } = useFileDrop((files) => onAdd(files), isFull)

  return (
    <>
      <ul ref={list} className="picture-strip" data-over={isOver || undefined} {...target}>
        {pictures.map((picture, index) => (
          <li
            key={picture.key}
            data-picture={picture.key}
            data-chosen={picture.key === chosen || undefined}
            data-dragged={picture.key === drag.dragged || undefined}
            data-failed={picture.problem !== null || undefined}
          >
            <button
              type="button"
              className="picture-strip-choose"
              aria-label={nameOf(picture, index)}
              aria-current={picture.key === chosen || undefined}
              onClick={() => onChoose(picture.key)}
            >
              <PictureView picture={picture} ratio={4 / 5} width={480} />
            </button>
            {picture.sent !== null && <Progress sent={picture.sent} />}
            <span aria-hidden="true" className="picture-strip-number num">
              {index + 1}
            </span>
            <button
              type="button"
              data-handle=""
              className="picture-strip-handle on-picture"
              aria-label={t('drafts.handle', { place: index + 1, count })}
              onPointerDown={drag.start(picture.key)}
              onKeyDown={drag.handleKey(picture.key)}
              onClick={() => onChoose(picture.key)}
            >
              <GripVertical aria-hidden="true" />
            </button>
            {picture.problem === null && picture.alt.trim() === '' && index !== 0 && (
              <span aria-hidden="true" className="picture-strip-mute">
                <MessageSquareOff />
              </span>
            )}
            {index === 0 && picture.problem === null && (
              <span aria-hidden="true" className="picture-strip-cover">
                {t('drafts.cover')}
                {picture.alt.trim() === '' && <MessageSquareOff />}
              </span>
            )}
            {picture.problem !== null && (
              <button
                type="button"
                className="picture-strip-retry on-picture"
                aria-label={t('drafts.resend', { place: index + 1 })}
                onClick={() => onResend(picture.key)}
              >
                <RotateCw aria-hidden="true" />
                {t('drafts.retry')}
              </button>
            )}
          </li>
        ))}
        {!isFull && (
          <li>
            <button
              ref={addButton}
              type="button"
              className="picture-strip-add"
              aria-label={t('drafts.add')}
              aria-describedby={isInvalid ? errorId : undefined}
              data-invalid={isInvalid || undefined}
              onClick={() => input.current?.click()}
            >
              <Plus aria-hidden="true" />
            </button>
          </li>
        )}
      </ul>
      <input
        ref={input}
        type="file"
        accept={PICTURE_TYPES}
        multiple
        hidden
        aria-label={t('drafts.add')}
        onChange={({ target: { files } }) => {
          onAdd([...(files ?? [])])
          // Without this, picking the same files again would fire no change event.
          if (input.current) input.current.value = ''
        }}
      />
    </>
  )

  function nameOf({ alt, problem }: ComposedPicture, index: number): string {
    return [
      t('posts.album.place', { place: index + 1, count }),
      ...(index === 0 ? [t('drafts.cover')] : []),
      ...(problem !== null ? [t('drafts.not_sent')] : []),
      alt.trim() === '' ? t('drafts.no_alt') : alt,
    ].join(' · ')
  }
}

/** How much of a picture is sent; at the end the server prepares it. */
function Progress({ sent }: { sent: number }) {
  const { t } = useTranslation()
  return (
    <span
      role="progressbar"
      aria-label={t('posts.publish.sending')}
      aria-valuenow={Math.floor(sent * 100)}
      className="picture-strip-progress"
    >
      <span style={{ scale: `${sent} 1` }} />
    </span>
  )
}
