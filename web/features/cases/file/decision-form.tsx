import { Flag, Gavel, UserRound } from 'lucide-react'
import { type SubmitEvent, useId, useRef, useState } from 'react'
import type { CaseFile } from '#contract/cases.ts'
import { type Action, FACTS_MAX, GROUNDS, type Ground, PROFILE_PARTS, type ProfilePart } from '#contract/decisions.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { Field, FieldError } from '#web/ui/forms/field.tsx'
import { SelectInput } from '#web/ui/forms/select-input.tsx'
import { TextArea } from '#web/ui/forms/text-input.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { endOf, type FreezeLength, lengthsOf, offeredActions, toggleAction } from './decision-draft.ts'
import { useDecideCaseMutation } from './queries.ts'
import { StatementPreview } from './statement-preview.tsx'

export interface DecisionFormProps {
  file: CaseFile
  viewer: { username: string; isAdmin: boolean }
  onDone: () => void
}

/** Decides a case: what to do, on which ground, because of which facts; with the letter that the subject will read. */
export function DecisionForm({ file, viewer, onDone }: DecisionFormProps) {
  const { t } = useTranslation()
  const now = useNow()
  const form = useRef<HTMLFormElement>(null)
  const [actions, setActions] = useState<Action[]>([])
  const [parts, setParts] = useState<ProfilePart[]>([...PROFILE_PARTS])
  const [length, setLength] = useState<FreezeLength>('day')
  const [ground, setGround] = useState<Ground | ''>('')
  const [facts, setFacts] = useState('')
  const [isSent, setSent] = useState(false)
  const decide = useDecideCaseMutation(file.id, file.number, onDone)
  const isAgainst = actions.some((action) => action !== 'dismiss')
  const isFreezing = actions.includes('freeze')
  const isPartial = file.kind === 'profile' && actions.includes('remove')
  const until = isFreezing ? endOf(length, now) : null
  const problems = {
    actions: actions.length === 0,
    parts: isPartial && parts.length === 0,
    ground: isAgainst && ground === '',
    facts: isAgainst && facts.trim() === '',
  }

  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (decide.isPending) return
    setSent(true)
    const missing = (Object.keys(problems) as (keyof typeof problems)[]).find((name) => problems[name])
    if (missing) {
      form.current?.querySelector<HTMLElement>(`[name="${missing}"]`)?.focus()
      return
    }
    decide.mutate({
      action: actions,
      ...(isAgainst && ground !== '' && { ground, facts: facts.trim() }),
      ...(isFreezing && { until }),
      ...(isPartial && { parts }),
    })
  }

  return (
    <form ref={form} noValidate onSubmit={send} onInput={() => decide.error && decide.reset()}>
      {file.closing_proposed_by !== null && (
        <Alert type="info" className="mb-4">
          {file.closing_proposed_by === viewer.username
            ? t('cases.decide.proposed_you')
            : t('cases.decide.proposed', { name: file.closing_proposed_by })}
        </Alert>
      )}
      <Actions
        file={file}
        isAdmin={viewer.isAdmin}
        actions={actions}
        onToggle={(action) => setActions(toggleAction(actions, action))}
        error={isSent && problems.actions ? t('cases.decide.none') : null}
      />
      {isPartial && (
        <Parts parts={parts} onChange={setParts} error={isSent && problems.parts ? t('cases.decide.no_part') : null} />
      )}
      {isFreezing && (
        <Field label={t('cases.decide.until')} className="mt-5">
          <SelectInput value={length} onChange={(event) => setLength(event.target.value as FreezeLength)}>
            {lengthsOf(viewer.isAdmin).map((each) => (
              <option key={each} value={each}>
                {t(`staff.users_page.freeze_${each}`)}
              </option>
            ))}
          </SelectInput>
        </Field>
      )}
      {isAgainst && (
        <>
          <Field
            label={t('cases.decide.ground')}
            error={isSent && problems.ground ? t('errors.required') : null}
            className="mt-5"
          >
            <GroundSelect ground={ground} onChange={setGround} />
          </Field>
          <Field
            label={t('cases.decide.facts')}
            hint={t('cases.decide.facts_hint')}
            error={isSent && problems.facts ? t('errors.required') : null}
            className="mt-3.5"
          >
            <TextArea
              name="facts"
              rows={3}
              maxLength={FACTS_MAX}
              required
              value={facts}
              onChange={(event) => setFacts(event.target.value)}
            />
          </Field>
          <StatementPreview
            file={file}
            draft={{ action: actions, ground: ground || null, facts: facts.trim(), until }}
          />
        </>
      )}
      {actions.length > 0 && <WhoIsTold file={file} isAgainst={isAgainst} />}
      {decide.error && (
        <Alert type="error" className="mt-4">
          {errorText(decide.error)}
        </Alert>
      )}
      <Button
        type="submit"
        wide
        variant={isAgainst ? 'danger' : 'primary'}
        icon={<Gavel aria-hidden="true" />}
        loading={decide.isPending}
        className="mt-4.5"
      >
        <Acts actions={actions} />
      </Button>
      {isAgainst && <p className="mt-2.5 text-center text-small text-mute">{t('cases.decide.undo_note')}</p>}
    </form>
  )
}

