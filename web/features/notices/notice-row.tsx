import {
  AtSign,
  BadgeCheck,
  Bell,
  CalendarClock,
  CirclePlay,
  Drama,
  Flag,
  Gavel,
  IdCard,
  ImageOff,
  Images,
  KeyRound,
  Landmark,
  type LucideIcon,
  MessageCircle,
  MonitorSmartphone,
  PackageCheck,
  ReceiptText,
  Scale,
  ShieldAlert,
  ShieldCheck,
  Siren,
  SmilePlus,
  Ticket,
  TicketX,
  TriangleAlert,
  Undo2,
  Users,
} from 'lucide-react'
import { Fragment } from 'react'
import { dateText } from '#contract/dates.ts'
import type { Notice } from '#contract/notices.ts'
import { type TranslationKey, useTranslation } from '#web/lib/i18n/i18n.ts'
import { timeAgo } from '#web/lib/time-ago.ts'
import { Pill } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { NoticeAnswer } from './notice-answer.tsx'

export const ROW =
  'grid grid-cols-[44px_minmax(0,1fr)] gap-x-3.5 border-t border-line py-4.5 first:border-t-0 first:pt-2 md:gap-x-4.5'

/** Problems and good outcomes keep their colour. Other kinds are garnet while they are new, and quiet afterwards. */
const DISCS = {
  warn: 'bg-warn-wash text-warn',
  ok: 'bg-ok-wash text-ok',
  new: 'bg-garnet-wash text-garnet-ink',
  old: 'bg-sunken text-soft',
}

interface Look {
  Icon: LucideIcon
  /** The text of the link, if it has one. */
  link: TranslationKey | null
  disc?: 'warn' | 'ok'
}

/** How each kind of notice looks. The server renders the text of the notice. */
const KINDS: Record<Notice['kind'], Look> = {
  post_removed: { Icon: ImageOff, link: 'notices.to_decision', disc: 'warn' },
  report_upheld: { Icon: Gavel, link: null, disc: 'ok' },
  report_dismissed: { Icon: Flag, link: null },
  subscription_granted: { Icon: Ticket, link: 'notices.to_profile' },
  subscription_revoked: { Icon: TicketX, link: 'notices.to_profile' },
  creator_approved: { Icon: Drama, link: 'notices.to_settings', disc: 'ok' },
  export_ready: { Icon: PackageCheck, link: 'notices.to_export' },
  decision: { Icon: Gavel, link: 'notices.to_decision', disc: 'warn' },
  appeal_decided: { Icon: Scale, link: 'notices.to_decision' },
  report_reversed: { Icon: Flag, link: null },
  case_opened: { Icon: Siren, link: 'notices.to_cases' },
  appeal_filed: { Icon: Scale, link: 'notices.to_cases' },
  payment_received: { Icon: ReceiptText, link: 'notices.to_receipts' },
  payment_refunded: { Icon: Undo2, link: 'notices.to_receipts' },
  renewal_soon: { Icon: CalendarClock, link: 'notices.to_subscriptions' },
  payment_failed: { Icon: TriangleAlert, link: 'notices.to_subscriptions', disc: 'warn' },
  renewal_stopped: { Icon: TicketX, link: 'notices.to_subscriptions', disc: 'warn' },
  renewal_resumed: { Icon: Ticket, link: 'notices.to_subscriptions', disc: 'ok' },
  withdrawal_asked: { Icon: Undo2, link: 'notices.to_subscriptions' },
  withdrawal_declined: { Icon: Undo2, link: 'notices.to_subscriptions', disc: 'warn' },
  verified: { Icon: BadgeCheck, link: 'notices.to_payouts', disc: 'ok' },
  verification_refused: { Icon: IdCard, link: 'notices.to_verification', disc: 'warn' },
  withdrawal_waits: { Icon: Undo2, link: 'notices.to_withdrawals' },
  verification_sent: { Icon: IdCard, link: 'notices.to_verifications' },
  payout_sent: { Icon: Landmark, link: 'notices.to_payouts', disc: 'ok' },
  payout_failed: { Icon: Undo2, link: 'notices.to_payouts', disc: 'warn' },
  payout_account_changed: { Icon: Landmark, link: 'notices.to_payouts' },
  new_message: { Icon: MessageCircle, link: 'notices.to_message' },
  new_reaction: { Icon: SmilePlus, link: 'notices.to_message' },
  new_post: { Icon: Images, link: 'notices.to_post' },
  new_story: { Icon: CirclePlay, link: 'notices.to_post' },
  new_subscriber: { Icon: Users, link: null },
  ticket_ends: { Icon: Ticket, link: 'notices.to_tickets' },
  box_open: { Icon: Drama, link: 'notices.to_profile' },
  new_sign_in: { Icon: MonitorSmartphone, link: 'notices.to_sessions' },
  password_changed: { Icon: KeyRound, link: 'notices.to_settings_of_account' },
  address_changed: { Icon: AtSign, link: 'notices.to_settings_of_account' },
  factor_added: { Icon: ShieldCheck, link: 'notices.to_factors', disc: 'ok' },
  factor_removed: { Icon: ShieldAlert, link: 'notices.to_factors', disc: 'warn' },
  recovery_code_used: { Icon: Ticket, link: 'notices.to_factors', disc: 'warn' },
  recovery_codes_made: { Icon: Ticket, link: 'notices.to_factors' },
  second_step_failed: { Icon: ShieldAlert, link: 'notices.to_settings_of_account', disc: 'warn' },
  recovery_asked: { Icon: ShieldAlert, link: 'notices.to_factors', disc: 'warn' },
  factors_taken: { Icon: ShieldAlert, link: 'notices.to_factors', disc: 'warn' },
  recovery_waits: { Icon: KeyRound, link: 'notices.to_recoveries' },
}

