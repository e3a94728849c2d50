import { ArrowLeft, ArrowRight, Star, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ALT_MAX } from '#contract/posts.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, FieldError } from '#web/ui/forms/field.tsx'
import { TextArea } from '#web/ui/forms/text-input.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { type ComposedPicture, type Composition, shownShare, withoutAlt } from './composition.ts'
import { PictureView } from './picture-view.tsx'

/** The shapes in which the feed shows a picture: on a phone, and on a computer. */
const SHAPES = { phone: 4 / 5, computer: 5 / 6 }

export interface ChosenPictureProps {
  composition: Composition
  onMove: (key: string, to: number) => void
  onChange: (key: string, picture: Partial<ComposedPicture>) => void
  onRemove: (key: string) => void
}

/** The chosen picture of a draft: how the feed crops it, its alternative text and its place. */
export function ChosenPicture({ composition, onMove, onChange, onRemove }: ChosenPictureProps) {
  const { t, language } = useTranslation()
  const { pictures, chosen } = composition
  const index = pictures.findIndex(({ key }) => key === chosen)
  const picture = pictures[index]
  if (!picture) return null
  const { key, alt, problem } = picture
  const missing = withoutAlt(composition)
  const left = ALT_MAX - alt.length
  const places = new Intl.ListFormat(language).format(missing.map(String))
  return (
    <section aria-label={t('drafts.chosen')} className="chosen-picture">
      <Preview picture={picture} onFocus={(focus) => onChange(key, { focus })} />
      <div className="min-w-0 flex-1">
        <div className="flex items-center justify-between gap-3">
          <h3 className="t3">{t('posts.album.place', { place: index + 1, count: pictures.length })}</h3>
          <span className="flex gap-1.5">
            <IconButton
              label={t('drafts.move_left')}
              look="outlined"
              aria-disabled={index === 0 || undefined}
              onClick={() => onMove(key, index - 1)}
            >
              <ArrowLeft aria-hidden="true" />
            </IconButton>
            <IconButton
              label={t('drafts.move_right')}
              look="outlined"
              aria-disabled={index === pictures.length - 1 || undefined}
              onClick={() => onMove(key, index + 1)}
            >
              <ArrowRight aria-hidden="true" />
            </IconButton>
          </span>
        </div>
        {problem !== null && (
          <div role="alert" className="mt-2">
            <FieldError>{problem}</FieldError>
          </div>
        )}
        <Field
          className="mt-3"
          label={
            <>
              {t('drafts.alt')} <span className="font-normal text-mute">{t('drafts.alt_name')}</span>
            </>
          }
          hint={
            <span className="flex flex-wrap justify-between gap-x-4">
              <span>{missing.length > 0 && t('drafts.missing', { count: missing.length, places })}</span>
              <span className="tabular-nums">{t('drafts.alt_count', { count: ALT_MAX - left, max: ALT_MAX })}</span>
            </span>
          }
        >
          <TextArea
            rows={3}
            value={alt}
            maxLength={ALT_MAX}
            onChange={(event) => onChange(key, { alt: event.target.value })}
          />
        </Field>
        <div className="-ml-3 mt-2 flex flex-wrap gap-x-1">
          {index > 0 && (
            <Button variant="ghost" size="sm" icon={<Star aria-hidden="true" />} onClick={() => onMove(key, 0)}>
              {t('drafts.make_cover')}
            </Button>
          )}
          <Button
            variant="ghost"
            size="sm"
            className="text-err!"
            icon={<Trash2 aria-hidden="true" />}
            onClick={() => onRemove(key)}
          >
            {t('drafts.remove')}
          </Button>
        </div>
      </div>
    </section>
  )
}

interface PreviewProps {
  picture: ComposedPicture
  onFocus: (focus: ComposedPicture['focus']) => void
}

/**
 * The picture as the feed crops it. The part that stays in view is moved along the side that is cut: sideways for one that
 * is wider than the box, up and down for one that is taller.
 */
function Preview({ picture, onFocus }: PreviewProps) {
  const { t, language } = useTranslation()
  const [shape, setShape] = useState<keyof typeof SHAPES>('phone')
  const box = SHAPES[shape]
  const { ratio, focus } = picture
  const share = ratio === null ? 1 : shownShare(ratio, box)
  const axis = ratio !== null && ratio < box ? 'y' : 'x'
  const percent = new Intl.NumberFormat(language, { style: 'percent' }).format(Math.floor(share * 100) / 100)
  return (
    <figure className="chosen-picture-preview">
      <PictureView picture={picture} ratio={box} width={960} />
      {share < 0.97 && (
        <figcaption className="flex flex-col gap-2 pt-3">
          <span className="text-small text-pretty text-soft">{t('drafts.crop', { share: percent })}</span>
          <label className="flex flex-col text-small font-semibold">
            {t(axis === 'x' ? 'drafts.focus_x' : 'drafts.focus_y')}
            <input
              type="range"
              className="focus-range"
              min={0}
              max={100}
              step={1}
              value={focus[axis]}
              onChange={(event) => onFocus({ ...focus, [axis]: event.target.valueAsNumber })}
            />
          </label>
          <fieldset className="flex flex-wrap gap-x-4">
            <legend className="sr-only">{t('drafts.shape')}</legend>
            {(['phone', 'computer'] as const).map((name) => (
              <label key={name} className="flex min-h-11 cursor-pointer items-center gap-2 text-small">
                <input
                  type="radio"
                  className="radio-dot"
                  name="preview-shape"
                  checked={shape === name}
                  onChange={() => setShape(name)}
                />
                {t(`drafts.shape_${name}`)}
              </label>
            ))}
          </fieldset>
        </figcaption>
      )}
    </figure>
  )
}