/** The button names the acts: "Remove, freeze and tell them". */
function Acts({ actions }: { actions: readonly Action[] }) {
  const { t } = useTranslation()
  if (actions.length === 0) return t('cases.decide.decide')
  const acts = actions.map((action) => t(`cases.decide.verb_${action}`)).join(', ')
  const words = t('cases.decide.and_tell', { acts })
  return words.charAt(0).toLocaleUpperCase() + words.slice(1)
}

interface ActionsProps {
  file: CaseFile
  isAdmin: boolean
  actions: readonly Action[]
  onToggle: (action: Action) => void
  error: string | null
}

function Actions({ file, isAdmin, actions, onToggle, error }: ActionsProps) {
  const { t } = useTranslation()
  const errorId = useId()
  const kind = file.kind === 'notice' ? 'post' : file.kind
  return (
    <fieldset aria-describedby={error ? errorId : undefined} className="flex flex-col gap-5">
      <legend className="sr-only">{t('cases.decide.what')}</legend>
      {offeredActions(file, isAdmin).map((action) => (
        <Checkbox
          key={action}
          name="actions"
          checked={actions.includes(action)}
          aria-invalid={error ? true : undefined}
          onChange={() => onToggle(action)}
        >
          {action === 'hide' || action === 'remove'
            ? t(`cases.decide.${action}_${kind}`)
            : t(`cases.decide.act_${action}`)}
          {action === 'close' && <span className="text-small text-mute"> {t('cases.decide.close_note')}</span>}
        </Checkbox>
      ))}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  )
}

interface PartsProps {
  parts: readonly ProfilePart[]
  onChange: (parts: ProfilePart[]) => void
  error: string | null
}

/** What is removed of a profile. */
function Parts({ parts, onChange, error }: PartsProps) {
  const { t } = useTranslation()
  const errorId = useId()
  return (
    <fieldset aria-describedby={error ? errorId : undefined} className="mt-5 flex flex-col gap-5 pl-9">
      <legend className="sr-only">{t('cases.decide.remove_profile')}</legend>
      {PROFILE_PARTS.map((part) => (
        <Checkbox
          key={part}
          name="parts"
          checked={parts.includes(part)}
          onChange={() => onChange(PROFILE_PARTS.filter((each) => parts.includes(each) !== (each === part)))}
        >
          {t(`cases.decide.part_${part}`)}
        </Checkbox>
      ))}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  )
}

function GroundSelect({ ground, onChange }: { ground: Ground | ''; onChange: (ground: Ground | '') => void }) {
  const { t } = useTranslation()
  return (
    <SelectInput
      name="ground"
      required
      value={ground}
      onChange={(event) => onChange(GROUNDS.find((each) => each === event.target.value) ?? '')}
    >
      <option value="">{t('cases.decide.ground_choose')}</option>
      {(['terms', 'law'] as const).map((group) => (
        <optgroup key={group} label={t(`cases.decide.ground_${group}`)}>
          {GROUNDS.filter((each) => each.startsWith(group)).map((each) => (
            <option key={each} value={each}>
              {t(`staff.grounds.${each}`)}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectInput>
  )
}

/** Who hears of the decision. */
function WhoIsTold({ file, isAgainst }: { file: CaseFile; isAgainst: boolean }) {
  const { t } = useTranslation()
  const members = file.reports_count - file.notices_count
  const first = members > 0 ? t('cases.desk.members', { count: members }) : ''
  const second = file.notices_count > 0 ? t('cases.decide.notifiers', { count: file.notices_count }) : ''
  const who = first && second ? t('cases.desk.and', { first, second }) : first || second
  return (
    <div className="mt-3.5">
      <h3 className="sr-only">{t('cases.decide.told')}</h3>
      <ul className="flex flex-col gap-1.5 text-note leading-note text-soft [&_svg]:mt-0.5 [&_svg]:size-icon-sm [&_svg]:flex-none [&_svg]:text-mute">
        {isAgainst && (
          <li className="flex gap-2.5">
            <UserRound aria-hidden="true" />
            {t('cases.decide.told_author')}
          </li>
        )}
        {who && (
          <li className="flex gap-2.5">
            <Flag aria-hidden="true" />
            {t('cases.decide.told_reporters', { who })}
          </li>
        )}
      </ul>
    </div>
  )
}
