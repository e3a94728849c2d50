import type { Locale } from '#contract/accounts.ts'
import { endpoints } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import { cleanEmail, emailKey } from '#server/emails.ts'
import type { Feature } from '#server/feature.ts'
import { csvAnswer } from '#server/http/csv-answer.ts'
import { linkNextPage } from '#server/http/next-page.ts'
import type { Serve } from '#server/http/route.ts'
import { trySend } from '#server/jobs/best-effort.ts'
import { insertContactMessage } from '#server/store/contact-messages.ts'
import { newId } from '#server/store/ids.ts'
import { cleanText } from '#server/text.ts'
import { eraseMessage, exportInbox, listInbox, markMessage } from './inbox.ts'
import { contactJobs } from './jobs.ts'

export const contact: Feature = { routes: contactRoutes, jobs: contactJobs }

function contactRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.send_contact, { limit: 'contact' })(async ({ body, caller }) => {
    if (!body.website) await sendContact(ctx, { ...body, locale: caller.locale })
    return {}
  })

  serve(endpoints.list_contact_messages)(async ({ viewer, query, answer }) => {
    const search = { state: query.state || undefined, q: query.q }
    if (query.format === 'csv')
      return csvAnswer(answer, 'loge-contact', ctx.now(), await exportInbox(ctx, viewer, search))
    const { items, cursor } = await listInbox(ctx, search, query.cursor)
    linkNextPage(answer, cursor, search)
    return items
  })

  serve(endpoints.update_contact_message)(async ({ params, body }) => await markMessage(ctx, params.id, body))

  serve(endpoints.erase_contact_message)(async ({ viewer, params }) => {
    await eraseMessage(ctx, viewer, params.id)
    return {}
  })
}

/** Removes line breaks and text direction marks, because the name becomes the subject of a mail. */
function cleanName(name: string): string {
  return name
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

async function sendContact(
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
  await trySend(ctx, 'mail_contact_messages', {})
}
