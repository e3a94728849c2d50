import { useQueryClient } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { type FanCard, NOTE_MAX } from '#contract/fan-cards.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { TextArea } from '#web/ui/forms/text-input.tsx'
import { saveNote } from './queries.ts'

const PAUSE_MS = 800

type State = 'idle' | 'saving' | 'saved' | 'not_saved'

/** A note that is saved by itself, after a pause and when the field is left. What was typed stays if that fails. */
export function NoteField({ username, note }: { username: string; note: string }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [text, setText] = useState(note)
  const [state, setState] = useState<State>('idle')
  /** What the server has, or is being sent. */
  const sent = useRef(note)
  const title = useId()
  const hint = useId()

  async function save(wanted: string) {
    if (wanted === sent.current) return
    const before = sent.current
    sent.current = wanted
    setState('saving')
    try {
      await saveNote(username, wanted)
      client.setQueryData<FanCard>(
        [...queryKeys.fan_cards, 'of', username],
        (card) => card && { ...card, note: wanted },
      )
      setState('saved')
    } catch {
      // A later text may be on its way by now.
      if (sent.current === wanted) sent.current = before
      setState('not_saved')
    }
  }

  const saveTyped = useEffectEvent(() => void save(text))
  // biome-ignore lint/correctness/useExhaustiveDependencies: every key restarts the timer
  useEffect(() => {
    const timer = setTimeout(saveTyped, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const latest = useRef(text)
  latest.current = text
  // The thread can be left before the pause is over.
  useEffect(
    () => () => {
      if (latest.current !== sent.current) void saveNote(username, latest.current).catch(() => undefined)
    },
    [username],
  )

  return (
    <section aria-labelledby={title} className="mt-5">
      <h3 id={title} className="cue mb-2.5">
        {t('fan_cards.note')}
      </h3>
      <TextArea
        aria-labelledby={title}
        aria-describedby={hint}
        rows={5}
        value={text}
        maxLength={NOTE_MAX}
        placeholder={t('fan_cards.note_placeholder')}
        onChange={({ target }) => setText(target.value)}
        onBlur={() => void save(text)}
      />
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-3 text-small text-mute">
        <p id={hint} className="flex items-center gap-2">
          <Lock aria-hidden="true" className="size-icon-xs flex-none" />
          {t('fan_cards.private')}
        </p>
        <p role="status" className={state === 'not_saved' ? 'text-err' : ''}>
          {state !== 'idle' && t(`fan_cards.${state}`)}
        </p>
      </div>
    </section>
  )
}
