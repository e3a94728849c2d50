import { Stamp } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { CASE_REASONS } from '#contract/cases.ts'
import { paths } from '#contract/paths.ts'
import { REPORT_DESCRIPTION_MAX } from '#contract/reports.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { portraitUrl } from '#web/lib/media-url.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Field, FieldError } from '#web/ui/forms/field.tsx'
import { RadioRows } from '#web/ui/forms/radio-rows.tsx'
import { TextArea } from '#web/ui/forms/text-input.tsx'
import { DialogActions } from '#web/ui/overlays/dialog-actions.tsx'
import { LazyDialog } from '#web/ui/overlays/lazy.tsx'
import { useToastAfterClose } from '#web/ui/overlays/use-toast-after-close.ts'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import type { ReportDialogProps, ReportedThing } from '#web/ui/report-dialog.ts'
import { useReportMutation } from './queries.ts'

type Reason = (typeof CASE_REASONS)[number]

/** Danger first, as the contract lists them. */
const IN_DANGER = CASE_REASONS.slice(0, 3)
const NOT_RIGHT = CASE_REASONS.slice(3)

/** Reports a story, a message or a profile. What was typed stays after an error. */
export function ReportDialog({ thing, open, onClose }: ReportDialogProps) {
  const { t } = useTranslation()
  const showAfterClose = useToastAfterClose(open)
  return (
    <LazyDialog
      open={open}
      onClose={onClose}
      isWide
      title={t(`cases.title_${thing.kind}`)}
      text={t('cases.text', { name: thing.name })}
    >
      <ReportForm thing={thing} onDone={onClose} onError={showAfterClose} />
    </LazyDialog>
  )
}

interface ReportFormProps {
  thing: ReportedThing
  onDone: () => void
  onError: (error: Error) => void
}

function ReportForm({ thing, onDone, onError }: ReportFormProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { mutate, isPending, error } = useReportMutation(onError)
  const form = useRef<HTMLFormElement>(null)
  const [reason, setReason] = useState<Reason | null>(null)
  const [description, setDescription] = useState('')
  const [isBlocking, setBlocking] = useState(false)
  const [isReasonMissing, setReasonMissing] = useState(false)

  function send(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    if (reason === null) {
      setReasonMissing(true)
      form.current?.querySelector<HTMLInputElement>('input[type=radio]')?.focus()
      return
    }
    const words = description.trim()
    const body = { ...named(thing), reason, ...(words !== '' && { description: words }) }
    const isTheirPage = decodeURIComponent(pathname).toLowerCase() === `/${thing.username?.toLowerCase()}`
    mutate(
      { body, block: isBlocking ? thing.username : null },
      {
        onSuccess: () => {
          onDone()
          if (isBlocking && isTheirPage) void navigate(paths.home)
        },
      },
    )
  }

  const group = (legend: string, reasons: readonly Reason[], problem: string | null) => (
    <RadioRows
      legend={legend}
      legendLook="cue"
      name="reason"
      className="mt-4.5 sm:grid sm:grid-cols-2"
      rows={reasons.map((value) => ({ value, label: t(`cases.reasons.${value}`) }))}
      value={reason}
      onChange={(chosen) => {
        setReason(chosen)
        setReasonMissing(false)
      }}
      error={problem}
    />
  )

  return (
    <form ref={form} noValidate onSubmit={send}>
      <Quote thing={thing} />
      {group(t('cases.in_danger'), IN_DANGER, isReasonMissing ? t('cases.reason_missing') : null)}
      {group(t('cases.not_right'), NOT_RIGHT, null)}
      <Field
        className="mt-4.5"
        label={
          <>
            {t('cases.words')} <span className="font-normal text-mute">{t('cases.optional')}</span>
          </>
        }
      >
        <TextArea
          name="description"
          rows={3}
          maxLength={REPORT_DESCRIPTION_MAX}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
      </Field>
      {thing.username !== null && (
        <Checkbox
          className="mt-2!"
          name="block"
          checked={isBlocking}
          onChange={(event) => setBlocking(event.target.checked)}
        >
          {t('cases.also_block', { name: thing.name })}
        </Checkbox>
      )}
      {error && (
        <div className="mt-3">
          <FieldError>{errorText(error)}</FieldError>
        </div>
      )}
      <DialogActions className="max-md:sticky max-md:bottom-0 max-md:-mx-5.5 max-md:border-t max-md:border-line max-md:bg-surface max-md:px-5.5 max-md:py-3">
        <Button variant="ghost" onClick={onDone}>
          {t('cases.cancel')}
        </Button>
        <Button type="submit" loading={isPending}>
          {t('cases.send')}
        </Button>
      </DialogActions>
    </form>
  )
}

/** What is reported, and the promise that it cannot be taken away. */
function Quote({ thing }: { thing: ReportedThing }) {
  const { t } = useTranslation()
  return (
    <div className="flex gap-3 rounded-lg bg-sunken p-4">
      <Avatar name={thing.name} src={portraitUrl(thing.profile_pic ?? null)} size={34} />
      <div className="min-w-0">
        <p className="truncate font-semibold">{thing.name}</p>
        {thing.text !== '' && (
          <p dir="auto" className="line-clamp-4 wrap-anywhere whitespace-pre-wrap">
            {thing.text}
          </p>
        )}
        <p className="mt-1.5 flex gap-2 text-small text-mute">
          <Stamp aria-hidden="true" className="mt-0.5 size-icon-xs flex-none" />
          {t(thing.kind === 'message' ? 'cases.sealed_message' : 'cases.sealed')}
        </p>
      </div>
    </div>
  )
}

function named({ kind, id = '', username }: ReportedThing) {
  if (kind === 'story') return { story_id: id }
  return kind === 'message' ? { message_id: id } : { username: username ?? '' }
}
