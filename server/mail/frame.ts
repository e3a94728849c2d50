import type { Locale } from '#contract/accounts.ts'
import { escapeHtml } from '#server/html.ts'

/** The fonts of the product are not at hand in a mail program. */
export const SERIF = "Georgia,'Times New Roman',serif"
const SANS = 'Helvetica,Arial,sans-serif'

/** A table that only arranges: mail programs know neither grids nor flexible boxes. */
export const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'

/**
 * The colours of the light theme are inline, because some mail programs drop style sheets. Those that know the colour
 * scheme of the device take the dark ones from here.
 */
const STYLE = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){
.pad{padding-left:22px!important;padding-right:22px!important}
.pic{width:68px!important}
.mid{padding-left:10px!important;padding-right:8px!important}
.who{font-size:18px!important}
.stub{width:64px!important;padding-left:2px!important;padding-right:2px!important}
}
@media (prefers-color-scheme:dark){
.page{background:#150E17!important;color:#F7EFE3!important}
.card{background:#1F1622!important;border-color:#3A2C3F!important}
.ink{color:#F7EFE3!important}
.soft{color:#D0C2CA!important}
.act{background:#B52E4E!important}
.rim{border-color:#1F1622!important}
.tkt{background:#2A1F2E!important;border-color:#57445E!important}
.num{color:#F193A5!important}
}`

interface Frame {
  locale: Locale
  title: string
  /** HTML. */
  content: string
  /** HTML below the card. */
  below?: string
  /** Where the pictures of the frame are; without it there are none. */
  origin: string | undefined
}

/** One column with a card: the logo, the content, and the balustrade at its foot. It reads well without its pictures. */
export function frameMail({ locale, title, content, below, origin }: Frame): string {
  const logo = origin
    ? `<td style="padding-right:10px"><img src="${escapeHtml(origin)}/mail/logo.png" width="25" height="29" alt="" style="display:block;border:0"></td>`
    : ''
  const rail = origin
    ? `<tr><td style="font-size:0;line-height:0"><img src="${escapeHtml(origin)}/mail/rail.png" width="558" alt="" style="display:block;width:100%;height:auto;border:0"></td></tr>\n`
    : ''
  return `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title><style>${STYLE}
</style></head>
<body class="page" style="margin:0;padding:0;background:#F1E9DB;color:#22151F;font:16px/1.6 ${SANS}">
<table ${TABLE} class="page" width="100%" style="background:#F1E9DB;color:#22151F;font:16px/1.6 ${SANS}"><tr><td align="center" style="padding:28px 16px 32px">
<table ${TABLE} class="card" width="560" style="width:100%;max-width:560px;background:#FFFDF9;border:1px solid #E3D8C6;border-radius:12px;border-collapse:separate;overflow:hidden">
<tr><td class="pad" align="left" style="padding:24px 36px 0"><table ${TABLE}><tr>${logo}<td class="ink" style="font:26px/1.1 ${SERIF};color:#22151F">Loge</td></tr></table></td></tr>
<tr><td class="pad ink" align="left" style="padding:22px 36px 34px;color:#22151F;font:16px/1.6 ${SANS}">
${content}
</td></tr>
<tr><td style="height:7px;background:#8C1430;font-size:0;line-height:7px">&nbsp;</td></tr>
${rail}</table>${below ? `\n<div style="max-width:560px;padding:20px 8px 0">${below}</div>` : ''}
</td></tr></table>
</body></html>
`
}

/** The headline, whose second part is in italics. */
export function headline(title: string, italic: string | undefined): string {
  const end = italic ? ` <em style="font-style:italic">${escapeHtml(italic)}</em>` : ''
  return `<h1 class="ink" style="font:400 29px/1.2 ${SERIF};color:#22151F;margin:0 0 12px;overflow-wrap:anywhere">${escapeHtml(title)}${end}</h1>`
}

export function button(words: string, link: string): string {
  return `<a class="act" href="${escapeHtml(link)}" style="display:inline-block;padding:13px 26px;border-radius:999px;background:#8C1430;color:#FFF8EE;font-weight:600;text-decoration:none">${escapeHtml(words)}</a>`
}
