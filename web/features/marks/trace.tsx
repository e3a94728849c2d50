import { CircleHelp, ImageOff, ImageUp, TriangleAlert } from 'lucide-react'
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { LeakLookup } from '#contract/marks.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { isAborted } from '#web/publishing/upload.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { Outcome } from '#web/ui/outcome.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useLeakLookupMutation } from './queries.ts'
import { Sent, Verdict } from './verdict.tsx'

const ACCEPTED = 'image/jpeg,image/png,image/webp'

/** Reads the mark of a leaked copy: put it here, wait, and read whose view it was. */
export function Trace({ isStaff }: { isStaff: boolean }) {
  const { t } = useTranslation()
  const [file, setFile] = useState<File | null>(null)
  const [username, setUsername] = useState('')
  const lookup = useLeakLookupMutation(isStaff)
  const input = useRef<HTMLInputElement>(null)
  const address = usePreview(file)

  function take(chosen: File | undefined) {
    if (!chosen) return
    setFile(chosen)
    lookup.mutate({ file: chosen, username: username.trim() })
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    if (!lookup.isPending) take(event.dataTransfer.files[0])
  }

  const choose = (label: string, variant: 'secondary' | 'primary' = 'secondary') => (
    <Button size="sm" variant={variant} onClick={() => input.current?.click()}>
      {label}
    </Button>
  )
  const found = lookup.data
  const error = lookup.error && !isAborted(lookup.error) ? lookup.error : null
  return (
    // Dropping is a shortcut: the button does the same.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED}
        aria-label={t('marks.choose')}
        hidden
        onChange={({ target }) => {
          take(target.files?.[0])
          // Without this, picking the same file again would fire no change event.
          target.value = ''
        }}
      />
      {isStaff && <OnlyCreator value={username} onChange={setUsername} />}
      <div role="status" className="sr-only">
        {lookup.isPending ? t('marks.reading') : found ? t(`marks.${spoken(found)}`) : ''}
      </div>
      {lookup.isPending ? (
        <Outcome key="reading" className="rounded-card">
          <State
            icon={<Spinner size="lg" />}
            title={t('marks.reading')}
            text={t('marks.reading_text')}
            action={
              <Button size="sm" variant="ghost" onClick={lookup.stop}>
                {t('marks.stop')}
              </Button>
            }
          />
        </Outcome>
      ) : error ? (
        <Outcome key="refused" className="rounded-card">
          <State
            icon={<TriangleAlert />}
            title={t('marks.refused')}
            text={isNoPicture(error) ? t('marks.refused_text') : errorText(error)}
            action={choose(t('marks.try_another'))}
          />
        </Outcome>
      ) : found?.outcome === 'named' && found.picture ? (
        <div className="trace-found mt-7">
          <Sent found={found} file={file} address={address} isStaff={isStaff} another={choose(t('marks.another'))} />
          <Outcome key={found.id} className="rounded-card">
            <Verdict found={found} isStaff={isStaff} />
          </Outcome>
        </div>
      ) : found ? (
        <Outcome key={found.id} className="rounded-card">
          <Nobody found={found} isStaff={isStaff} action={choose(t('marks.try_another'))} />
        </Outcome>
      ) : (
        <State
          icon={<ImageUp />}
          title={t('marks.drop')}
          text={t('marks.drop_text')}
          action={choose(t('marks.choose'), 'primary')}
        />
      )}
    </div>
  )
}

function isNoPicture(error: Error): boolean {
  return error instanceof ApiError && error.code === 'invalid'
}

function spoken({ outcome }: LeakLookup) {
  return outcome === 'named' ? 'mark_read' : outcome
}

function Nobody({ found, isStaff, action }: { found: LeakLookup; isStaff: boolean; action: ReactNode }) {
  const { t } = useTranslation()
  const { outcome, compared, pictures } = found
  const name = outcome === 'unknown' && isStaff ? 'unknown_staff' : outcome === 'named' ? 'unreadable' : outcome
  return (
    <>
      <State
        icon={outcome === 'unknown' ? <ImageOff /> : <CircleHelp />}
        title={t(`marks.${name}`)}
        text={t(`marks.${name}_text`)}
        action={action}
      />
      {outcome === 'unknown' && compared < pictures && (
        <p className="mt-3 text-center text-small text-mute">{t('marks.compared', { compared, pictures })}</p>
      )}
    </>
  )
}

function State(props: { icon: ReactNode; title: string; text: string; action: ReactNode }) {
  return (
    <div className="mt-7 md:max-w-form">
      <EmptyState {...props} />
    </div>
  )
}

function OnlyCreator({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation()
  return (
    <Field label={t('marks.only_creator')} className="mt-5 md:max-w-form">
      <TextInput value={value} maxLength={200} onChange={({ target }) => onChange(target.value)} />
    </Field>
  )
}

/** The address of a chosen file in this browser, until another one is chosen. */
function usePreview(file: File | null): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}
