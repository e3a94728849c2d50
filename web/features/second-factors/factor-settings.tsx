import {
  Fingerprint,
  type LucideIcon,
  Pencil,
  Plus,
  QrCode,
  ShieldAlert,
  ShieldCheck,
  Ticket,
  Trash2,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { dateText } from '#contract/dates.ts'
import { paths } from '#contract/paths.ts'
import type { Passkey, SecondFactors } from '#contract/second-factors.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { clearToken } from '#web/lib/session.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { lazyOverlay } from '#web/ui/overlays/lazy-overlay.tsx'
import { SettingsSection } from '#web/ui/settings-section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { Task } from './change-dialog.tsx'
import { useFactorsQuery } from './queries.ts'

const LazyChangeDialog = lazyOverlay(async () => (await import('./change-dialog.tsx')).ChangeDialog)
const LazyAppDialog = lazyOverlay(async () => (await import('./app-dialog.tsx')).AppDialog)
const LazyCodesDialog = lazyOverlay(async () => (await import('./codes-dialog.tsx')).CodesDialog)

/** The second factors of the member, and everything that changes them. */
export function FactorSettings({ email }: { email: string }) {
  const { t } = useTranslation()
  const { data, isLoadingError, error, isRefetching, refetch } = useFactorsQuery()
  const { start, dialogs } = useFactorDialogs(email, data?.asks_password ?? true)

  if (isLoadingError) {
    return (
      <LoadFailure
        heading="h2"
        title={t('second_factors.failed')}
        error={error}
        retry={t('second_factors.try_again')}
        onRetry={refetch}
        isRetrying={isRefetching}
      />
    )
  }
  if (!data) return <Skeleton shape="line" className="my-8 w-60" />
  return (
    <>
      <SettingsSection title={t('second_factors.title')} text={t('second_factors.text')}>
        <Standing factors={data} />
        {!data.may_change && (
          <Button variant="secondary" className="mt-4" onClick={signInAgain}>
            {t('second_factors.sign_in_again')}
          </Button>
        )}
      </SettingsSection>
      <SettingsSection title={t('second_factors.passkeys')} text={t('second_factors.passkeys_text')}>
        <ul>
          {data.passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              isLast={isLastOf(data)}
              mayChange={data.may_change}
              start={start}
            />
          ))}
        </ul>
        {data.may_change && (
          <Button
            variant="secondary"
            size="sm"
            className={cx(data.passkeys.length > 0 && 'mt-3')}
            icon={<Plus aria-hidden="true" />}
            onClick={() => start({ kind: 'add_passkey' })}
          >
            {t('second_factors.add_passkey')}
          </Button>
        )}
      </SettingsSection>
      <SettingsSection title={t('second_factors.app')} text={t('second_factors.app_text')}>
        <AppRow factors={data} start={start} />
      </SettingsSection>
      {data.recovery && (
        <SettingsSection title={t('second_factors.recovery')} text={t('second_factors.recovery_text')}>
          <RecoveryRow factors={data} start={start} />
        </SettingsSection>
      )}
      {dialogs}
    </>
  )
}

type Start = (task: Task | { kind: 'link_app' }) => void

/** The dialogs of a page that changes the locks. Each opening mounts a fresh one. */
export function useFactorDialogs(email: string, asksPassword: boolean): { start: Start; dialogs: ReactNode } {
  const [task, setTask] = useState<{ task: Task | { kind: 'link_app' }; key: number; isOpen: boolean } | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const start: Start = (next) => setTask({ task: next, key: (task?.key ?? 0) + 1, isOpen: true })
  const close = () => setTask((shown) => shown && { ...shown, isOpen: false })
  const shared = { email, asksPassword, onClose: close, onCodes: setCodes }
  const dialogs = (
    <>
      {task &&
        (task.task.kind === 'link_app' ? (
          task.isOpen && <LazyAppDialog key={task.key} open {...shared} />
        ) : (
          <LazyChangeDialog key={task.key} open={task.isOpen} task={task.task} {...shared} />
        ))}
      {codes && <LazyCodesDialog open codes={codes} onClose={() => setCodes(null)} />}
    </>
  )
  return { start, dialogs }
}

/** Signing in again gives the second step. The page of the settings is where it leads back to. */
function signInAgain() {
  clearToken()
  location.assign(paths.login)
}

function isLastOf({ passkeys, app }: SecondFactors): boolean {
  return passkeys.length + (app ? 1 : 0) === 1
}

