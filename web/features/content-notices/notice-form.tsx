import { Link2 } from 'lucide-react'
import { type ReactNode, type SubmitEvent, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import {
  CONTENT_NOTICE_FIELDS,
  type ContentNoticeField,
  type ContentNoticeForm,
  type ContentNoticeProblems,
  contentNoticeProblems,
} from '#contract/content-notices.ts'
import { LOCALE_PARAMETER } from '#contract/locales.ts'
import { paths } from '#contract/paths.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Honeypot } from '#web/ui/forms/honeypot.tsx'
import { TextArea, TextInput } from '#web/ui/forms/text-input.tsx'
import { FieldProblems, type FormProblem, ProblemSummary, problemId } from './problems.tsx'
import { useGiveContentNoticeMutation } from './queries.ts'

/** The reasons of the form. Staff see the words, so a few are enough. */
const REASONS = ['minor', 'non_consensual', 'threat', 'copyright', 'illegal_goods', 'other'] as const

/** A notice that the server has taken. */
export interface SentNotice {
  number: string
  token: string
  form: ContentNoticeForm
}

/**
 * A plain HTML form: without JavaScript the browser posts it to this page, and the server answers with the same page. Its
 * fields are uncontrolled, so that what is typed before hydration stays.
 */
export function NoticeForm({ onSent }: { onSent: (sent: SentNotice) => void }) {
  const { t, language } = useTranslation()
  const give = useGiveContentNoticeMutation()
  const [problems, setProblems] = useState<ContentNoticeProblems>({})
  const summary = useRef<HTMLDivElement>(null)
  const [formProblem, setFormProblem] = useState<FormProblem>()
  const [refusals, setRefusals] = useState(0)

  // After the render that shows it: a hidden element cannot have the focus.
  useEffect(() => {
    if (refusals > 0) summary.current?.focus()
  }, [refusals])

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (give.isPending) return
    const data = new FormData(event.currentTarget)
    const form = readForm(data)
    const found = contentNoticeProblems(form)
    setProblems(found)
    setFormProblem(undefined)
    if (Object.keys(found).length > 0) {
      setRefusals((count) => count + 1)
      return
    }
    give.mutate(
      { ...form, website: String(data.get('website') ?? '') },
      {
        onSuccess: ({ number, token }) => onSent({ number, token, form }),
        onError: (error) => {
          setFormProblem(problemOf(error))
          setRefusals((count) => count + 1)
        },
      },
    )
  }

  /** Clears the error of a field that is being edited. */
  function forget({ target }: SyntheticEvent<HTMLFormElement>) {
    const isControl = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
    const field = CONTENT_NOTICE_FIELDS.find((name) => isControl && name === target.name)
    if (field && problems[field]) setProblems(({ [field]: _, ...others }) => others)
  }

  const wiring = (field: ContentNoticeField, hint?: string) => ({
    id: field,
    'aria-describedby': hint ? `${problemId(field)} ${hint}` : problemId(field),
    'aria-invalid': problems[field] ? (true as const) : undefined,
  })

  return (
    <form
      noValidate
      method="post"
      action={paths.report_content}
      onSubmit={submit}
      onInput={forget}
      className="relative"
    >
      <input type="hidden" name={LOCALE_PARAMETER} value={language} />
      <ProblemSummary ref={summary} problems={problems} formProblem={formProblem} />
      <Part title={t('content_notices.where')}>
        <Label of="urls">{t('content_notices.urls')}</Label>
        <AddressLines wiring={wiring('urls', 'urls-hint')} />
        <FieldProblems field="urls" problems={problems} />
        <Hint id="urls-hint">{t('content_notices.urls_hint')}</Hint>
        <AddAddress />
      </Part>
      <Part title={t('content_notices.what')} describedBy={problemId('reason')}>
        <div id="reason" tabIndex={-1} className="grid gap-2 sm:grid-cols-2">
          {REASONS.map((reason) => (
            <label key={reason} className={REASON_LOOK}>
              <input type="radio" name="reason" value={reason} className="radio-dot" />
              <span>{t(`content_notices.reasons.${reason}`)}</span>
            </label>
          ))}
        </div>
        <FieldProblems field="reason" problems={problems} />
      </Part>
      <Part title={t('content_notices.why')}>
        <TextArea
          name="explanation"
          rows={4}
          required
          aria-label={t('content_notices.explanation')}
          {...wiring('explanation', 'explanation-hint')}
        />
        <FieldProblems field="explanation" problems={problems} />
        <Hint id="explanation-hint">{t('content_notices.explanation_hint')}</Hint>
      </Part>
      <Part title={t('content_notices.who')}>
        <div className="grid gap-3.5 sm:grid-cols-2">
          <div>
            <Label of="name">{t('content_notices.name')}</Label>
            <TextInput name="name" autoComplete="name" {...wiring('name', 'who-hint')} />
            <FieldProblems field="name" problems={problems} />
          </div>
          <div>
            <Label of="email">{t('content_notices.email')}</Label>
            <TextInput type="email" name="email" autoComplete="email" {...wiring('email', 'who-hint')} />
            <FieldProblems field="email" problems={problems} />
          </div>
        </div>
        <Hint id="who-hint">{t('content_notices.who_hint')}</Hint>
      </Part>
      <div className="mt-8">
        <Checkbox name="good_faith" value="true" required {...wiring('good_faith')}>
          {t('content_notices.good_faith')}
        </Checkbox>
        <FieldProblems field="good_faith" problems={problems} />
      </div>
      <Honeypot />
      <div className="mt-5.5 flex flex-wrap items-center gap-4">
        <Button type="submit" loading={give.isPending}>
          {t('content_notices.send')}
        </Button>
        <span className="text-small text-mute">{t('content_notices.kept')}</span>
      </div>
    </form>
  )
}

