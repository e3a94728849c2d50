import { type RefObject, useState } from 'react'
import { PICTURES_MAX } from '#contract/posts.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { pictureProblem } from '#web/publishing/picked-file.ts'
import { pictureProblemText } from '#web/publishing/picture-problem.ts'
import { pictureSize } from '#web/publishing/picture-size.ts'
import { FieldError } from '#web/ui/forms/field.tsx'
import { ChosenPicture } from './chosen-picture.tsx'
import { type Change, type ComposedPicture, type Composition, newPicture } from './composition.ts'
import { PictureStrip } from './picture-strip.tsx'

export interface PicturesFieldProps {
  composition: Composition
  addButton: RefObject<HTMLButtonElement | null>
  isInvalid: boolean
  errorId: string
  /** Why files were refused. */
  refused: readonly string[]
  onAdd: (files: readonly File[]) => void
  onChange: (change: Change) => void
  onRemove: (key: string) => void
  onResend: (key: string) => void
}

/** The pictures of a post: the strip with their order, and the chosen one with its text and its focus. */
export function PicturesField(props: PicturesFieldProps) {
  const { composition, addButton, isInvalid, errorId, refused, onAdd, onChange, onRemove, onResend } = props
  const { t } = useTranslation()
  const [announced, setAnnounced] = useState('')
  const { pictures } = composition

  function move(key: string, to: number) {
    if (to < 0 || to >= pictures.length) return
    const from = pictures.findIndex((picture) => picture.key === key)
    onChange({ type: 'moved', key, to })
    setAnnounced(t('drafts.moved', { from: from + 1, place: to + 1, count: pictures.length }))
  }

  return (
    <section className="min-w-0">
      <div className="mb-2.5 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-label leading-label font-semibold">
          {t('drafts.pictures')}{' '}
          <span className="font-normal text-mute">
            {t('drafts.count', { count: pictures.length, max: PICTURES_MAX })}
          </span>
        </h2>
        {pictures.length > 1 && <span className="text-small text-mute max-md:hidden">{t('drafts.reorder')}</span>}
      </div>
      <PictureStrip
        composition={composition}
        addButton={addButton}
        isInvalid={isInvalid}
        errorId={errorId}
        onAdd={onAdd}
        onChoose={(key) => onChange({ type: 'chosen', key })}
        onMove={move}
        onResend={onResend}
      />
      {pictures.length === 0 && <p className="mt-2 text-small text-mute">{t('drafts.invitation')}</p>}
      <div role="alert" className="mt-2 empty:hidden">
        {isInvalid && <FieldError id={errorId}>{t('posts.publish.required')}</FieldError>}
        {refused.map((words) => (
          <FieldError key={words}>{words}</FieldError>
        ))}
      </div>
      <ChosenPicture
        composition={composition}
        onMove={move}
        onChange={(key, picture) => onChange({ type: 'changed', key, picture })}
        onRemove={(key) => {
          onRemove(key)
          addButton.current?.focus()
        }}
      />
      <p aria-live="polite" className="sr-only">
        {announced}
      </p>
    </section>
  )
}

/** The files that can be sent, and why the others cannot. */
export async function checkPictures(
  files: readonly File[],
  newKey: () => string,
): Promise<{ pictures: ComposedPicture[]; problems: string[] }> {
  const checked = await Promise.all(
    files.map(async (file) => ({
      file,
      problem: await pictureProblem(file),
      size: await pictureSize(file).catch(() => null),
    })),
  )
  return {
    problems: checked.flatMap(({ file, problem }) => (problem ? [`${file.name}: ${pictureProblemText(problem)}`] : [])),
    pictures: checked
      .filter(({ problem }) => problem === null)
      .map(({ file, size }) => newPicture(newKey(), file, size && size.height > 0 ? size.width / size.height : null)),
  }
}
