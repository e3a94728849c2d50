import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { User } from '#contract/accounts.ts'
import type { Profile } from '#contract/profiles.ts'
import { DESCRIPTION_MAX } from '#contract/schemas.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { errorText } from '#web/lib/error-text.ts'
import { focusField } from '#web/lib/field-errors.ts'
import { holdFormFile, readFormDraft, readFormFile, writeFormDraft } from '#web/lib/form-drafts.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { toast } from '#web/lib/toasts.ts'
import { useUnloadQuestion } from '#web/lib/use-unload-question.ts'
import { type PictureProblem, pictureProblemText, pictureRefusal } from '#web/publishing/picture-problem.ts'
import { isAborted } from '#web/publishing/upload.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextArea } from '#web/ui/forms/text-input.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { PictureField } from './picture-field.tsx'
import { PERIOD_LABELS, PriceFields } from './price-fields.tsx'
import {
  changedFields,
  type DraftEdits,
  type DraftField,
  type DraftProblems,
  draftOf,
  editsAfterSaving,
  editsToKeep,
  formOf,
  keptEdits,
  maySave,
  type ProfileDraft,
  problemsIn,
  problemsOf,
} from './profile-draft.ts'
import { useSaveProfileMutation } from './queries.ts'

/** The form for picture, bio and prices. `profile` is null for somebody who becomes a creator. */
export function ProfileEditor({ user, profile }: { user: User; profile: Profile | null }) {
  const { t } = useTranslation()
  const { edits, setEdits, isRestored, discard } = useKeptEdits(user, profile)
  const [problems, setProblems] = useState<DraftProblems>({})
  /** Why the server refused the uploaded picture. */
  const [refusal, setRefusal] = useState<PictureProblem | null>(null)
  const save = useSaveProfileMutation(user)
  const draft = draftOf(profile, edits)
  const bioLength = [...draft.bio].length
  const saveButton = useRef<HTMLButtonElement>(null)
  const isChanged = Object.keys(editsToKeep(profile, edits)).length > 0 || draft.profile_pic !== null

  function edit(change: DraftEdits) {
    setEdits((now) => ({ ...now, ...change }))
    if (change.profile_pic) setRefusal(null)
    setProblems((now) => ({ ...now, ...Object.fromEntries(Object.keys(change).map((field) => [field, undefined])) }))
  }

  function startAgain() {
    discard()
    setProblems({})
    setRefusal(null)
    save.reset()
    // The button that was pressed is gone.
    saveButton.current?.focus()
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (save.isPending || !maySave(profile, draft)) return
    const found = problemsIn(draft)
    setProblems(found)
    setRefusal(null)
    const [first] = Object.keys(found)
    if (first) return focusField(form, first)
    save.mutate(formOf(profile, draft), {
      onSuccess: () => setEdits((now) => editsAfterSaving(now, draft)),
      onError: (error) => {
        setProblems(problemsOf(error))
        setRefusal(pictureRefusal(error))
      },
    })
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-6">
      {isRestored && isChanged && <Alert type="info">{t('profiles.editor.restored')}</Alert>}
      <PictureField
        name={user.username}
        path={profile?.profile_pic ?? null}
        chosen={draft.profile_pic}
        problem={refusal ? pictureProblemText(refusal) : undefined}
        onChoose={(profile_pic) => edit({ profile_pic })}
      />
      <Field
        label={t('profiles.editor.bio')}
        aside={
          <span className="text-small text-mute tabular-nums">
            {t('profiles.editor.bio_length', { count: bioLength, most: DESCRIPTION_MAX })}
          </span>
        }
        error={problems.bio && t('errors.too_long')}
      >
        <TextArea name="bio" value={draft.bio} onChange={(event) => edit({ bio: event.target.value })} />
      </Field>
      <PriceFields
        values={draft}
        wrong={(name) => problems[name] !== undefined}
        onType={(name, value) => edit({ [name]: value })}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Button
          ref={saveButton}
          type="submit"
          loading={save.isPending}
          aria-disabled={!maySave(profile, draft) || undefined}
        >
          {t('profiles.editor.save')}
        </Button>
        {isChanged && !save.isPending && (
          <Button variant="ghost" className="-mx-2" onClick={startAgain}>
            {t('profiles.editor.discard')}
          </Button>
        )}
        {!save.isPending && <UnsavedHint profile={profile} draft={draft} />}
      </div>
      {save.isPending && draft.profile_pic && (
        <div className="flex items-center gap-4">
          <div className="min-w-0 flex-1">
            <ProgressBar
              label={save.sent < 1 ? t('profiles.editor.uploading') : t('profiles.editor.preparing')}
              value={save.sent}
            />
          </div>
          <Button variant="secondary" size="sm" onClick={save.cancel}>
            {t('profiles.editor.cancel')}
          </Button>
        </div>
      )}
      {save.isError && <SaveFailure error={save.error} isNew={profile === null} />}
    </form>
  )
}

/**
 * What was changed and not saved. It survives leaving the page; only a chosen picture is lost when the tab is closed, so the
 * browser asks then.
 */
function useKeptEdits(user: User, profile: Profile | null) {
  const { t } = useTranslation()
  const [edits, setEdits] = useState<DraftEdits>(() =>
    keptEdits(readFormDraft(user.id, 'profile'), readFormFile(user.id, 'profile')),
  )
  const [isRestored, setRestored] = useState(Object.keys(edits).length > 0)
  const picture = edits.profile_pic ?? null
  const fields = JSON.stringify(editsToKeep(profile, edits))

  useEffect(() => writeFormDraft(user.id, 'profile', JSON.parse(fields)), [user.id, fields])
  useEffect(() => holdFormFile(user.id, 'profile', picture), [user.id, picture])
  useUnloadQuestion(picture !== null)

  function discard() {
    setEdits({})
    setRestored(false)
    toast({
      type: 'info',
      message: t('profiles.editor.discarded'),
      action: {
        label: t('profiles.editor.undo'),
        onPress() {
          setEdits(edits)
          // The editor may be closed by now.
          writeFormDraft(user.id, 'profile', JSON.parse(fields))
        },
      },
    })
  }

  return { edits, setEdits, isRestored, discard }
}

/** Lists the unsaved fields, or says what is missing before the profile can be saved. */
function UnsavedHint({ profile, draft }: { profile: Profile | null; draft: ProfileDraft }) {
  const { t, language } = useTranslation()

  function nameOf(field: DraftField): string {
    if (field === 'profile_pic') return t('profiles.editor.picture_part')
    return field === 'bio'
      ? t('profiles.editor.bio_part')
      : t('profiles.editor.price_of', { time: t(PERIOD_LABELS[field]) })
  }

  function words(): string {
    if (profile === null) return maySave(profile, draft) ? '' : t('profiles.editor.picture_first')
    const changed = changedFields(profile, draft)
    const parts = new Intl.ListFormat(language).format(changed.map(nameOf))
    return changed.length > 0 ? t('profiles.editor.unsaved', { parts }) : ''
  }

  return <p className="text-small text-mute">{words()}</p>
}

/** Why saving failed, unless a field shows it. The toast only says that it failed. */
function SaveFailure({ error, isNew }: { error: Error; isNew: boolean }) {
  const { t } = useTranslation()
  const isAtField = pictureRefusal(error) !== null || Object.keys(problemsOf(error)).length > 0
  if (isAborted(error) || isAtField) return null
  const isByInvitation = isNew && error instanceof ApiError && error.status === 403
  return <Alert type="error">{isByInvitation ? t('profiles.editor.by_invitation') : errorText(error)}</Alert>
}
