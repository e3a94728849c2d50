import {
  BadgeCheck,
  Check,
  Download,
  Eye,
  Fingerprint,
  Gavel,
  Hand,
  KeyRound,
  Landmark,
  LifeBuoy,
  Lock,
  type LucideIcon,
  Scale,
  ScrollText,
  Snowflake,
  Stamp,
  Sun,
  Ticket,
  TicketX,
  Trash2,
  Undo2,
  UserCog,
  UserX,
} from 'lucide-react'
import { dateText } from '#contract/dates.ts'
import type { AuditAction, AuditEntry } from '#contract/staff.ts'
import { DAY_MS } from '#contract/time.ts'
import { useTranslation } from '#web/lib/i18n/i18n.ts'
import { portraitUrl } from '#web/lib/media-url.ts'
import { LogoMark } from '#web/ui/logo.tsx'
import { Avatar } from '#web/ui/pictures/avatar.tsx'

const ICONS: Record<AuditAction, LucideIcon> = {
  post_removed: Trash2,
  reports_dismissed: Check,
  subscription_granted: Ticket,
  subscription_revoked: TicketX,
  creator_approved: BadgeCheck,
  role_changed: UserCog,
  media_viewed: Eye,
  audit_exported: ScrollText,
  evidence_viewed: Stamp,
  case_taken: Hand,
  case_decided: Gavel,
  appeal_decided: Scale,
  legal_hold_changed: Lock,
  closing_proposed: UserX,
  account_frozen: Snowflake,
  account_unfrozen: Sun,
  account_closed: UserX,
  contact_exported: Download,
  newsletter_exported: Download,
  contact_erased: Trash2,
  newsletter_erased: Trash2,
  order_refunded: Undo2,
  withdrawal_declined: TicketX,
  verification_viewed: Eye,
  verification_decided: BadgeCheck,
  payout_batch_created: Landmark,
  payout_file_downloaded: Download,
  payout_batch_marked: Landmark,
  payout_decided: Landmark,
  seller_report_exported: Download,
  leak_looked_up: Fingerprint,
  factor_added: KeyRound,
  factor_removed: KeyRound,
  recovery_codes_made: Ticket,
  recovery_asked: LifeBuoy,
  recovery_stopped: LifeBuoy,
  recovery_approved: LifeBuoy,
  recovery_refused: LifeBuoy,
}

/** An entry of the audit log: when, what was done to whom, and who did it. */
export function AuditRow({ entry, now }: { entry: AuditEntry; now: Date }) {
  const { t, language } = useTranslation()
  const Icon = ICONS[entry.action]
  const { created_at } = entry
  return (
    <li
      tabIndex={-1}
      className="ring-inside flex flex-wrap items-center gap-x-3.5 gap-y-1 border-b border-line px-4 py-3 last:border-b-0 md:flex-nowrap md:gap-x-5 md:px-5.5"
    >
      <span
        aria-hidden="true"
        className="grid size-9.5 flex-none place-items-center self-start rounded-md bg-brass-wash text-brass-ink md:order-2 md:self-center"
      >
        <Icon className="size-icon-md stroke-icon" />
      </span>
      <p className="min-w-0 flex-1 text-ui leading-body wrap-anywhere md:order-3">
        <Deed entry={entry} />
      </p>
      <time
        dateTime={created_at}
        title={dateText(created_at, language, 'moment')}
        className="text-small text-mute max-md:basis-full max-md:pl-13 md:order-1 md:w-28 md:flex-none"
      >
        {dayOf(created_at) === dayOf(now)
          ? dateText(created_at, language, 'time')
          : dayOf(created_at) === dayOf(new Date(now.getTime() - DAY_MS))
            ? t('staff.audit.yesterday')
            : dateText(created_at, language, 'day')}
      </time>
      <span className="flex items-center gap-2 text-small max-md:basis-full max-md:pl-13 md:order-4 md:flex-none">
        {entry.who ? (
          <Avatar name={entry.who.username} src={portraitUrl(entry.who.profile_pic)} size={34} lazy />
        ) : (
          <LogoMark className="mx-1 size-5" />
        )}
        {entry.who?.username ?? t('staff.audit.house')}
      </span>
    </li>
  )
}

/** The local day. */
function dayOf(time: string | Date): string {
  return new Date(time).toDateString()
}

/** What was done to whom, and in a softer colour the rest. */
function Deed({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation()
  const { action, reason, days, role } = entry
  const names = { whom: entry.whom.username, creator: entry.creator ?? '' }
  const words =
    action === 'role_changed'
      ? role
        ? t('staff.audit.did_role_given', { ...names, role: t(`ui.role_${role}`) })
        : t('staff.audit.did_role_taken', names)
      : t(`staff.audit.did_${action}`, names)
  return (
    <>
      <span className="font-semibold">{words}</span>{' '}
      {(reason || days !== null) && (
        <span className="text-small text-mute">{reason ?? t('staff.audit.days', { count: days ?? 0 })}</span>
      )}
    </>
  )
}
