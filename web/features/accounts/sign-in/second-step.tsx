import { useQueryClient } from '@tanstack/react-query'
import { Fingerprint, KeyRound } from 'lucide-react'
import { type ReactNode, type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import type { SignedIn } from '#contract/accounts.ts'
import { dateText } from '#contract/dates.ts'
import type { SecondStepMethod } from '#contract/errors.ts'
import { second_factors } from '#contract/second-factors.ts'
import { call } from '#web/lib/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { errorText } from '#web/lib/error-text.ts'
import { t, useTranslation } from '#web/lib/i18n/i18n.ts'
import { signPasskey } from '#web/lib/passkeys.ts'
import { queryKeys } from '#web/lib/queries/query-keys.ts'
import { useSingleMutation } from '#web/lib/queries/use-single-mutation.ts'
import { toast } from '#web/lib/toasts.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/forms/checkbox.tsx'
import { CodeInput } from '#web/ui/forms/code-input.tsx'
import { Field, FieldError } from '#web/ui/forms/field.tsx'
import { TextInput } from '#web/ui/forms/text-input.tsx'
import { Seal } from '#web/ui/pictures/seal.tsx'
import { AuthHeading } from './auth-heading.tsx'

export interface SecondStepProps {
  /** The answer to the right password. */
  error: ApiError
  /** The sign-in has to begin again. */
  onOver: () => void
  onSignedIn: (user: SignedIn) => void
}

interface Asked {
  ticket: string
  methods: readonly SecondStepMethod[]
}

type Step = { code: string } | { recovery_code: string } | 'passkey'
type View = 'app' | 'passkey' | 'recovery_code' | 'lost'

/** The second step of a sign-in: a code of the app, a passkey or a recovery code. */
export function SecondStep({ error, onOver, onSignedIn }: SecondStepProps) {
  const { t } = useTranslation()
  const { ticket, methods } = error.body as Asked
  const first: View = methods.includes('app') ? 'app' : methods.includes('passkey') ? 'passkey' : 'recovery_code'
  const [view, setView] = useState<View>(first)
  const [code, setCode] = useState('')
  const [trusts, setTrusts] = useState(false)
  const open = useSecondStepMutation({ ticket, trust_browser: trusts, onOver, onSignedIn })
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const wrongId = useId()
  const problem = open.error ? problemText(open.error, view) : undefined

  // With every view the focus goes to what is asked for.
  useEffect(() => {
    if (view !== 'lost') (view === 'passkey' ? button : input).current?.focus()
  }, [view])

  function show(next: View) {
    open.reset()
    setCode('')
    setView(next)
  }

  function take(step: Step) {
    open.mutate(step, {
      onError: () => {
        input.current?.focus()
        input.current?.select()
      },
    })
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (view === 'passkey') take('passkey')
    else if (view === 'app') take({ code })
    else take({ recovery_code: String(new FormData(event.currentTarget).get('recovery_code') ?? '') })
  }

  if (view === 'lost') return <LostFactors ticket={ticket} onBack={() => show(first)} onOver={onOver} />
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Locks />
      <AuthHeading title={t('second_factors.step.title')}>{t(`second_factors.step.${view}`)}</AuthHeading>
      {view === 'app' && (
        <div className="flex flex-col gap-2.5">
          <CodeInput
            ref={input}
            label={t('second_factors.step.digits')}
            value={code}
            onValue={(value) => {
              if (open.isError) open.reset()
              setCode(value)
            }}
            onComplete={(value) => take({ code: value })}
            isWrong={problem !== undefined}
            errorId={problem ? wrongId : undefined}
          />
          {problem && <FieldError id={wrongId}>{problem}</FieldError>}
        </div>
      )}
      {view === 'recovery_code' && (
        <Field label={t('second_factors.step.recovery_label')} error={problem}>
          <TextInput
            ref={input}
            name="recovery_code"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            required
            onInput={() => open.isError && open.reset()}
          />
        </Field>
      )}
      {view === 'passkey' && problem && <Alert type="error">{problem}</Alert>}
      <Checkbox checked={trusts} onChange={({ target }) => setTrusts(target.checked)}>
        {t('second_factors.step.trust')}
      </Checkbox>
      <Button ref={button} type="submit" wide loading={open.isPending}>
        {view === 'passkey' ? t('second_factors.step.use_passkey') : t('second_factors.step.open')}
      </Button>
      {view !== 'passkey' && methods.includes('passkey') && (
        <>
          <p className="flex items-center gap-4 font-display text-mute italic before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
            {t('second_factors.step.or')}
          </p>
          <Button variant="secondary" wide icon={<Fingerprint aria-hidden="true" />} onClick={() => take('passkey')}>
            {t('second_factors.step.use_passkey')}
          </Button>
        </>
      )}
      <div className="flex flex-col items-center gap-1">
        {view !== 'app' && methods.includes('app') && (
          <Other onPress={() => show('app')}>{t('second_factors.step.use_app')}</Other>
        )}
        {view !== 'recovery_code' && methods.includes('recovery_code') && (
          <Other onPress={() => show('recovery_code')}>{t('second_factors.step.use_recovery')}</Other>
        )}
        <Other onPress={() => show('lost')}>{t('second_factors.step.lost')}</Other>
      </div>
    </form>
  )
}

