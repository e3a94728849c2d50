import type { Locale } from '#contract/accounts.ts'
import { dateText } from '#contract/dates.ts'
import { IMAGE_WIDTHS } from '#contract/media.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Context } from '#server/context.ts'
import type { MailParts } from '#server/mail/layout.ts'
import type { MailPicture } from '#server/mail/pictures.ts'
import { mediaPath } from '#server/media/media.ts'
import type { EndingTicket, UnmailedNotice } from '#server/store/notice-mails.ts'
import { PRICE_FROM, SOMEBODY, TICKET_WORDS, TOLD_WORDS, ticketKind } from './mail-words.ts'
import { priceText } from './words.ts'

const [PICTURE_WIDTH] = IMAGE_WIDTHS
/** Of somebody who has never said where they are. */
const TIME_ZONE = 'Europe/Paris'

type Mailing = Pick<Context, 'config' | 'now' | 'origin' | 'payments'>
/** What the kind decides of a mail. */
type OwnParts = Pick<MailParts, 'title' | 'italic' | 'text' | 'action' | 'portrait' | 'ticket' | 'beside'>

/** The mail of a kind that has its own words. Undefined for the others, whose mails say what the notice says. */
export function toldParts(ctx: Mailing, notice: UnmailedNotice, locale: Locale): OwnParts | undefined {
  const { kind, details, waiting, waiting_since } = notice
  if (!(kind in TOLD_WORDS)) return undefined
  const name = notice.person ?? notice.creator ?? SOMEBODY[locale]
  const since = waiting_since ? sinceText(waiting_since, ctx.now(), notice, locale) : ''
  const is_album = (details.pictures ?? 1) > 1
  const words = TOLD_WORDS[kind as keyof typeof TOLD_WORDS][locale]({ name, is_album, waiting, since })
  return { ...words, portrait: portraitOf(ctx, notice, name) }
}

/** "14:02" of today, "Tuesday 17 November at 14:02" of another day. */
function sinceText(time: Date, now: Date, { time_zone }: UnmailedNotice, locale: Locale): string {
  const zone = time_zone ?? TIME_ZONE
  const isToday = dateText(time, locale, 'day', zone) === dateText(now, locale, 'day', zone)
  return dateText(time, locale, isToday ? 'time' : 'weekday_time', zone)
}

/** The mail about a ticket that ends, with its subject. */
export function ticketParts(
  ctx: Mailing,
  notice: UnmailedNotice & { creator: string },
  { ticket, locale }: { ticket: EndingTicket; locale: Locale },
): OwnParts & { subject: string } {
  const { creator: name, time_zone } = notice
  const zone = time_zone ?? TIME_ZONE
  const days = Math.max(1, Math.round((ticket.ends_at.getTime() - ctx.now().getTime()) / DAY_MS))
  const { days_left, ...words } = TICKET_WORDS[locale]({
    name,
    days,
    weekday: dateText(ticket.ends_at, locale, 'weekday_name', zone),
    moment: dateText(ticket.ends_at, locale, 'weekday_time', zone),
    is_single: ticket.period !== null && !ticket.was_renewing,
  })
  const price = ctx.payments && PRICE_FROM[locale](priceText(ticket.again_from, locale))
  const picture = portraitOf(ctx, notice, name)
  return { ...words, beside: price, ticket: { picture, name, kind: ticketKind(ticket, locale), days, days_left } }
}

/** Portraits are public: mail programs load them without signing in. */
function portraitOf(ctx: Mailing, { portrait_id }: UnmailedNotice, alt: string): MailPicture | undefined {
  const path = mediaPath(portrait_id)
  if (!path || !URL.canParse(ctx.origin())) return undefined
  const host = new URL(ctx.config.web.api_host, ctx.origin()).href.replace(/\/$/, '')
  return { address: `${host}${path}?w=${PICTURE_WIDTH}`, alt }
}
