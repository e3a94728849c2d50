import { type ReactNode, type SubmitEvent, useId, useRef, useState } from 'react'
import type { WelcomeMessage } from '#contract/broadcasts.ts'
import { MESSAGE_MAX } from '#contract/conversations.ts'
import { dateText } from '#contract/dates.ts'
import { fillName, longestFilled } from '#contract/name-token.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Switch } from '#web/ui/forms/switch.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { toStored, toTyped } from './token.ts'
import { TokenTextArea } from './token-text-area.tsx'
import { useSaveWelcomeMessageMutation, useWelcomeMessageQuery } from './welcome-queries.ts'

/** The message that every new subscriber is sent once. */
export function WelcomeCard() {
  const { t } = useTranslation()
  const id = useId()
  const { data, error, refetch, isRefetching } = useWelcomeMessageQuery()
  return (
    <section aria-labelledby={id} className="border-t border-line py-6.5 md:py-8.5">
      <div className="rounded-card border border-line bg-surface px-4.5 py-5 md:px-7.5 md:py-6.5">
        {data ? (
          <Editor id={id} welcome={data} />
        ) : (
          <>
            <Head id={id} />
            {error ? (
              <LoadFailure
                look="bare"
                title={t('broadcasts.welcome.failed')}
                error={error}
                retry={t('broadcasts.retry')}
                onRetry={refetch}
                isRetrying={isRefetching}
              />
            ) : (
              <Loading className="mt-4.5 block">
                <Skeleton shape="box" className="h-40 rounded-md" />
              </Loading>
            )}
          </>
        )}
      </div>
    </section>
  )
}

function Head({ id, children }: { id: string; children?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className="flex items-start justify-between gap-4">
      <div>
        <h2 id={id} className="t2">
          {t('broadcasts.welcome.title')}
        </h2>
        <p className="mt-0.5 text-soft">{t('broadcasts.welcome.text')}</p>
      </div>
      {children}
    </div>
  )
}

function Editor({ id, welcome }: { id: string; welcome: WelcomeMessage }) {
  const { t, language } = useTranslation()
  const token = t('broadcasts.token')
  const save = useSaveWelcomeMessageMutation()
  const [enabled, setEnabled] = useState(welcome.enabled)
  const [text, setText] = useState(() => toTyped(welcome.content, token))
  const [isTried, setIsTried] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const { last_reader, sent_this_month: count, answered_this_month: answered } = welcome
  const content = toStored(text.trim(), token)
  const problem =
    longestFilled(content) > MESSAGE_MAX
      ? t('broadcasts.too_long', { max: MESSAGE_MAX })
      : isTried && enabled && content === ''
        ? t('broadcasts.empty')
        : null

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setIsTried(true)
    if (longestFilled(content) > MESSAGE_MAX || (enabled && content === '')) area.current?.focus()
    else save.mutate({ enabled, content })
  }

  const name = last_reader?.username ?? t('broadcasts.a_subscriber')
  return (
    <form noValidate onSubmit={submit}>
      <Head id={id}>
        <Switch
          label={<span className="sr-only">{t('broadcasts.welcome.switch')}</span>}
          checked={enabled}
          onChange={(event) => setEnabled(event.target.checked)}
          className="flex-none"
        />
      </Head>
      <div className="mt-4.5 grid gap-x-7 gap-y-4 md:grid-cols-2">
        <Field
          label={t('broadcasts.welcome.label')}
          error={problem}
          hint={t('broadcasts.insert_name_hint', { token })}
          className="min-w-0"
        >
          <TokenTextArea
            ref={area}
            name="welcome"
            rows={4}
            value={text}
            token={token}
            onWrite={setText}
            placeholder={t('broadcasts.welcome.example')}
          />
        </Field>
        <div className="min-w-0">
          <p className="mb-2 text-small wrap-anywhere text-mute">
            {last_reader
              ? t('broadcasts.welcome.read_by', { name, when: dateText(last_reader.sent_at, language, 'moment') })
              : t('broadcasts.as_reader', { name })}
          </p>
          <p
            dir="auto"
            className="bubble-in rounded-bubble rounded-bl-sm px-4 py-2.75 text-label leading-note wrap-anywhere whitespace-pre-wrap"
          >
            {fillName(content === '' ? toStored(t('broadcasts.welcome.example'), token) : content, name)}
          </p>
        </div>
      </div>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
        <p className="text-small text-mute">
          {count === 0 ? t('broadcasts.welcome.figures_none') : t('broadcasts.welcome.figures', { count, answered })}
        </p>
        <Button type="submit" size="sm" loading={save.isPending}>
          {t('broadcasts.welcome.save')}
          <span className="sr-only"> {t('broadcasts.welcome.title')}</span>
        </Button>
      </div>
    </form>
  )
}