/** Another way to open the door. */
function Other({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <button type="button" className="text-link min-h-11 cursor-pointer" onClick={onPress}>
      {children}
    </button>
  )
}

function problemText(error: Error, view: View): string {
  if (!(error instanceof ApiError) || error.code !== 'wrong_code') return errorText(error)
  return t(view === 'recovery_code' ? 'second_factors.step.wrong_recovery' : 'second_factors.step.wrong')
}

interface StepOptions extends Pick<SecondStepProps, 'onOver' | 'onSignedIn'> {
  ticket: string
  trust_browser: boolean
}

function useSecondStepMutation({ ticket, trust_browser, onOver, onSignedIn }: StepOptions) {
  const client = useQueryClient()
  return useSingleMutation({
    mutationFn: async (step: Step) => {
      const given = step === 'passkey' ? await passkeyStep(ticket) : step
      if (!given) return undefined
      return await call(
        second_factors.second_step,
        { body: { ticket, trust_browser, ...given } },
        { beforeToken: (user) => client.setQueryData(queryKeys.user, user) },
      )
    },
    onSuccess: (user) => user && onSignedIn(user),
    onError: (error) => startAgain(error, onOver),
  })
}

async function passkeyStep(ticket: string) {
  const passkey = await signPasskey(await call(second_factors.start_passkey_step, { body: { ticket } }))
  return passkey && { passkey }
}

/** The ticket is used up or over. */
function startAgain(error: Error, onOver: () => void) {
  if (!(error instanceof ApiError) || error.code !== 'second_step_over') return
  toast({ type: 'warning', message: errorText(error) })
  onOver()
}

/** For somebody who has lost every device: staff can help after three days. */
function LostFactors({ ticket, onBack, onOver }: { ticket: string; onBack: () => void; onOver: () => void }) {
  const { t, language } = useTranslation()
  const ask = useSingleMutation({
    mutationFn: () => call(second_factors.request_factor_recovery, { body: { ticket } }),
    onError: (error) => startAgain(error, onOver),
  })
  const asking = useRef<HTMLButtonElement>(null)
  const back = useRef<HTMLButtonElement>(null)

  // The button that was pressed is gone.
  useEffect(() => (ask.data ? back : asking).current?.focus(), [ask.data])

  return (
    <div className="flex flex-col gap-5">
      <Locks />
      <AuthHeading title={t('second_factors.lost.title')}>{t('second_factors.lost.text')}</AuthHeading>
      {ask.data ? (
        <Alert type="success">
          {t('second_factors.lost.done', { date: dateText(ask.data.due_at, language, 'moment') })}
        </Alert>
      ) : (
        <Button ref={asking} wide loading={ask.isPending} onClick={() => ask.mutate()}>
          {t('second_factors.lost.ask')}
        </Button>
      )}
      {ask.error && <Alert type="error">{errorText(ask.error)}</Alert>}
      <Button ref={back} variant="ghost" onClick={onBack}>
        {t('second_factors.lost.back')}
      </Button>
    </div>
  )
}

function Locks() {
  return (
    <div aria-hidden="true" className="flex">
      <Seal />
      <Seal icon={<KeyRound />} className="-ml-3" />
    </div>
  )
}