function Standing({ factors }: { factors: SecondFactors }) {
  const { t } = useTranslation()
  const has = factors.passkeys.length > 0 || factors.app !== null
  const Icon = has ? ShieldCheck : ShieldAlert
  const kind = factors.passkeys.length > 0 ? (factors.app ? 'both' : 'passkey') : factors.app ? 'app' : 'none'
  return (
    <p className={cx('flex items-center gap-3 rounded-lg px-4 py-3.5', has ? 'bg-ok-wash' : 'bg-warn-wash')}>
      <Icon aria-hidden="true" className={cx('size-5 flex-none', has ? 'text-ok' : 'text-warn')} />
      <span>
        <b className={cx('font-semibold', has && 'text-ok')}>{t(`second_factors.standing.${has ? 'two' : 'one'}`)}</b>{' '}
        {t(`second_factors.standing.${kind}`)}
      </span>
    </p>
  )
}

function Row({
  icon: Icon,
  title,
  text,
  children,
}: {
  icon: LucideIcon
  title: string
  text: string
  children?: ReactNode
}) {
  return (
    <div className="flex items-center gap-3.5">
      <span
        aria-hidden="true"
        className="grid h-11 w-9.5 flex-none place-items-center icon-arch bg-garnet-wash text-garnet-ink"
      >
        <Icon className="size-icon-md stroke-light" />
      </span>
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="font-semibold">{title}</p>
        <p className="text-small text-mute">{text}</p>
      </div>
      {children}
    </div>
  )
}

interface PasskeyRowProps {
  passkey: Passkey
  isLast: boolean
  mayChange: boolean
  start: Start
}

function PasskeyRow({ passkey, isLast, mayChange, start }: PasskeyRowProps) {
  const { t, language } = useTranslation()
  const { name, created_at, last_used_at } = passkey
  const added = t('second_factors.added', { date: dateText(created_at, language, 'day') })
  const used = last_used_at ? t('second_factors.used', { date: dateText(last_used_at, language, 'day') }) : null
  return (
    <li className="border-b border-line py-2.5 first:-mt-2.5 last:border-b-0">
      <Row icon={Fingerprint} title={name} text={[added, used].filter(Boolean).join(', ')}>
        {mayChange && (
          <span className="flex flex-none">
            <IconButton label={t('second_factors.rename', { name })} onClick={() => start({ kind: 'rename', passkey })}>
              <Pencil aria-hidden="true" />
            </IconButton>
            <IconButton
              label={t('second_factors.remove', { name })}
              onClick={() => start({ kind: 'remove', passkey, isLast })}
            >
              <Trash2 aria-hidden="true" />
            </IconButton>
          </span>
        )}
      </Row>
    </li>
  )
}

function AppRow({ factors, start }: { factors: SecondFactors; start: Start }) {
  const { t, language } = useTranslation()
  const { app, may_change } = factors
  if (!app) {
    return (
      may_change && (
        <Button
          variant="secondary"
          size="sm"
          icon={<Plus aria-hidden="true" />}
          onClick={() => start({ kind: 'link_app' })}
        >
          {t('second_factors.link_app')}
        </Button>
      )
    )
  }
  return (
    <Row
      icon={QrCode}
      title={t('second_factors.app_since', { date: dateText(app.created_at, language, 'day') })}
      text={t('second_factors.app_when')}
    >
      {may_change && (
        <Button variant="secondary" size="sm" onClick={() => start({ kind: 'unlink_app', isLast: isLastOf(factors) })}>
          {t('second_factors.turn_off')}
        </Button>
      )}
    </Row>
  )
}

/** Used codes are struck through. The codes themselves were shown once. */
function RecoveryRow({ factors, start }: { factors: SecondFactors; start: Start }) {
  const { t, language } = useTranslation()
  if (!factors.recovery) return null
  const { created_at, left, codes } = factors.recovery
  return (
    <>
      <Row
        icon={Ticket}
        title={t('second_factors.left', { left, all: codes.length })}
        text={t('second_factors.made', { date: dateText(created_at, language, 'day') })}
      >
        {factors.may_change && (
          <Button variant="secondary" size="sm" onClick={() => start({ kind: 'make_codes' })}>
            {t('second_factors.make_new')}
          </Button>
        )}
      </Row>
      <ol aria-hidden="true" className="mt-3 grid w-fit grid-cols-5 gap-1.5 text-small md:grid-cols-10">
        {codes.map(({ position, used_at }) => (
          <li
            key={position}
            className={cx(
              'grid size-8 place-items-center rounded-md border border-line',
              used_at ? 'text-mute line-through' : 'bg-brass-wash text-brass-ink',
            )}
          >
            {position}
          </li>
        ))}
      </ol>
    </>
  )
}
