import type { Locale } from '#contract/accounts.ts'
import { escapeHtml } from '#server/html.ts'
import { button, frameMail, headline } from './frame.ts'
import { type MailPicture, type MailTicket, portrait, ticketCard } from './pictures.ts'

/** A link, and what it says. */
export interface MailLink {
  words: string
  link: string
}

export interface MailParts {
  title: string
  /** The second part of the headline. */
  italic?: string
  text: string
  /** Paragraphs after the text, each with a heading. */
  paragraphs?: readonly { title: string; text: string }[]
  /** The one picture: a portrait above a headline that is centred, or a ticket below the text. */
  portrait?: MailPicture | undefined
  ticket?: MailTicket | undefined
  action: string
  link: string
  /** What stands beside the button, such as a price. */
  beside?: string | undefined
  /** The address of the button is only behind it. */
  hides_link?: boolean
  footnote: string
  /** The links at the end, such as those that unsubscribe. */
  ways_out?: readonly MailLink[]
}

/** A mail as text and as HTML, with the same facts in both. */
export function layoutMail(locale: Locale, parts: MailParts): { text: string; html: string } {
  return { text: plainText(locale, parts), html: htmlOf(locale, parts) }
}

function plainText(locale: Locale, parts: MailParts): string {
  const { title, italic, text, paragraphs = [], ticket, action, beside, link, footnote, ways_out = [] } = parts
  const named = (words: string, address: string) => `${words}${locale === 'fr' ? '\u202f' : ''}:\n${address}`
  const blocks = [
    italic ? `${title} ${italic}` : title,
    text,
    ...paragraphs.map((paragraph) => `${paragraph.title}\n${paragraph.text}`),
    ...(ticket ? [`${ticket.name}\n${ticket.kind}\n${ticket.days} ${ticket.days_left}`] : []),
    named(beside ? `${action} (${beside})` : action, link),
    footnote,
    ...ways_out.map((way) => named(way.words, way.link)),
  ]
  return `${blocks.join('\n\n')}\n\nLoge\n`
}

const PARAGRAPH = 'margin:0 0 24px;overflow-wrap:anywhere'
const SMALL = 'font-size:14px;line-height:1.55;color:#574753'

function htmlOf(locale: Locale, parts: MailParts): string {
  const { title, italic, text, paragraphs = [], ticket, action, link, beside, footnote, ways_out = [] } = parts
  const content = `${parts.portrait ? portrait(parts.portrait) : ''}${headline(title, italic)}
<p class="soft" style="${PARAGRAPH};color:#574753">${lines(text)}</p>
${paragraphs
  .map(
    (paragraph) =>
      `<h2 class="ink" style="font:600 16px/1.6 Helvetica,Arial,sans-serif;color:#22151F;margin:0">${escapeHtml(paragraph.title)}</h2>\n<p class="soft" style="${PARAGRAPH};color:#574753">${lines(paragraph.text)}</p>\n`,
  )
  .join('')}${ticket ? ticketCard(ticket) : ''}<p style="margin:0">${button(action, link)}${
    beside
      ? ` <span class="soft" style="display:inline-block;padding:13px 0 13px 12px;font-size:15px;color:#574753">${escapeHtml(beside)}</span>`
      : ''
  }</p>${parts.hides_link ? '' : `\n<p class="soft" style="margin:24px 0 0;${SMALL};word-break:break-all">${escapeHtml(link)}</p>`}`
  const ways = ways_out.map(
    (way) =>
      `<a class="soft" href="${escapeHtml(way.link)}" style="display:inline-block;color:#574753;text-decoration:underline">${escapeHtml(way.words)}</a>`,
  )
  return frameMail({
    locale,
    title: italic ? `${title} ${italic}` : title,
    content: parts.portrait ? `<div style="text-align:center">${content}</div>` : content,
    below: `<p class="soft" style="margin:0;${SMALL};text-align:center">${[escapeHtml(footnote), ways.join(' · ')].filter(Boolean).join(' ')}</p>`,
    origin: originOf(link),
  })
}

interface Note {
  title: string
  /** One line each, such as the sender and the time. */
  facts: string[]
  text: string
  text_locale: Locale
  /** Of the product. */
  origin: string
}

/** A mail to the staff with a text that somebody else wrote. */
export function layoutNote({ title, facts, text, text_locale, origin }: Note): { text: string; html: string } {
  return {
    text: `${title}\n\n${facts.join('\n')}\n\n${text}\n`,
    html: frameMail({
      locale: 'en',
      title,
      content: `${headline(title, undefined)}
<p class="soft" style="margin:0 0 24px;${SMALL}">${lines(facts.join('\n'))}</p>
<p lang="${text_locale}" style="margin:0;overflow-wrap:anywhere">${lines(text)}</p>`,
      origin: originOf(origin),
    }),
  }
}

function originOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined
}

function lines(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>\n')
}
