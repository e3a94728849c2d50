import { Upload } from 'lucide-react'
import { type ChangeEvent, useId, useRef, useState } from 'react'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { mediaUrl } from '#web/lib/media-url.ts'
import { PICTURE_TYPES, pictureProblem } from '#web/publishing/picked-file.ts'
import { type PictureProblem, pictureProblemText, withKeptFile } from '#web/publishing/picture-problem.ts'
import { useFileDrop } from '#web/publishing/use-file-drop.ts'
import { useObjectUrl } from '#web/publishing/use-object-url.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { FieldError } from '#web/ui/forms/field.tsx'
import { Arch } from '#web/ui/pictures/arch.tsx'
import { initialOf } from '#web/ui/pictures/initial-of.ts'

export interface PictureFieldProps {
  name: string
  /** The path of the saved picture. */
  path: string | null
  chosen: File | null
  /** Why the server refused the last upload. */
  problem: string | undefined
  onChoose: (file: File) => void
}

/** File picker with a preview. A picture that cannot be used is refused before the upload. */
export function PictureField({ name, path, chosen, problem, onChoose }: PictureFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const picker = useRef<HTMLInputElement>(null)
  const preview = useObjectUrl(chosen)
  const newest = useRef<File>(undefined)
  const [refused, setRefused] = useState<PictureProblem | null>(null)
  const src = preview ?? (path && mediaUrl(path, 480))
  const [broken, setBroken] = useState<string | null>(null)
  const error = refused ? refusalText(refused) : problem

  const { isOver, target } = useFileDrop(([file]) => file && void choose(file), false)

  function chosenBy(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0]
    // Without this, choosing the same file again would not fire a change event.
    event.target.value = ''
    if (file) void choose(file)
  }

  async function choose(file: File) {
    newest.current = file
    const found = await pictureProblem(file)
    // Another file was chosen while this one was checked.
    if (newest.current !== file) return
    setRefused(found)
    if (!found) onChoose(file)
  }

  /** The problem, and which picture stays: the one chosen before, or the saved one. */
  function refusalText(found: PictureProblem): string {
    const words = pictureProblemText(found)
    if (chosen) return withKeptFile(words, chosen)
    return path ? `${words} ${t('profiles.editor.picture_stays')}` : words
  }

  return (
    <div {...target}>
      <div
        className={cx(
          'flex items-center gap-4 narrow:flex-wrap',
          isOver && 'rounded-card bg-garnet-wash outline-2 outline-offset-8 outline-garnet-ink outline-dashed',
        )}
      >
        <Arch ratio="4/5" className="grid w-21 flex-none place-items-center bg-brass-wash">
          {src && src !== broken ? (
            <img src={src} alt="" className="object-face" onError={() => setBroken(src)} />
          ) : (
            <span aria-hidden="true" className="font-display text-initial-lg leading-none text-brass-ink">
              {initialOf(name)}
            </span>
          )}
        </Arch>
        <div>
          <input
            ref={picker}
            type="file"
            hidden
            aria-label={t('profiles.editor.picture')}
            accept={PICTURE_TYPES}
            onChange={chosenBy}
          />
          <Button
            variant="secondary"
            size="sm"
            icon={<Upload aria-hidden="true" />}
            aria-describedby={error ? `${id}-error ${id}-types` : `${id}-types`}
            onClick={() => picker.current?.click()}
          >
            {src ? t('profiles.editor.change_picture') : t('profiles.editor.choose_picture')}
          </Button>
          <p id={`${id}-types`} className="mt-1.5 text-small text-mute">
            {t('profiles.editor.picture_types')}
          </p>
        </div>
      </div>
      <div role="alert">{error && <FieldError id={`${id}-error`}>{error}</FieldError>}</div>
    </div>
  )
}
