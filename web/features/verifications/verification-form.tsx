import { ArrowLeft, ArrowRight, SendHorizontal } from 'lucide-react'
import { type FormEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { isIban, plainIban } from '#contract/iban.ts'
import type { DocumentKind, Verification } from '#contract/verifications.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { errorText } from '#web/lib/error-text.ts'
import { focusField } from '#web/lib/field-errors.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { toast } from '#web/lib/toasts.ts'
import { isAborted } from '#web/publishing/upload.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { LeaveQuestion } from '#web/ui/overlays/leave-question.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { DocumentPicker } from './document-picker.tsx'
import { useSendVerificationMutation } from './queries.ts'
import { SentDetails } from './sent-details.tsx'
import { Steps } from './steps.tsx'
import {
  ADDRESS_FIELDS,
  DETAIL_FIELDS,
  detailProblem,
  type FormField,
  IDENTITY_FIELDS,
  missingFields,
  needsFile,
} from './verification-draft.ts'
import { AddressFields, IdentityFields, type Problems } from './verification-fields.tsx'

const FILES: readonly DocumentKind[] = ['document', 'portrait']
type Page = 'identity' | 'address' | 'missing'

const FIELDS_OF: Record<Exclude<Page, 'missing'>, readonly FormField[]> = {
  identity: [...FILES, ...IDENTITY_FIELDS],
  address: [...ADDRESS_FIELDS, 'iban'],
}

export interface VerificationFormProps {
  verification: Verification
  onSent: () => void
}

/** Two steps of a form, or only what is missing. The files are kept in memory, and nowhere else, until they are sent. */
export function VerificationForm({ verification, onSent }: VerificationFormProps) {
  const { t } = useTranslation()
  const missing = missingFields(verification)
  const [page, setPage] = useState<Page>(missing ? 'missing' : 'identity')
  const [files, setFiles] = useState<Partial<Record<DocumentKind, File>>>({})
  const [problems, setProblems] = useState<Problems>({})
  const [isChanged, setChanged] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const pickers = { document: useRef<HTMLButtonElement>(null), portrait: useRef<HTMLButtonElement>(null) }
  const sending = useSending()
  const focusNext = useRef<FormField | 'title' | null>(null)

  // After the render: a field may be on the other page, and is disabled while something is sent.
  useEffect(() => {
    const next = focusNext.current
    if (next === null || sending.share !== null || !form.current) return
    focusNext.current = null
    if (next === 'title') form.current.querySelector<HTMLElement>('h2')?.focus()
    else if (next === 'document' || next === 'portrait') pickers[next].current?.focus()
    else focusField(form.current, next)
  })

  const shown = page === 'missing' ? (missing ?? []) : FIELDS_OF[page]
  const isShown = (name: FormField) => shown.includes(name)

  /** The problems of some fields. */
  function check(names: readonly FormField[]): Problems {
    const data = new FormData(form.current ?? undefined)
    const today = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length)
    const found: Problems = {}
    for (const name of names) {
      const value = String(data.get(name) ?? '')
      if (name === 'document' || name === 'portrait') {
        if (!files[name] && needsFile(name, verification)) found[name] = t('verifications.file_missing')
      } else if (name === 'iban') {
        if (!verification.needs_account) continue
        if (value.trim() === '') found.iban = t('errors.required')
        else if (!isIban(value)) found.iban = t('verifications.iban_wrong')
      } else {
        const problem = detailProblem(name, value, today)
        if (problem) found[name] = t(`verifications.problem_${problem}`)
      }
    }
    return found
  }

  /** Shows what is wrong, on the page where it is, and moves the focus to the first of it. */
  function show(found: Problems): boolean {
    setProblems(found)
    const first = (Object.keys(found) as FormField[])[0]
    if (!first) return false
    if (!isShown(first)) setPage((FIELDS_OF.identity as readonly string[]).includes(first) ? 'identity' : 'address')
    focusNext.current = first
    return true
  }

  function turn(to: Page) {
    setProblems({})
    setPage(to)
    focusNext.current = 'title'
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending.share !== null) return
    if (page === 'identity') return show(check(FIELDS_OF.identity)) ? undefined : turn('address')
    const all = [...FIELDS_OF.identity, ...FIELDS_OF.address]
    if (show(check(all))) return
    sending.send(bodyOf(new FormData(event.currentTarget)), {
      onSent: () => {
        setChanged(false)
        toast({ type: 'success', message: t('verifications.sent') })
        onSent()
      },
      onRefused: (error) => show(refusedFields(error)),
    })
  }

  function bodyOf(data: FormData): FormData {
    const body = new FormData()
    for (const name of DETAIL_FIELDS) body.set(name, String(data.get(name) ?? '').trim())
    const iban = plainIban(String(data.get('iban') ?? ''))
    if (iban !== '') body.set('iban', iban)
    for (const kind of FILES) {
      const file = files[kind]
      if (file) body.set(kind, file)
    }
    return body
  }

  function refusedFields(error: unknown): Problems {
    if (!(error instanceof ApiError)) return {}
    const names = [...FIELDS_OF.identity, ...FIELDS_OF.address].filter((name) => name in error.fields)
    return Object.fromEntries(names.map((name) => [name, t(`verifications.refused_field.${name}`)]))
  }

  function forget(event: FormEvent<HTMLFormElement>) {
    setChanged(true)
    sending.forget()
    const { name } = event.target as HTMLInputElement
    if (name in problems) setProblems({ ...problems, [name]: undefined })
  }

  const picker = (kind: DocumentKind) => (
    <DocumentPicker
      key={kind}
      kind={kind}
      ref={pickers[kind]}
      file={files[kind] ?? null}
      isHere={!needsFile(kind, verification)}
      error={problems[kind]}
      disabled={sending.share !== null}
      onPick={(file, problem) => {
        if (file) {
          setFiles({ ...files, [kind]: file })
          setChanged(true)
        }
        setProblems({ ...problems, [kind]: problem ?? undefined })
      }}
    />
  )
  const isWhole = page !== 'missing'
  return (
    <>
      {isWhole && (
        <Steps
          isWide
          states={page === 'identity' ? ['now', 'later', 'later'] : ['done', 'now', 'later']}
          className="mb-6"
        />
      )}
      <form ref={form} noValidate onSubmit={submit} onInput={forget} className="flex flex-col gap-4.5">
        <h2 tabIndex={-1} className="t2 w-fit rounded-sm">
          {t(`verifications.form_${page}`)}
        </h2>
        {FILES.filter(isShown).map(picker)}
        <IdentityFields details={verification.details} problems={problems} isShown={isShown} />
        <AddressFields
          details={verification.details}
          problems={problems}
          isShown={isShown}
          needsAccount={verification.needs_account}
        />
        {page === 'missing' && verification.details && (
          <SentDetails details={verification.details} onChange={() => turn('identity')} />
        )}
        <Progress sending={sending} />
        <div className="mt-2 flex flex-wrap justify-end gap-3 max-md:[&>*]:grow">
          {page === 'address' && sending.share === null && (
            <Button variant="ghost" icon={<ArrowLeft aria-hidden="true" />} onClick={() => turn('identity')}>
              {t('verifications.back')}
            </Button>
          )}
          {sending.share !== null && sending.share < 1 && (
            <Button variant="ghost" onClick={sending.cancel}>
              {t('verifications.cancel')}
            </Button>
          )}
          <Button
            type="submit"
            loading={sending.share !== null}
            icon={page === 'identity' ? <ArrowRight aria-hidden="true" /> : <SendHorizontal aria-hidden="true" />}
          >
            {t(page === 'identity' ? 'verifications.next' : 'verifications.send')}
          </Button>
        </div>
      </form>
      <LeaveQuestion isAsked={isChanged || sending.share !== null} />
    </>
  )
}

