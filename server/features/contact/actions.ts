import type { Locale } from '#contract/accounts.ts'
import type { Context } from '#server/context.ts'
import { cleanEmail, emailKey } from '#server/emails.ts'
import { sendAnyway } from '#server/jobs/send-anyway.ts'
import { insertContactMessage } from '#server/store/contact-messages.ts'
import { newId } from '#server/store/ids.ts'
import { cleanText } from '#server/text.ts'

/** Removes line breaks and text direction marks, because the name becomes the subject of a mail. */
function cleanName(name: string): string {
  return name
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

export async function sendContact(
  ctx: Pick<Context, 'db' | 'jobs' | 'log' | 'now'>,
  input: { name: string; email: string; message: string; locale: Locale },
): Promise<void> {
  const created_at = ctx.now()
  await insertContactMessage(ctx.db, {
    id: newId(created_at),
    name: cleanName(input.name),
    email: cleanEmail(input.email),
    email_key: emailKey(input.email),
    message: cleanText(input.message),
    locale: input.locale,
    created_at,
  })
  // If the job cannot be queued, the schedule mails the message later. The sender need not send it again.
  await sendAnyway(ctx, 'mail_contact_messages', {})
}
