import { BellOff, Smartphone } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import type { PushDevice } from './push-device.ts'
import { useAllowPushMutation, usePushDeviceQuery, useSilencePushMutation, useTryPushMutation } from './queries.ts'

/** The state of push on this device, and what can be done about it. */
export function PushCard({ user_id }: { user_id: string }) {
  const { t } = useTranslation()
  const { data, isError, refetch } = usePushDeviceQuery(user_id)
  const card = useRef<HTMLDivElement>(null)
  const hasColour = data?.state === 'on' ? 'bg-ok-wash text-ok' : 'bg-sunken'
  const Icon = data?.state === 'denied' || data?.state === 'unsupported' ? BellOff : Smartphone

  // The pressed button disappears with the state it belongs to.
  const keepFocus = () => card.current?.focus()

  return (
    // Screen readers announce a new state. The place is there before the first one is known.
    <div ref={card} role="status" tabIndex={-1} className="mt-4.5 rounded-lg outline-offset-2">
      {(data || isError) && (
        <div className={cx('flex items-start gap-3 rounded-lg px-4 py-3.5 text-label leading-note', hasColour)}>
          <Icon aria-hidden="true" className="mt-px size-icon-lg flex-none stroke-icon" />
          <div>
            {data ? (
              <State device={data} user_id={user_id} onChanged={keepFocus} />
            ) : (
              <>
                <p>{t('push.unknown')}</p>
                <TextButton onPress={() => void refetch().then(keepFocus)}>{t('push.try_again')}</TextButton>
              </>
            )}
          </div>
        </div>
      )}
    </div>
  )
}

interface StateProps {
  device: PushDevice
  user_id: string
  onChanged: () => void
}

function State({ device, user_id, onChanged }: StateProps) {
  const { t } = useTranslation()
  const allow = useAllowPushMutation(user_id)
  if (device.state === 'on') return <On id={device.id} user_id={user_id} onChanged={onChanged} />
  if (device.state === 'denied') return <How title={t('push.denied')} text={t('push.denied_how')} />
  if (device.state === 'install') return <How title={t('push.install')} text={t('push.install_how')} />
  if (device.state === 'unsupported') return <p>{t('push.unsupported')}</p>
  return (
    <>
      <p>{t('push.off')}</p>
      <Button
        variant="secondary"
        size="sm"
        className="mt-2"
        loading={allow.isPending}
        onClick={() => allow.mutate(undefined, { onSuccess: onChanged })}
      >
        {t('push.allow')}
      </Button>
    </>
  )
}

function On({ id, user_id, onChanged }: { id: string; user_id: string; onChanged: () => void }) {
  const { t } = useTranslation()
  const attempt = useTryPushMutation()
  const silence = useSilencePushMutation(user_id)
  return (
    <>
      <p>{t('push.on')}</p>
      <div className="flex flex-wrap gap-x-4">
        <TextButton isBusy={attempt.isPending} onPress={() => attempt.mutate(id)}>
          {t('push.try')}
        </TextButton>
        <TextButton isBusy={silence.isPending} onPress={() => silence.mutate(id, { onSuccess: onChanged })}>
          {t('push.silence')}
        </TextButton>
      </div>
    </>
  )
}

function How({ title, text }: { title: string; text: string }) {
  return (
    <>
      <p>{title}</p>
      <p className="mt-0.5 text-small text-soft">{text}</p>
    </>
  )
}

/** A button that looks like a link, in the colour of the card. Its target is higher than its text. */
function TextButton({ isBusy, onPress, children }: { isBusy?: boolean; onPress: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-busy={isBusy || undefined}
      onClick={onPress}
      className="-my-1.5 inline-flex min-h-11 cursor-pointer items-center rounded-sm py-2.5 text-left font-semibold underline underline-offset-3 hover:no-underline"
    >
      {children}
    </button>
  )
}
