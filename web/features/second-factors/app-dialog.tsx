import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { encode } from 'uqr'
import { ApiError, refusedField } from '#web/lib/api-error.ts'
import { errorText } from '#web/lib/error-text.ts'
import { required, useFieldErrors } from '#web/lib/field-errors.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { CodeInput } from '#web/ui/forms/code-input.tsx'
import { CurrentPasswordField } from '#web/ui/forms/current-password-field.tsx'
import { DialogActions } from '#web/ui/overlays/dialog-actions.tsx'
import { LazyDialog } from '#web/ui/overlays/lazy.tsx'
import { useConfirmAppMutation, useStartAppMutation } from './queries.ts'

export interface AppDialogProps {
  open: boolean
  email: string
  asksPassword: boolean
  onClose: () => void
  onCodes: (codes: string[]) => void
}

/** Links an authenticator app: the QR code, the key for who cannot scan it, and the first code. */
export function AppDialog({ open, email, asksPassword, onClose, onCodes }: AppDialogProps) {
  const { t } = useTranslation()
  const { mutate: begin, ...start } = useStartAppMutation()
  const confirm = useConfirmAppMutation()
  const [code, setCode] = useState('')
  const wrongId = useId()
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (!asksPassword) begin({})
  }, [asksPassword, begin])

  function turnOn(typed: string) {
    confirm.mutate(typed, {
      onSuccess: ({ recovery_codes }) => {
        onClose()
        if (recovery_codes) onCodes(recovery_codes)
      },
      onError: () => {
        input.current?.focus()
        input.current?.select()
      },
    })
  }

  if (!start.data)
    return (
      <PasswordStep
        open={open}
        email={email}
        onClose={onClose}
        start={{ ...start, begin }}
        asksPassword={asksPassword}
      />
    )
  return (
    <LazyDialog open={open} onClose={onClose} title={t('second_factors.link.title')} isWide initialFocus={input}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          turnOn(code)
        }}
      >
        <div className="flex flex-col items-start gap-6 sm:flex-row">
          <QrCode text={start.data.address} label={t('second_factors.link.qr')} />
          <div className="min-w-0">
            <p className="text-small font-semibold">{t('second_factors.link.scan')}</p>
            <p className="mt-0.5 text-small text-mute">{t('second_factors.link.key')}</p>
            <p className="mt-1 font-semibold text-balance break-words tracking-wide">{inFours(start.data.secret)}</p>
            <p className="mt-4.5 mb-2 text-small font-semibold">{t('second_factors.link.type')}</p>
            <CodeInput
              ref={input}
              isSmall
              label={t('second_factors.step.digits')}
              value={code}
              onValue={(value) => {
                if (confirm.isError) confirm.reset()
                setCode(value)
              }}
              onComplete={turnOn}
              isWrong={confirm.isError}
              errorId={confirm.isError ? wrongId : undefined}
            />
            {confirm.error && (
              <div id={wrongId} className="mt-2.5">
                <Alert type="error" look="bare">
                  {isWrongCode(confirm.error) ? t('second_factors.step.wrong') : errorText(confirm.error)}
                </Alert>
              </div>
            )}
          </div>
        </div>
        <DialogActions className="mt-5.5">
          <Button variant="ghost" onClick={onClose}>
            {t('second_factors.cancel')}
          </Button>
          <Button type="submit" loading={confirm.isPending}>
            {t('second_factors.link.confirm')}
          </Button>
        </DialogActions>
      </form>
    </LazyDialog>
  )
}

interface PasswordStepProps extends Pick<AppDialogProps, 'open' | 'email' | 'asksPassword' | 'onClose'> {
  start: Omit<ReturnType<typeof useStartAppMutation>, 'mutate'> & {
    begin: ReturnType<typeof useStartAppMutation>['mutate']
  }
}

function PasswordStep({ open, email, asksPassword, onClose, start }: PasswordStepProps) {
  const { t } = useTranslation()
  const { problems, read, forget } = useFieldErrors({ current_password: required })
  const isWrong = refusedField(start.error, ['current_password']) !== undefined

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = asksPassword ? read(event.currentTarget) : {}
    if (values) start.begin(values)
  }

  return (
    <LazyDialog
      open={open}
      onClose={onClose}
      title={t('second_factors.link.title')}
      text={t('second_factors.link.text')}
    >
      <form noValidate onSubmit={submit} onInput={forget} className="flex flex-col gap-4.5">
        {asksPassword && (
          <CurrentPasswordField
            label={t('second_factors.password')}
            email={email}
            problem={
              isWrong
                ? t('second_factors.password_wrong')
                : problems.current_password && t(`errors.${problems.current_password}`)
            }
          />
        )}
        {start.error && !isWrong && <Alert type="error">{errorText(start.error)}</Alert>}
        <DialogActions className="mt-1">
          <Button variant="ghost" onClick={onClose}>
            {t('second_factors.cancel')}
          </Button>
          <Button type="submit" loading={start.isPending}>
            {t('second_factors.link.next')}
          </Button>
        </DialogActions>
      </form>
    </LazyDialog>
  )
}

function isWrongCode(error: Error): boolean {
  return error instanceof ApiError && error.code === 'wrong_code'
}

function inFours(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret
}

/** Always dark on light, in both themes: cameras need it. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { border: 2 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      className="size-44 rounded-md bg-ivory text-ivory-ink"
    >
      <path d={path} fill="currentColor" shapeRendering="crispEdges" />
    </svg>
  )
}
