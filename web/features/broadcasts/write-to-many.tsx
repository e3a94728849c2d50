import { AtSign, CalendarClock, SendHorizontal, X } from 'lucide-react'
import { type SubmitEvent, useRef, useState } from 'react'
import type { User } from '#contract/accounts.ts'
import { MESSAGE_MAX } from '#contract/conversations.ts'
import { longestFilled } from '#contract/name-token.ts'
import { newClientId } from '#web/lib/client-id.ts'
import { readDraft, writeDraft } from '#web/lib/drafts.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { AudienceChoice, type ChosenAudience, countIn } from './audience-choice.tsx'
import { Preview } from './preview.tsx'
import { type BroadcastInput, useAudiencesQuery, useCreateBroadcastMutation } from './queries.ts'
import { toStored } from './token.ts'
import { TokenTextArea } from './token-text-area.tsx'

/** Above so many people it is asked again. */
const ASK_ABOVE = 50
/** The place of the text among the drafts of messages. */
const DRAFT = 'broadcast'

/** A message to many: to whom, what, when, and how one of them reads it. */
export function WriteToMany({ user }: { user: User }) {
  const { t, language } = useTranslation()
  const token = t('broadcasts.token')
  const { data, error, refetch, isRefetching } = useAudiencesQuery()
  const create = useCreateBroadcastMutation()
  const [chosen, setChosen] = useState<ChosenAudience>({ audience: 'all', label: null })
  const [text, setText] = useState(() => readDraft(user.id, DRAFT).text)
  /** The local time in the field; null while it goes out at once. */
  const [when, setWhen] = useState<string | null>(null)
  const [isTried, setIsTried] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const time = useRef<HTMLInputElement>(null)
  const attempt = useRef<{ of: string; client_id: string }>(undefined)

  const count = data ? countIn(data.audiences, chosen) : 0
  const content = toStored(text.trim(), token)
  const length = longestFilled(content)
  const publish_at = when === null || when === '' ? undefined : new Date(when).toISOString()
  const problems = {
    text: content === '' ? t('broadcasts.empty') : length > MESSAGE_MAX ? tooLong() : null,
    when: when !== null && !isToCome(when) ? t('broadcasts.when_past') : null,
  }

  function tooLong() {
    return t('broadcasts.too_long', { max: MESSAGE_MAX })
  }

  function write(now: string) {
    setText(now)
    create.reset()
    writeDraft(user.id, DRAFT, { text: now })
  }

  function insertName() {
    const input = area.current
    if (!input) return
    const [from, to] = [input.selectionStart, input.selectionEnd]
    input.focus()
    // As if it was typed, so that it can be undone.
    if (!document.execCommand('insertText', false, token)) write(text.slice(0, from) + token + text.slice(to))
  }

  /** The same request again is the same broadcast. */
  function input(): BroadcastInput {
    const { audience, label } = chosen
    const body = {
      audience,
      ...(label !== null && { label }),
      content,
      ...(publish_at !== undefined && { publish_at }),
    }
    const of = JSON.stringify(body)
    if (attempt.current?.of !== of) attempt.current = { of, client_id: newClientId() }
    return { ...body, client_id: attempt.current.client_id }
  }

  function send() {
    create.mutate(input(), {
      onSuccess: () => {
        setIsAsking(false)
        setIsTried(false)
        setWhen(null)
        attempt.current = undefined
        write('')
      },
    })
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setIsTried(true)
    if (problems.text) area.current?.focus()
    else if (problems.when) time.current?.focus()
    else if (count > ASK_ABOVE) setIsAsking(true)
    else if (count > 0) send()
  }

  if (error && !data)
    return (
      <LoadFailure
        title={t('broadcasts.counts_failed')}
        error={error}
        retry={t('broadcasts.retry')}
        onRetry={refetch}
        isRetrying={isRefetching}
      />
    )

  return (
    <form noValidate onSubmit={submit}>
      <div className="grid items-start gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,1fr)_390px]">
        <div className="flex min-w-0 flex-col gap-5.5">
          <AudienceChoice value={chosen} onChange={setChosen} audiences={data?.audiences} />
          <div>
            <Field
              label={t('broadcasts.your_message')}
              aside={
                <span className="text-small text-mute tabular-nums">
                  <span aria-hidden="true">{t('broadcasts.length', { count: length, max: MESSAGE_MAX })}</span>
                  <span className="sr-only">{t('broadcasts.length_words', { count: length, max: MESSAGE_MAX })}</span>
                </span>
              }
              error={isTried ? problems.text : length > MESSAGE_MAX ? tooLong() : null}
              hint={t('broadcasts.insert_name_hint', { token })}
            >
              <TokenTextArea ref={area} name="content" value={text} token={token} onWrite={write} />
            </Field>
            <div className="mt-2.5 flex flex-wrap gap-2">
              <Button variant="secondary" size="sm" icon={<AtSign aria-hidden="true" />} onClick={insertName}>
                {t('broadcasts.insert_name')}
              </Button>
              <Button
                variant="secondary"
                size="sm"
                aria-expanded={when !== null}
                icon={when === null ? <CalendarClock aria-hidden="true" /> : <X aria-hidden="true" />}
                onClick={() => setWhen(when === null ? '' : null)}
              >
                {t(when === null ? 'broadcasts.send_later' : 'broadcasts.send_now')}
              </Button>
            </div>
          </div>
          {when !== null && (
            <Field label={t('broadcasts.when')} error={isTried ? problems.when : null} className="md:max-w-76">
              <TextInput
                ref={time}
                type="datetime-local"
                value={when}
                onChange={(event) => setWhen(event.target.value)}
              />
            </Field>
          )}
        </div>
        <Preview user={user} text={content} reader={data?.reader ?? null} />
      </div>
      <div className="mt-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-4 border-t border-line pt-5">
        <p role="status" className="min-w-0 text-soft">
          {data && (count === 0 ? t('broadcasts.nobody') : t('broadcasts.summary', { count }))}
        </p>
        <Button
          type="submit"
          className="max-md:w-full"
          icon={when === null ? <SendHorizontal aria-hidden="true" /> : <CalendarClock aria-hidden="true" />}
          loading={create.isPending}
          aria-disabled={count === 0}
        >
          {t(when === null ? 'broadcasts.send_to' : 'broadcasts.plan_for', { count })}
        </Button>
      </div>
      {create.error && !isAsking && (
        <Alert type="error" className="mt-4">
          {errorText(create.error)}
        </Alert>
      )}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title={t(when === null ? 'broadcasts.ask_title' : 'broadcasts.ask_plan_title', {
          count: count.toLocaleString(language),
        })}
        text={t(when === null ? 'broadcasts.ask_text' : 'broadcasts.ask_plan_text')}
        words={{
          keep: t('broadcasts.keep'),
          confirm: t(when === null ? 'broadcasts.send_to' : 'broadcasts.plan_for', { count }),
        }}
        variant="primary"
        isPending={create.isPending}
        error={create.error}
        reset={create.reset}
        onConfirm={send}
      />
    </form>
  )
}

function isToCome(when: string): boolean {
  return when !== '' && new Date(when).getTime() > Date.now()
}
