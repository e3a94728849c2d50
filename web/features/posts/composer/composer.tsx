import { CalendarClock, CloudCheck, CloudOff, Send } from 'lucide-react'
import { type SubmitEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { generatePath, useNavigate } from 'react-router'
import { dateText, ownTimeZone, wallClock } from '#contract/dates.ts'
import type { Draft } from '#contract/drafts.ts'
import { paths } from '#contract/paths.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { newClientId } from '#web/lib/client-id.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { toast } from '#web/lib/toasts.ts'
import { charactersLeft, isEmptyDescription } from '#web/publishing/publish-draft.ts'
import { DescriptionField } from '#web/publishing/publish-fields.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { TextLink } from '#web/ui/text-link.tsx'
import { AudienceChoice } from './audience-choice.tsx'
import type { Change } from './composition.ts'
import type { Keeping } from './draft-keeper.ts'
import { checkPictures, PicturesField } from './pictures-field.tsx'
import { usePublishDraftMutation, useScheduleDraftMutation } from './queries.ts'
import { momentOf, nextSlot } from './schedule.ts'
import { endKeeper, useDraftKeeper } from './use-draft-keeper.ts'
import { WhenChoice } from './when-choice.tsx'

export interface ComposerProps {
  /** Null for a new one. */
  draft: Draft | null
  username: string
  /** A new draft has an id from its first word or picture on. */
  onCreated?: (id: string) => void
}

/** Composes a post of one to ten pictures. The draft is kept on the server by itself. */
export function Composer({ draft, username, onCreated }: ComposerProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { keeper, value } = useDraftKeeper(draft)
  const { composition, id } = value
  const { pictures } = composition
  const zone = ownTimeZone()
  const [when, setWhen] = useState<'now' | 'later'>(draft?.publish_at ? 'later' : 'now')
  const [at, setAt] = useState(() =>
    draft?.publish_at ? wallClock(new Date(draft.publish_at), zone) : nextSlot(new Date(), zone),
  )
  const [isChecked, setChecked] = useState(false)
  const [refused, setRefused] = useState<readonly string[]>([])
  const addButton = useRef<HTMLButtonElement>(null)
  const textArea = useRef<HTMLTextAreaElement>(null)
  const errorId = useId()
  const publish = usePublishDraftMutation()
  const schedule = useScheduleDraftMutation()
  const isSending = publish.isPending || schedule.isPending

  // From the first word on, the address is that of the draft: a reload finds it.
  const created = useEffectEvent((newId: string) => onCreated?.(newId))
  useEffect(() => {
    if (id !== null && draft?.id !== id) created(id)
  }, [id, draft?.id])

  const lacksPicture = isChecked && pictures.length === 0
  const lacksDescription = isChecked && isEmptyDescription(composition.description)
  const failed = pictures.filter(({ problem }) => problem !== null)
  const moment = when === 'later' ? momentOf(at, zone) : null
  const isPast = when === 'later' && (moment === null || moment.getTime() <= Date.now())
  const error = publish.error ?? schedule.error

  function change(next: Change) {
    keeper.change(next)
  }

  async function add(files: readonly File[]) {
    const { pictures: added, problems } = await checkPictures(files, newClientId)
    setRefused(problems)
    keeper.add(added)
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending) return
    setChecked(true)
    if (pictures.length === 0) return addButton.current?.focus()
    if (isEmptyDescription(composition.description) || charactersLeft(composition.description) < 0) {
      return textArea.current?.focus()
    }
    if (isPast || failed.length > 0) return
    publish.reset()
    schedule.reset()
    if (moment) {
      schedule.mutate(
        { id: keeper.finish(), publish_at: moment.toISOString() },
        { onSuccess: () => leave(paths.programme) },
      )
      return
    }
    publish.mutate(keeper.finish(), { onSuccess: () => leave(generatePath(paths.profile, { username })) })
  }

  function leave(to: string) {
    const ended = keeper.get().id
    if (ended !== null) endKeeper(ended)
    void navigate(to)
  }

  async function saveAndLeave() {
    try {
      await keeper.keep()
      toast({ type: 'success', message: t('drafts.saved') })
      void navigate(paths.programme)
    } catch {
      // The line at the top says it.
    }
  }

  return (
    <form noValidate onSubmit={submit} className="composer">
      <Kept value={value} onRetry={() => void keeper.keep().catch(() => {})} />
      <PicturesField
        composition={composition}
        addButton={addButton}
        isInvalid={lacksPicture}
        errorId={errorId}
        refused={refused}
        onAdd={(files) => void add(files)}
        onChange={change}
        onRemove={keeper.remove}
        onResend={keeper.resend}
      />
      <section className="flex min-w-0 flex-col gap-5.5">
        <DescriptionField
          ref={textArea}
          value={composition.description}
          onChange={(description) => change({ type: 'described', description })}
          error={lacksDescription && !lacksPicture ? t('posts.publish.required') : null}
          isInvalid={lacksDescription}
          disabled={isSending}
        />
        <AudienceChoice
          cover={pictures[0]}
          count={pictures.length}
          isProtected={composition.protected}
          onChange={(isProtected) => change({ type: 'protected', protected: isProtected })}
        />
        <WhenChoice
          when={when}
          at={at}
          onChange={(next, time) => {
            setWhen(next)
            setAt(time)
          }}
          error={isChecked && isPast ? t('drafts.past') : null}
        />
        {isChecked && failed.length > 0 && <Alert type="error">{t('drafts.some_failed')}</Alert>}
        {error && failed.length === 0 && <Refusal error={error} />}
        <div className="composer-actions">
          <Button variant="ghost" onClick={() => void saveAndLeave()}>
            {t(draft?.publish_at ? 'drafts.save_changes' : 'drafts.save')}
          </Button>
          <Button
            type="submit"
            loading={isSending}
            icon={when === 'later' ? <CalendarClock aria-hidden="true" /> : <Send aria-hidden="true" />}
          >
            {t(when === 'later' ? 'drafts.schedule' : 'publishing.submit')}
          </Button>
        </div>
      </section>
    </form>
  )
}

function Refusal({ error }: { error: Error }) {
  const { t } = useTranslation()
  return (
    <Alert type="error">
      {errorText(error)}
      {/* A house may ask creators for their identity before they publish. */}
      {error instanceof ApiError && error.code === 'unverified' && (
        <>
          {' '}
          <TextLink to={paths.verification}>{t('publishing.verify')}</TextLink>
        </>
      )}
    </Alert>
  )
}

/** Whether the draft is kept, and since when. */
function Kept({ value: { state, kept_at }, onRetry }: { value: Keeping; onRetry: () => void }) {
  const { t, language } = useTranslation()
  return (
    <div className="composer-kept text-small text-mute">
      <p role="status" className="flex items-center gap-2">
        {state === 'keeping' && (
          <>
            <Spinner size="sm" />
            {t('drafts.keeping')}
          </>
        )}
        {state === 'kept' && kept_at && (
          <>
            <CloudCheck aria-hidden="true" className="size-4.25 stroke-icon" />
            {t('drafts.kept', { time: dateText(kept_at, language, 'time') })}
          </>
        )}
        {state === 'failed' && (
          <span className="flex items-center gap-2 font-medium text-err">
            <CloudOff aria-hidden="true" className="size-4.25 stroke-icon" />
            {t('drafts.not_kept')}
          </span>
        )}
      </p>
      {state === 'failed' && (
        <Button variant="ghost" size="sm" onClick={onRetry}>
          {t('drafts.retry')}
        </Button>
      )}
    </div>
  )
}
