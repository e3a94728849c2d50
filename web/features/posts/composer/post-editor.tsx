import { Save } from 'lucide-react'
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { generatePath, useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import type { Post } from '#contract/posts.ts'
import { refusedField } from '#web/lib/api-error.ts'
import { newClientId } from '#web/lib/client-id.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { sessionToken, subscribeToSession } from '#web/lib/session.ts'
import { useUnloadQuestion } from '#web/lib/use-unload-question.ts'
import { pictureProblemText, pictureRefusal } from '#web/publishing/picture-problem.ts'
import { charactersLeft, isEmptyDescription } from '#web/publishing/publish-draft.ts'
import { DescriptionField } from '#web/publishing/publish-fields.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { AudienceChoice } from './audience-choice.tsx'
import { type Change, type Composition, composed, compositionOf, withPresentPictures } from './composition.ts'
import { checkPictures, PicturesField } from './pictures-field.tsx'
import { useOwnPostQuery, useReplacePostMutation } from './queries.ts'

/** Changes of posts that are out: they stay while other pages are open, and until the tab is closed. */
const unsaved = new Map<string, Composition>()
subscribeToSession(() => {
  if (sessionToken() === null) unsaved.clear()
})

/** Changes a post that is out: its pictures with their order, texts and focus, and its words. Nothing is seen before it is saved. */
export function PostEditor({ post }: { post: Post }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [before, setBefore] = useState(() => compositionOf({ ...post, pictures: post.files }))
  const [composition, setComposition] = useState(() => unsaved.get(post.id) ?? before)
  const [refused, setRefused] = useState<readonly string[]>([])
  const [isChecked, setChecked] = useState(false)
  const [sent, setSent] = useState<number | null>(null)
  const { mutate, isPending, error, reset } = useReplacePostMutation(post.id)
  const { refetch } = useOwnPostQuery(post.id, { enabled: false })
  const addButton = useRef<HTMLButtonElement>(null)
  const textArea = useRef<HTMLTextAreaElement>(null)
  const errorId = useId()
  const isChanged = stateOf(composition) !== stateOf(before)
  const { pictures, description } = composition
  const lacksPicture = isChecked && pictures.length === 0
  const lacksDescription = isChecked && isEmptyDescription(description)
  useUnloadQuestion(isChanged)
  useEffect(() => {
    if (isChanged) unsaved.set(post.id, composition)
    else unsaved.delete(post.id)
  }, [isChanged, composition, post.id])

  function change(next: Change) {
    setComposition((known) => composed(known, next))
  }

  async function add(files: readonly File[]) {
    const { pictures: added, problems } = await checkPictures(files, newClientId)
    setRefused(problems)
    change({ type: 'added', pictures: added })
  }

  function leave() {
    unsaved.delete(post.id)
    const page = generatePath(paths.profile, { username: post.username })
    void navigate({ pathname: page, search: `?post=${post.id}` })
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isPending) return
    setChecked(true)
    if (pictures.length === 0) return addButton.current?.focus()
    if (isEmptyDescription(description) || charactersLeft(description) < 0) return textArea.current?.focus()
    if (!isChanged) return leave()
    reset()
    const hasFiles = pictures.some(({ known }) => known === null)
    mutate(
      { composition, onProgress: hasFiles ? setSent : () => {} },
      { onSuccess: leave, onError: (problem) => void takeOver(problem), onSettled: () => setSent(null) },
    )
  }

  /** If a picture is not there any more, another device has changed the post: shows those that it has now. */
  async function takeOver(problem: Error) {
    if (!isOutdated(problem)) return
    const { data: present } = await refetch()
    if (!present) return
    setBefore(compositionOf({ ...present, pictures: present.files }))
    setComposition((known) => withPresentPictures(known, present.files))
  }

  const shown = sent === null ? composition : { ...composition, pictures: pictures.map((each) => sending(each, sent)) }
  const problem = error && pictureRefusal(error)
  return (
    <form noValidate onSubmit={submit} className="composer">
      <PicturesField
        composition={shown}
        addButton={addButton}
        isInvalid={lacksPicture}
        errorId={errorId}
        refused={refused}
        onAdd={(files) => void add(files)}
        onChange={change}
        onRemove={(key) => change({ type: 'removed', key })}
        onResend={() => {}}
      />
      <section className="flex min-w-0 flex-col gap-5.5">
        <DescriptionField
          ref={textArea}
          value={description}
          onChange={(text) => change({ type: 'described', description: text })}
          error={lacksDescription && !lacksPicture ? t('posts.publish.required') : null}
          isInvalid={lacksDescription}
          disabled={isPending}
        />
        <AudienceChoice
          cover={pictures[0]}
          count={pictures.length}
          isProtected={composition.protected}
          onChange={(isProtected) => change({ type: 'protected', protected: isProtected })}
        />
        {error && (
          <Alert type="error">
            {isOutdated(error) ? t('posts.publish.outdated') : problem ? pictureProblemText(problem) : errorText(error)}
          </Alert>
        )}
        <div className="composer-actions">
          <Button variant="ghost" onClick={leave}>
            {t('publishing.cancel')}
          </Button>
          <Button type="submit" loading={isPending} icon={<Save aria-hidden="true" />}>
            {t('posts.publish.save')}
          </Button>
        </div>
      </section>
    </form>
  )
}

function isOutdated(error: Error): boolean {
  return refusedField(error, ['picture']) !== undefined
}

function sending(picture: Composition['pictures'][number], sent: number) {
  return picture.known ? picture : { ...picture, sent }
}

/** What is saved of it. */
function stateOf({ pictures, description, protected: isProtected }: Composition): string {
  return JSON.stringify([pictures.map(({ key, alt, focus }) => [key, alt, focus]), description, isProtected])
}
