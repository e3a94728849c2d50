import { Bell, BellRing } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { useWaitingMutation } from './queries.ts'

export interface WaitingCardProps {
  username: string
  is_waiting: boolean
  /** Called when the viewer no longer waits: the card stays, so that they can ask again. */
  onLeave: () => void
  /** For `lazyOverlay`. */
  open: boolean
  onClose: () => void
}

/** Below the subscribe button while nothing can be bought: offers to tell when that changes. */
export function WaitingCard({ username, is_waiting, onLeave, open }: WaitingCardProps) {
  const { t } = useTranslation()
  const { mutate, isPending } = useWaitingMutation(username)
  const button = useRef<HTMLButtonElement>(null)
  const before = useRef(is_waiting)

  // The pressed button has been replaced by the opposite one, which gets the focus that was lost with it.
  useEffect(() => {
    if (before.current !== is_waiting && document.activeElement === document.body) button.current?.focus()
    before.current = is_waiting
  }, [is_waiting])

  if (!open) return null
  return is_waiting ? (
    <Card
      icon={<BellRing aria-hidden="true" />}
      colour="bg-ok-wash text-ok"
      title={t('waiting_lists.told')}
      text={t('waiting_lists.told_text', { username })}
    >
      <button
        ref={button}
        type="button"
        aria-disabled={isPending || undefined}
        className="text-link cursor-pointer"
        onClick={() => {
          onLeave()
          mutate(false)
        }}
      >
        {t('waiting_lists.undo')}
      </button>
    </Card>
  ) : (
    <Card
      icon={<Bell aria-hidden="true" />}
      colour="bg-garnet-wash text-garnet-ink"
      title={t('waiting_lists.closed')}
      text={t('waiting_lists.closed_text')}
    >
      <Button
        ref={button}
        variant="secondary"
        size="sm"
        className="mt-3"
        icon={<Bell aria-hidden="true" />}
        loading={isPending}
        onClick={() => mutate(true)}
      >
        {t('waiting_lists.tell_me')}
      </Button>
    </Card>
  )
}

interface CardProps {
  icon: ReactNode
  colour: string
  title: string
  text: string
  children: ReactNode
}

function Card({ icon, colour, title, text, children }: CardProps) {
  return (
    <div className="flex animate-appear gap-4 rounded-panel border border-line bg-surface p-4.5">
      <span className={cx('icon-arch grid h-13 w-11 flex-none place-items-center [&>svg]:size-5', colour)}>{icon}</span>
      <div className="min-w-0 flex-1">
        <div role="status">
          <p className="t3">{title}</p>
          <p className="mt-0.5 text-label wrap-anywhere text-soft">{text}</p>
        </div>
        {children}
      </div>
    </div>
  )
}
