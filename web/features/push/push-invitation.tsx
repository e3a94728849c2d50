import { BellRing } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { isResting, startRest } from './invitation-rest.ts'
import { useAllowPushMutation, usePushDeviceQuery } from './queries.ts'

/**
 * Asks before the browser asks: a refusal of its own question can only be taken back in its settings. Not shown on devices
 * that have push, have refused it or do not know it, nor for 30 days after "Not now".
 */
export function PushInvitation({ user_id }: { user_id: string }) {
  const { t } = useTranslation()
  const titleId = useId()
  const { data } = usePushDeviceQuery(user_id)
  const allow = useAllowPushMutation(user_id)
  const [isPutOff, setPutOff] = useState(() => isResting(Date.now()))
  if (isPutOff || (data?.state !== 'default' && data?.state !== 'off')) return null

  function putOff() {
    startRest(Date.now())
    setPutOff(true)
    keepFocus()
  }

  return (
    <section
      aria-labelledby={titleId}
      className="mb-5.5 flex items-start gap-5.5 rounded-card bg-brass-wash px-6.5 py-6 max-md:flex-col max-md:gap-3.5 max-md:p-5"
    >
      <span
        aria-hidden="true"
        className="grid h-16.5 w-14 flex-none place-items-center empty-arch bg-surface text-garnet-ink"
      >
        <BellRing className="size-icon-3xl stroke-light" />
      </span>
      <div className="min-w-0">
        <h2 id={titleId} className="t2">
          {t('push.invitation')}
        </h2>
        <p className="mt-1 text-pretty dark:text-soft">{t('push.invitation_text')}</p>
        <div className="mt-3.5 flex flex-wrap gap-2">
          <Button size="sm" loading={allow.isPending} onClick={() => allow.mutate(undefined, { onSuccess: keepFocus })}>
            {t('push.allow')}
          </Button>
          <Button variant="ghost" size="sm" onClick={putOff}>
            {t('push.later')}
          </Button>
        </div>
      </div>
    </section>
  )
}

/** The card disappears with the pressed button, so the page gets the focus. */
function keepFocus(): void {
  document.querySelector('main')?.focus({ preventScroll: true })
}
