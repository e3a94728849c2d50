import { escapeHtml } from '#server/html.ts'
import { SERIF, TABLE } from './frame.ts'

/** A picture that everybody may see, under its absolute address. */
export interface MailPicture {
  address: string
  /** Read aloud, and shown where pictures are blocked. */
  alt: string
}

/** Somebody's portrait in its arch, with a brass edge. */
export function portrait({ address, alt }: MailPicture): string {
  return `<table ${TABLE} align="center" style="margin:4px auto 20px"><tr><td style="padding:3px;border-radius:66px 66px 16px 16px;background:#A87A2C;background-image:linear-gradient(160deg,#E3BE73,#A87A2C 45%,#8C1430)"><img class="rim" src="${escapeHtml(address)}" width="118" height="140" alt="${escapeHtml(alt)}" style="display:block;width:118px;height:140px;object-fit:cover;border:4px solid #FFFDF9;border-radius:63px 63px 13px 13px;background:#F1E9DB;color:#22151F;font:14px/1.3 ${SERIF};text-align:center;overflow:hidden"></td></tr></table>
`
}

/** What a ticket shows. */
export interface MailTicket {
  picture: MailPicture | undefined
  name: string
  /** What kind of ticket it is. */
  kind: string
  days: number
  days_left: string
}

/** A ticket, with its stub that counts the days. */
export function ticketCard({ picture, name, kind, days, days_left }: MailTicket): string {
  const image = picture
    ? `<td class="pic" width="92" style="width:92px;font-size:0;line-height:0"><img class="pic" src="${escapeHtml(picture.address)}" width="92" height="124" alt="${escapeHtml(picture.alt)}" style="display:block;width:92px;height:124px;object-fit:cover;border:0;border-radius:13px 0 0 13px;background:#F1E9DB;color:#22151F;font:14px/1.3 ${SERIF}"></td>\n`
    : ''
  return `<table ${TABLE} class="tkt" width="100%" style="margin:0 0 24px;background:#FAF5EC;border:1px solid #E3D8C6;border-radius:14px;border-collapse:separate"><tr>
${image}<td class="mid" style="padding:16px 14px"><p class="ink who" style="margin:0;font:20px/1.3 ${SERIF};color:#22151F;overflow-wrap:anywhere">${escapeHtml(name)}</p>
<p class="soft" style="margin:4px 0 0;font-size:14px;line-height:1.4;color:#574753">${escapeHtml(kind)}</p></td>
<td class="tkt stub" width="96" align="center" style="width:96px;padding:16px 8px;background:#FAF5EC;border-left:2px dashed #D9CBB4;border-radius:0 13px 13px 0"><p class="num" style="margin:0;font:34px/1.1 ${SERIF};color:#8C1430">${days}</p>
<p class="soft" style="margin:2px 0 0;font-size:14px;line-height:1.4;color:#574753">${escapeHtml(days_left)}</p></td>
</tr></table>
`
}