/** A kind of a newer server that this page does not know yet. */
const UNKNOWN: Look = { Icon: Bell, link: null }

export interface NoticeRowProps {
  notice: Notice
  /** Whether it was unread before this visit. */
  isNew: boolean
  now: number
  user_id: string
}

/** A notice: its time, its text, its link, and the answer to it. */
export function NoticeRow({ notice, isNew, now, user_id }: NoticeRowProps) {
  const { t } = useTranslation()
  const { Icon, link, disc = isNew ? 'new' : 'old' } = KINDS[notice.kind] ?? UNKNOWN
  return (
    <li tabIndex={-1} className={cx(ROW, 'outline-offset-4')}>
      <span aria-hidden="true" className={cx('grid size-11 place-items-center rounded-full', DISCS[disc])}>
        <Icon className="size-5 stroke-icon" />
      </span>
      <div className="min-w-0">
        <p className="flex min-h-6 flex-wrap items-center gap-x-2.5 text-small text-mute">
          {isNew && <Pill colour="garnet">{t('notices.new')}</Pill>}
          <Ago created_at={notice.created_at} now={now} />
        </p>
        <p className="mt-0.5 leading-lead break-words whitespace-pre-line text-pretty">
          <NamedText {...notice} />
        </p>
        {notice.path !== null && link !== null && (
          <TextLink to={notice.path} className="-my-1.5 inline-flex min-h-11 items-center">
            {t(link)}
          </TextLink>
        )}
        <NoticeAnswer notice={notice} user_id={user_id} />
      </div>
    </li>
  )
}

/** The text with its names in bold letters. */
function NamedText({ text, names = [] }: Pick<Notice, 'text' | 'names'>) {
  return (
    <>
      {names.map(({ from, to }, index) => (
        <Fragment key={from}>
          {text.slice(names[index - 1]?.to ?? 0, from)}
          <b className="font-semibold">{text.slice(from, to)}</b>
        </Fragment>
      ))}
      {text.slice(names.at(-1)?.to ?? 0)}
    </>
  )
}

function Ago({ created_at, now }: { created_at: string; now: number }) {
  const { t, language } = useTranslation()
  const ago = timeAgo(created_at, now)
  return (
    <time dateTime={created_at} title={dateText(created_at, language, 'moment')}>
      {ago.unit === 'now' ? t('notices.just_now') : t(`notices.${ago.unit}_ago`, { count: ago.count })}
    </time>
  )
}
