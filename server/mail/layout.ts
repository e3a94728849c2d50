import type { Locale } from '#contract/accounts.ts'
import { escapeHtml } from '#server/html.ts'

interface MailParts {
  title: string
  text: string
  /** Paragraphs after the text, each with a heading. */
  paragraphs?: readonly { title: string; text: string }[]
  action: string
  link: string
  footnote: string
  /** The unsubscribe link at the end, for mailing lists. */
  way_out?: { words: string; link: string }
}

/** A mail as text and as HTML. Styles are inline, because mail programs ignore style sheets. */
export function layoutMail(locale: Locale, parts: MailParts): { text: string; html: string } {
  const { title, text, paragraphs = [], action, link, footnote, way_out } = parts
  const named = (words: string, address: string) => `${words}${locale === 'fr' ? '\u202f' : ''}:\n${address}`
  const blocks = [
    title,
    text,
    ...paragraphs.map((paragraph) => `${paragraph.title}\n${paragraph.text}`),
    named(action, link),
    footnote,
    ...(way_out ? [named(way_out.words, way_out.link)] : []),
  ]
  return {
    text: `${blocks.join('\n\n')}\n\nLoge\n`,
    html: page(
      locale,
      title,
      `<p style="margin:0 0 24px;overflow-wrap:anywhere">${lines(text)}</p>${paragraphs
        .map(
          (paragraph) =>
            `\n<h2 style="font:600 16px/1.6 Helvetica,Arial,sans-serif;margin:0">${escapeHtml(paragraph.title)}</h2>\n<p style="margin:0 0 24px;overflow-wrap:anywhere">${lines(paragraph.text)}</p>`,
        )
        .join('')}
<p style="margin:0 0 24px"><a href="${escapeHtml(link)}" style="display:inline-block;padding:14px 24px;border-radius:999px;background:#8C1430;color:#FFF8EE;font-weight:600;text-decoration:none">${escapeHtml(action)}</a></p>
<p style="margin:0 0 24px;font-size:14px;color:#574753;word-break:break-all">${escapeHtml(link)}</p>
<p style="margin:0;font-size:14px;color:#574753">${escapeHtml(footnote)}</p>${
        way_out
          ? `\n<p style="margin:24px 0 0;font-size:14px"><a href="${escapeHtml(way_out.link)}" style="color:#574753">${escapeHtml(way_out.words)}</a></p>`
          : ''
      }`,
    ),
  }
}

interface Note {
  title: string
  /** One line each, such as the sender and the time. */
  facts: string[]
  text: string
  text_locale: Locale
}

/** A mail to the staff with a text that somebody else wrote. */
export function layoutNote({ title, facts, text, text_locale }: Note): { text: string; html: string } {
  return {
    text: `${title}\n\n${facts.join('\n')}\n\n${text}\n`,
    html: page(
      'en',
      title,
      `<p style="margin:0 0 24px;font-size:14px;color:#574753">${lines(facts.join('\n'))}</p>
<p lang="${text_locale}" style="margin:0;overflow-wrap:anywhere">${lines(text)}</p>`,
    ),
  }
}

function lines(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>\n')
}

/** `content` is HTML. */
function page(locale: Locale, title: string, content: string): string {
  return `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:32px 16px;background:#FAF5EC;color:#22151F;font:16px/1.6 Helvetica,Arial,sans-serif">
<div style="max-width:480px;margin:0 auto">
<p style="font:26px/1 Georgia,serif;color:#8C1430;margin:0 0 32px">Loge</p>
<h1 style="font:400 27px/1.2 Georgia,serif;margin:0 0 16px">${escapeHtml(title)}</h1>
${content}
</div></body></html>
`
}