const REASON_LOOK =
  'flex min-h-12 cursor-pointer items-center gap-3 rounded-lg border border-line px-3.5 py-2 text-label leading-title font-medium transition-colors hover:border-edge has-checked:border-control has-checked:bg-garnet-wash has-checked:ring-1 has-checked:ring-control'

function readForm(data: FormData): ContentNoticeForm {
  const text = (name: ContentNoticeField) => String(data.get(name) ?? '')
  return {
    urls: text('urls')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    reason: text('reason'),
    explanation: text('explanation'),
    name: text('name'),
    email: text('email'),
    good_faith: data.get('good_faith') !== null,
  }
}

function problemOf(error: Error): FormProblem {
  return error instanceof ApiError && error.code === 'rate_limited' ? 'rate_limited' : 'failed'
}

function Part({ title, describedBy, children }: { title: string; describedBy?: string; children: ReactNode }) {
  return (
    <fieldset aria-describedby={describedBy} className="mt-7.5 min-w-0">
      <legend className="t3 mb-3">{title}</legend>
      {children}
    </fieldset>
  )
}

function Label({ of, children }: { of: ContentNoticeField; children: ReactNode }) {
  return (
    <label htmlFor={of} className="mb-1.75 block text-label leading-label font-semibold">
      {children}
    </label>
  )
}

function Hint({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="mt-1.75 text-small text-mute">
      {children}
    </p>
  )
}

/** One address a line. The box grows with them, where the browser can do that. */
function AddressLines({ wiring }: { wiring: object }) {
  return (
    <div className="input-box">
      <Link2 aria-hidden="true" />
      <textarea
        {...wiring}
        name="urls"
        rows={1}
        required
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        className="field-sizing-content"
      />
    </div>
  )
}

/** Starts a new line. */
function AddAddress() {
  const { t } = useTranslation()
  function add() {
    const lines = document.getElementById('urls')
    if (!(lines instanceof HTMLTextAreaElement)) return
    if (lines.value !== '' && !lines.value.endsWith('\n')) lines.value += '\n'
    lines.focus()
    lines.setSelectionRange(lines.value.length, lines.value.length)
  }
  return (
    <button type="button" onClick={add} className="text-link mt-1 min-h-8 cursor-pointer text-small noscript:hidden">
      {t('content_notices.add_url')}
    </button>
  )
}
