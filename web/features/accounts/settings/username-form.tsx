import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { USERNAME_MAX, USERNAME_MIN, USERNAME_PATTERN, type User } from '#contract/accounts.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { errorText } from '#web/lib/error-text.ts'
import { focusField } from '#web/lib/field-errors.ts'
import { keptText, readFormDraft, writeFormDraft } from '#web/lib/form-drafts.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { toast } from '#web/lib/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { useRenameMutation } from './queries.ts'

const pattern = new RegExp(USERNAME_PATTERN)

function isUsername(name: string): boolean {
  return name.length >= USERNAME_MIN && name.length <= USERNAME_MAX && pattern.test(name)
}

export function UsernameForm({ user }: { user: User }) {
  const { t } = useTranslation()
  /** Null until something is typed. */
  const [typed, setTyped] = useState<string | null>(
    () => keptText(readFormDraft(user.id, 'username'), 'username') ?? null,
  )
  const [isRestored, setRestored] = useState(typed !== null)
  const [isBad, setBad] = useState(false)
  const rename = useRenameMutation()
  const form = useRef<HTMLFormElement>(null)
  const name = (typed ?? user.username).trim()
  const isSame = name === user.username
  const kept = isSame ? null : name
  useEffect(() => writeFormDraft(user.id, 'username', kept === null ? {} : { username: kept }), [user.id, kept])

  /** What is wrong with the name itself. Other errors are not shown at the field. */
  function problem(): string | undefined {
    if (isBad || isAbout(rename.error, 'invalid')) return t('accounts.username.rule')
    const isName = isAbout(rename.error, 'username_taken', 'username_reserved')
    return isName ? errorText(rename.error) : undefined
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const { currentTarget } = event
    if (isSame || rename.isPending) return
    setBad(!isUsername(name))
    if (!isUsername(name)) return focusField(currentTarget, 'username')
    rename.mutate(name, {
      onSuccess: () => setTyped((now) => (now?.trim() === name ? null : now)),
      onError: (error) => {
        if (error instanceof ApiError && error.status === 422) focusField(currentTarget, 'username')
        else toast({ type: 'error', message: errorText(error) })
      },
    })
  }

  function discard() {
    type(null)
    // The button that was pressed is gone.
    if (form.current) focusField(form.current, 'username')
  }

  function type(value: string | null) {
    setTyped(value)
    setRestored(false)
    setBad(false)
    if (rename.isError) rename.reset()
  }

  return (
    <>
      <form
        ref={form}
        noValidate
        onSubmit={submit}
        className="flex items-start gap-3 narrow:flex-col narrow:items-stretch"
      >
        <Field label={t('accounts.username.title')} error={problem()} className="min-w-0 flex-1">
          <TextInput
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={typed ?? user.username}
            onChange={(event) => type(event.target.value)}
          />
        </Field>
        {/* Placed next to the field, below its label. */}
        <Button
          type="submit"
          variant="secondary"
          className="mt-7.25"
          loading={rename.isPending}
          aria-disabled={isSame || undefined}
        >
          {t('accounts.username.save')}
        </Button>
      </form>
      {isRestored && !isSame && (
        <div className="mt-1.5 flex flex-wrap items-center gap-x-3">
          <p className="text-small text-soft">{t('accounts.username.restored')}</p>
          <Button variant="ghost" size="sm" className="-mx-4" onClick={discard}>
            {t('accounts.username.discard')}
          </Button>
        </div>
      )}
    </>
  )
}

function isAbout(error: Error | null, ...codes: string[]): boolean {
  return error instanceof ApiError && error.code !== null && codes.includes(error.code)
}
