import { Plus, X } from 'lucide-react'
import { type KeyboardEvent, type SubmitEvent, useId, useRef, useState } from 'react'
import { LABEL_MAX } from '#contract/conversations.ts'
import { LABELS_PER_FAN } from '#contract/fan-cards.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { LabelTag } from '#web/ui/label-tag.tsx'
import { useFanLabelsQuery, useLabelsMutation } from './queries.ts'

interface LabelEditorProps {
  username: string
  labels: readonly string[]
}

/** The labels of a fan: take one off, or add one that is used already or is new. */
export function LabelEditor({ username, labels }: LabelEditorProps) {
  const { t } = useTranslation()
  const { mutate, isPending } = useLabelsMutation(username)
  const [isAdding, setAdding] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const title = useId()

  function close() {
    setAdding(false)
    requestAnimationFrame(() => opener.current?.focus())
  }

  return (
    <section aria-labelledby={title} className="mt-5">
      <h3 id={title} className="cue">
        {t('fan_cards.labels')}
      </h3>
      <ul className="mt-2.5 flex flex-wrap gap-2">
        {labels.map((label) => (
          <li key={label} className="max-w-full">
            <LabelTag label={label} className="min-h-8">
              <button
                type="button"
                aria-label={t('fan_cards.remove_label', { label })}
                disabled={isPending}
                onClick={() => mutate(labels.filter((other) => other !== label))}
                className="-my-1 -mr-1.5 grid size-7 flex-none cursor-pointer place-items-center rounded-full hover:bg-sunken pointer-coarse:size-11 [&>svg]:size-3.5"
              >
                <X aria-hidden="true" />
              </button>
            </LabelTag>
          </li>
        ))}
        {!isAdding && labels.length < LABELS_PER_FAN && (
          <li>
            <button
              ref={opener}
              type="button"
              onClick={() => setAdding(true)}
              className="inline-flex min-h-8 cursor-pointer items-center gap-1 rounded-sm border border-edge border-dashed px-2.5 text-micro font-semibold text-soft hover:bg-sunken pointer-coarse:min-h-11 [&>svg]:size-3.5"
            >
              <Plus aria-hidden="true" />
              {t('fan_cards.add_label')}
            </button>
          </li>
        )}
      </ul>
      {labels.length >= LABELS_PER_FAN && (
        <p className="mt-2 text-small text-mute">{t('fan_cards.label_limit', { count: LABELS_PER_FAN })}</p>
      )}
      {isAdding && (
        <NewLabel
          labels={labels}
          onAdd={(label) => {
            mutate([...labels, label])
            close()
          }}
          onClose={close}
        />
      )}
    </section>
  )
}

interface NewLabelProps {
  labels: readonly string[]
  onAdd: (label: string) => void
  onClose: () => void
}

function NewLabel({ labels, onAdd, onClose }: NewLabelProps) {
  const { t } = useTranslation()
  const { data: used = [] } = useFanLabelsQuery()
  const [text, setText] = useState('')
  const id = useId()
  const label = text.trim()
  const others = used.filter(
    (each) => !labels.includes(each.label) && each.label.toLowerCase().includes(label.toLowerCase()),
  )

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (label !== '') onAdd(label)
  }

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    // Escape closes the form only, and not the drawer around it.
    event.stopPropagation()
    onClose()
  }

  return (
    <form onSubmit={submit} onKeyDown={closeOnEscape} className="mt-3">
      <label htmlFor={id} className="sr-only">
        {t('fan_cards.new_label')}
      </label>
      <TextInput
        ref={(element) => element?.focus()}
        id={id}
        value={text}
        maxLength={LABEL_MAX}
        placeholder={t('fan_cards.new_label')}
        autoComplete="off"
        onChange={({ target }) => setText(target.value)}
      />
      {others.length > 0 && (
        <ul aria-label={t('fan_cards.used_labels')} className="mt-2 flex flex-wrap gap-2">
          {others.slice(0, 12).map((each) => (
            <li key={each.label} className="max-w-full">
              <button
                type="button"
                onClick={() => onAdd(each.label)}
                className="max-w-full cursor-pointer rounded-sm pointer-coarse:min-h-11"
              >
                <LabelTag label={each.label} className="min-h-8 hover:bg-sunken" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-2.5 flex gap-2">
        <Button type="submit" size="sm" disabled={label === ''}>
          {t('fan_cards.add')}
        </Button>
        <Button variant="ghost" size="sm" onClick={onClose}>
          {t('fan_cards.cancel')}
        </Button>
      </div>
    </form>
  )
}