interface Sending {
  /** The share that is sent, from 0 to 1, or null. */
  share: number | null
  /** What went wrong, apart from single fields. */
  error: Error | 'cancelled' | null
  send: (form: FormData, then: { onSent: () => void; onRefused: (error: unknown) => boolean }) => void
  cancel: () => void
  forget: () => void
}

function useSending(): Sending {
  const { mutate } = useSendVerificationMutation()
  const [share, setShare] = useState<number | null>(null)
  const [error, setError] = useState<Sending['error']>(null)
  const controller = useRef<AbortController>(undefined)
  return {
    share,
    error,
    send(form, { onSent, onRefused }) {
      controller.current = new AbortController()
      setShare(0)
      setError(null)
      mutate(
        { form, signal: controller.current.signal, onProgress: setShare },
        {
          onSuccess: onSent,
          onError: (failure) => {
            if (isAborted(failure)) setError('cancelled')
            else if (!onRefused(failure)) setError(failure)
          },
          onSettled: () => setShare(null),
        },
      )
    },
    cancel: () => controller.current?.abort(),
    forget: () => setError(null),
  }
}

function Progress({ sending: { share, error } }: { sending: Sending }) {
  const { t } = useTranslation()
  if (error === 'cancelled') return <Alert type="info">{t('verifications.cancelled')}</Alert>
  if (error) return <Alert type="error">{errorText(error)}</Alert>
  if (share === null) return null
  if (share < 1) return <ProgressBar label={t('verifications.sending')} value={share} />
  return (
    <p role="status" className="flex items-center gap-2.5 text-small text-soft">
      <Spinner size="sm" />
      {t('verifications.sealing')}
    </p>
  )
}
