import { ImagePlus } from 'lucide-react'
import { type ReactNode, type Ref, useCallback, useId, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { FieldError } from '#web/ui/forms/field.tsx'
import { Arch } from '#web/ui/pictures/arch.tsx'
import { useFileDrop } from './use-file-drop.ts'
import { useObjectUrl } from './use-object-url.ts'

export interface FilePickerProps {
  label: ReactNode
  /** The `accept` attribute of the file input. */
  accept: string
  /** The accepted formats, in short. */
  hint: ReactNode
  /** The other limits. */
  note?: ReactNode
  /** The text in place of the file name while no file is picked. */
  invitation: ReactNode
  /** Follows the invitation, hidden on touch devices, which have no drag and drop. */
  orDrop: ReactNode
  /** The label of the button, before and after a file is picked. */
  choose: ReactNode
  replace: ReactNode
  file: File | null
  error?: string | null | undefined
  disabled?: boolean
  /** Gets every file that is picked or dropped, without validation. */
  onPick: (file: File) => void
  /** Gets the duration of a picked video when its metadata is loaded. */
  onVideo?: ((seconds: number) => void) | undefined
  /** The button, which gets the focus when the file is invalid. */
  ref?: Ref<HTMLButtonElement>
}

/** File input with drag and drop and a preview, for one picture or video. */
export function FilePicker(props: FilePickerProps) {
  const {
    label,
    accept,
    hint,
    note,
    invitation,
    orDrop,
    choose,
    replace,
    file,
    error,
    disabled = false,
    onPick,
    onVideo,
    ref,
  } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { isOver, target } = useFileDrop(([file]) => file && onPick(file), disabled)
  const picture = useObjectUrl(file)

  return (
    <fieldset aria-labelledby={`${id}-label`} className="flex min-w-0 flex-col gap-1.75">
      <span id={`${id}-label`} className="text-label leading-label font-semibold">
        {label}
      </span>
      <div {...target} className="drop-zone" data-over={isOver || undefined} data-invalid={Boolean(error) || undefined}>
        <Arch ratio="4/5" className="w-14 flex-none">
          {picture ? (
            <Preview key={picture} url={picture} isVideo={file?.type.startsWith('video/') ?? false} onVideo={onVideo} />
          ) : (
            <NoPreview />
          )}
        </Arch>
        <div id={`${id}-what`} className="min-w-0 flex-1 basis-24">
          <p className="leading-ui font-semibold wrap-anywhere">
            {file ? (
              file.name
            ) : (
              <>
                {invitation}
                <span className="pointer-coarse:hidden">{orDrop}</span>
              </>
            )}
          </p>
          <p className="text-small text-mute">{hint}</p>
        </div>
        <Button
          ref={ref}
          variant="secondary"
          size="sm"
          disabled={disabled}
          aria-describedby={cx(Boolean(error) && `${id}-error`, `${id}-what`, Boolean(note) && `${id}-note`)}
          onClick={() => input.current?.click()}
        >
          {file ? replace : choose}
        </Button>
        <input
          ref={input}
          type="file"
          accept={accept}
          hidden
          disabled={disabled}
          onChange={({ target: { files } }) => {
            const chosen = files?.[0]
            if (chosen) onPick(chosen)
            // Without this, picking the same file again would fire no change event.
            if (input.current) input.current.value = ''
          }}
        />
      </div>
      {error && (
        <div role="alert">
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </div>
      )}
      {note && (
        <p id={`${id}-note`} className="text-small text-mute text-pretty">
          {note}
        </p>
      )}
    </fieldset>
  )
}

interface PreviewProps {
  url: string
  isVideo: boolean
  onVideo: FilePickerProps['onVideo']
}

/**
 * The preview, or an icon for a file that the browser cannot display. Such a file may still be valid: the server
 * decides.
 */
function Preview({ url, isVideo, onVideo }: PreviewProps) {
  const [isBroken, setBroken] = useState(false)
  const show = useCallback(
    (video: HTMLVideoElement) => {
      video.src = url
      // Without this, the video would continue to read from the revoked object URL.
      return () => {
        video.removeAttribute('src')
        video.load()
      }
    },
    [url],
  )
  if (isBroken) return <NoPreview />
  if (!isVideo) return <img src={url} alt="" onError={() => setBroken(true)} />
  return (
    <video
      ref={show}
      muted
      playsInline
      preload="metadata"
      className="size-full object-cover"
      onError={() => setBroken(true)}
      onLoadedMetadata={({ currentTarget }) => onVideo?.(currentTarget.duration)}
    />
  )
}

function NoPreview() {
  return (
    <span aria-hidden="true" className="grid size-full place-items-center text-brass-ink">
      <ImagePlus className="size-icon-2xl stroke-light" />
    </span>
  )
}
