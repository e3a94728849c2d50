import { Flag, Ticket } from 'lucide-react'
import { useState } from 'react'
import { dateText } from '#contract/dates.ts'
import type { FanCard } from '#contract/fan-cards.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { portraitUrl } from '#web/lib/media-url.ts'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { LazyDrawer } from '#web/ui/overlays/lazy.tsx'
import type { MenuEntry } from '#web/ui/overlays/menu-popup.tsx'
import { usePersonActions } from '#web/ui/person-actions.ts'
import { Avatar } from '#web/ui/pictures/avatar.tsx'
import { useReportDialog } from '#web/ui/report-dialog.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { LabelEditor } from './label-editor.tsx'
import { NoteField } from './note-field.tsx'
import { useFanCardQuery } from './queries.ts'

export interface FanPanelProps {
  username: string
  /** The viewer blocks the fan. */
  isBlocked: boolean
}

/** What a creator knows and keeps of a fan: since when, which ticket, labels and notes; and reporting and blocking. */
export function FanPanel({ username, isBlocked }: FanPanelProps) {
  const { t, language } = useTranslation()
  const { data: card, isLoadingError, error, refetch, isFetching } = useFanCardQuery(username)
  if (isLoadingError) {
    return (
      <LoadFailure
        look="bare"
        title={t('fan_cards.failed')}
        error={error}
        retry={t('fan_cards.try_again')}
        onRetry={refetch}
        isRetrying={isFetching}
      />
    )
  }
  if (!card) return <PanelSkeleton />
  return (
    <>
      <div className="flex items-center gap-3">
        <Avatar name={username} src={portraitUrl(card.profile_pic)} size={52} />
        <div className="min-w-0">
          <h2 className="t3 wrap-anywhere">{username}</h2>
          <p className="text-small text-mute">
            {t('fan_cards.since', { month: dateText(card.since, language, 'month_year') })}
          </p>
        </div>
      </div>
      <TicketNote ticket={card.ticket} />
      <LabelEditor username={username} labels={card.labels} />
      <NoteField key={username} username={username} note={card.note} />
      <PersonEntries username={username} isBlocked={isBlocked} profile_pic={card.profile_pic} />
    </>
  )
}

export interface FanDrawerProps extends FanPanelProps {
  open: boolean
  onClose: () => void
}

/** The same where there is no room beside the conversation. */
export function FanDrawer({ open, onClose, ...fan }: FanDrawerProps) {
  const { t } = useTranslation()
  return (
    <LazyDrawer open={open} onClose={onClose} label={t('fan_cards.title', { name: fan.username })}>
      <div className="px-7 pt-5">
        <FanPanel {...fan} />
      </div>
    </LazyDrawer>
  )
}

function TicketNote({ ticket }: Pick<FanCard, 'ticket'>) {
  const { t, language } = useTranslation()
  const kind = ticket && t(`fan_cards.ticket.${ticket.period ?? 'granted'}`)
  const state = ticket?.is_renewing ? 'renews' : ticket?.is_active ? 'ends' : 'ended'
  return (
    <div className="mt-4 flex gap-3 rounded-card bg-brass-wash px-4 py-3.5 text-small text-brass-ink">
      <Ticket aria-hidden="true" className="mt-0.5 size-icon-md flex-none stroke-icon" />
      {ticket && kind ? (
        <p>
          {t(`fan_cards.ticket.${state}`, { kind, date: dateText(ticket.ends_at, language, 'day_month') })}
          <br />
          {t('fan_cards.ticket.count', { count: ticket.count })}
        </p>
      ) : (
        <p>{t('fan_cards.ticket.none')}</p>
      )}
    </div>
  )
}

const ENTRY =
  'ring-inside flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-md px-3 text-left font-medium transition-colors hover:bg-sunken [&>svg]:size-icon-md [&>svg]:flex-none [&>svg]:stroke-icon'

function PersonEntries({ username, isBlocked, profile_pic }: FanPanelProps & Pick<FanCard, 'profile_pic'>) {
  const { t } = useTranslation()
  const person = usePersonActions()
  const ReportDialog = useReportDialog()
  const [isReporting, setReporting] = useState(false)
  if (!person || isBlocked) return null
  const entries: MenuEntry[] = [
    ...(ReportDialog
      ? [{ label: t('fan_cards.report'), icon: <Flag aria-hidden="true" />, onSelect: () => setReporting(true) }]
      : []),
    person.blockEntry(username),
  ]
  return (
    <div className="-mx-3 mt-4.5 border-t border-line pt-2">
      {entries.map(({ label, icon, onSelect }) => (
        <button key={label} type="button" aria-haspopup="dialog" onClick={onSelect} className={ENTRY}>
          {icon}
          {label}
        </button>
      ))}
      {ReportDialog && (
        <ReportDialog
          thing={{ kind: 'profile', name: username, username, profile_pic, text: '' }}
          open={isReporting}
          onClose={() => setReporting(false)}
        />
      )}
    </div>
  )
}

function PanelSkeleton() {
  return (
    <Loading className="block">
      <div className="flex items-center gap-3">
        <Skeleton shape="circle" className="size-14" />
        <Skeleton shape="line" className="w-32" />
      </div>
      <Skeleton shape="box" className="mt-4 h-18" />
      <Skeleton shape="line" className="mt-6 w-20" />
      <Skeleton shape="box" className="mt-3 h-32" />
    </Loading>
  )
}
