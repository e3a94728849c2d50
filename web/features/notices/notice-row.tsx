import {
  BadgeCheck,
  CalendarClock,
  CreditCard,
  Drama,
  Flag,
  Gavel,
  IdCard,
  ImageOff,
  Landmark,
  type LucideIcon,
  PackageCheck,
  Scale,
  ShieldCheck,
  Siren,
  Ticket,
  TicketX,
  Undo2,
} from 'lucide-react'
import { dateText } from '#contract/dates.ts'
import type { Notice } from '#contract/notices.ts'
import { type TranslationKey, useTranslation } from '#web/lib/i18n/i18n.ts'
import { timeAgo } from '#web/lib/time-ago.ts'
import { Pill } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/cx.ts'
import { TextLink } from '#web/ui/text-link.tsx'
import { NoticeAnswer } from './notice-answer.tsx'

export const ROW = 'grid grid-cols-[44px_minmax(0,1fr)] gap-x-4 border-b border-line py-5 md:gap-x-5 md:py-6'

/** The icon of each kind of notice, and the text of its link if it has one. The server renders the text of the notice. */
const KINDS: Record<Notice['kind'], { Icon: LucideIcon; link: TranslationKey | null }> = {
  post_removed: { Icon: ImageOff, link: 'notices.to_decision' },
  report_upheld: { Icon: ShieldCheck, link: null },
  report_dismissed: { Icon: Flag, link: null },
  subscription_granted: { Icon: Ticket, link: 'notices.to_profile' },
  subscription_revoked: { Icon: TicketX, link: 'notices.to_profile' },
  creator_approved: { Icon: Drama, link: 'notices.to_settings' },
  export_ready: { Icon: PackageCheck, link: 'notices.to_export' },
  decision: { Icon: Gavel, link: 'notices.to_decision' },
  appeal_decided: { Icon: Scale, link: 'notices.to_decision' },
  report_reversed: { Icon: Flag, link: null },
  case_opened: { Icon: Siren, link: 'notices.to_cases' },
  appeal_filed: { Icon: Scale, link: 'notices.to_cases' },
  payment_received: { Icon: Ticket, link: 'notices.to_receipts' },
  payment_refunded: { Icon: Undo2, link: 'notices.to_receipts' },
  renewal_soon: { Icon: CalendarClock, link: 'notices.to_subscriptions' },
  payment_failed: { Icon: CreditCard, link: 'notices.to_subscriptions' },
  renewal_stopped: { Icon: TicketX, link: 'notices.to_subscriptions' },
  renewal_resumed: { Icon: Ticket, link: 'notices.to_subscriptions' },
  withdrawal_asked: { Icon: Undo2, link: 'notices.to_subscriptions' },
  verified: { Icon: BadgeCheck, link: 'notices.to_payouts' },
  verification_refused: { Icon: IdCard, link: 'notices.to_verification' },
  verification_sent: { Icon: IdCard, link: 'notices.to_verifications' },
  payout_sent: { Icon: Landmark, link: 'notices.to_payouts' },
  payout_failed: { Icon: Undo2, link: 'notices.to_payouts' },
  payout_account_changed: { Icon: Landmark, link: 'notices.to_payouts' },
}

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
  const { Icon, link } = KINDS[notice.kind]
  return (
    <li tabIndex={-1} className={cx(ROW, 'outline-offset-4')}>
      <span aria-hidden="true" className="grid size-11 place-items-center rounded-full bg-garnet-wash text-garnet-ink">
        <Icon className="size-5 stroke-icon" />
      </span>
      <div className="min-w-0">
        <p className="flex min-h-6 flex-wrap items-center gap-x-2.5 text-small text-mute">
          {isNew && <Pill colour="garnet">{t('notices.new')}</Pill>}
          <Ago created_at={notice.created_at} now={now} />
        </p>
        <p className="mt-1 leading-lead break-words whitespace-pre-line text-pretty">{notice.text}</p>
        {notice.path !== null && link !== null && (
          <TextLink to={notice.path} className="mt-1 inline-flex min-h-11 items-center">
            {t(link)}
          </TextLink>
        )}
        <NoticeAnswer notice={notice} user_id={user_id} />
      </div>
    </li>
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
