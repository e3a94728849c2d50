import { Upload } from 'lucide-react'
import { type ChangeEvent, useId, useRef, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { portraitUrl } from '#web/lib/media-url.ts'
import { GIF_MAX_MB, PICTURE_MAX_MB, PICTURE_TYPES, pictureProblem } from '#web/lib/picked-file.ts'
import { Arch } from '#web/ui/arch.tsx'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { initialOf } from '#web/ui/initial-of.ts'
import { useObjectUrl } from '#web/ui/use-object-url.ts'

export interface PictureFieldProps {
  name: string
  /** The picture there is, as the API names it. */
  path: string | null
  chosen: File | null
  /** What the server said of the last one. */
  problem: string | undefined
  onChoose: (file: File) => void
}

/** Shows the picture that is chosen; one that cannot be used is told apart before anything is sent. */
export function PictureField({ name, path, chosen, problem, onChoose }: PictureFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const picker = useRef<HTMLInputElement>(null)
  const preview = useObjectUrl(chosen)
  const [refused, setRefused] = useState<File | null>(null)
  const src = preview ?? portraitUrl(path)
  const [broken, setBroken] = useState<string | null>(null)
  const error = refused ? whyRefused(refused) : problem

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0]
    // The same file can be chosen again after it was refused.
    event.target.value = ''
    if (!file) return
    const isBad = pictureProblem(file) !== null
    setRefused(isBad ? file : null)
    if (!isBad) onChoose(file)
  }

  function whyRefused(file: File): string {
    const why = pictureProblem(file)
    if (why === 'file_type') return t('settings.picture_wrong_type')
    return t('settings.picture_too_large', { most: why === 'gif_too_large' ? GIF_MAX_MB : PICTURE_MAX_MB })
  }

  return (
    <div>
      <div className="picture-row flex items-center gap-4">
        <Arch ratio="4/5" className="grid w-[84px] flex-none place-items-center bg-brass-wash">
          {src && src !== broken ? (
            <img src={src} alt="" className="object-[50%_22%]" onError={() => setBroken(src)} />
          ) : (
            <span aria-hidden="true" className="font-display text-[2rem] leading-none text-brass-ink">
              {initialOf(name)}
            </span>
          )}
        </Arch>
        <div>
          <input
            ref={picker}
            type="file"
            hidden
            aria-label={t('settings.picture')}
            accept={PICTURE_TYPES}
            onChange={choose}
          />
          <Button
            variant="secondary"
            size="sm"
            icon={<Upload aria-hidden="true" />}
            aria-describedby={error ? `${id}-error ${id}-types` : `${id}-types`}
            onClick={() => picker.current?.click()}
          >
            {src ? t('settings.change_picture') : t('settings.choose_picture')}
          </Button>
          <p id={`${id}-types`} className="mt-1.5 text-small text-mute">
            {t('settings.picture_types')}
          </p>
        </div>
      </div>
      <div role="alert">{error && <FieldError id={`${id}-error`}>{error}</FieldError>}</div>
    </div>
  )
}
