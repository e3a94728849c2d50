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
  /** The media types the system's own dialog offers. */
  accept: string
  /** What may be picked, in a word or two. */
  hint: ReactNode
  /** What else is to be known of it before. */
  note?: ReactNode
  /** While nothing is picked, in place of the file's name. */
  invitation: ReactNode
  /** Goes on from the invitation for those who can drop a file: a finger cannot. */
  orDrop: ReactNode
  /** The words on the button, before and after. */
  choose: ReactNode
  replace: ReactNode
  file: File | null
  error?: string | null | undefined
  disabled?: boolean
  /** Whatever was picked or dropped: whoever asked judges it. */
  onPick: (file: File) => void
  /** A video that was picked can be read: how long it is, in seconds. */
  onVideo?: ((seconds: number) => void) | undefined
  /** The button, which has the focus when something is wrong. */
  ref?: Ref<HTMLButtonElement>
}

/** Takes one picture or video, from the system's dialog or dropped, and shows it. */
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
  const { isOver, target } = useFileDrop(onPick, disabled)
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
            // So that choosing the same file once more counts.
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

/** What the browser cannot draw shows the icon; whether it is taken is for the server to say. */
function Preview({ url, isVideo, onVideo }: PreviewProps) {
  const [isBroken, setBroken] = useState(false)
  const show = useCallback(
    (video: HTMLVideoElement) => {
      video.src = url
      // Or it would go on reading a file that is no longer there.
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
