import type { Locale } from '#contract/accounts.ts'
import { endpoints } from '#contract/index.ts'
import { NEWSLETTER_CONSENT_VERSION } from '#contract/newsletter.ts'
import { newsletterPath } from '#contract/paths.ts'
import type { Context } from '#server/context.ts'
import { cleanEmail, emailKey } from '#server/emails.ts'
import { notFound } from '#server/errors.ts'
import type { Feature } from '#server/feature.ts'
import { csvAnswer } from '#server/http/csv-answer.ts'
import { linkNextPage } from '#server/http/next-page.ts'
import type { Serve } from '#server/http/route.ts'
import { trySend } from '#server/jobs/best-effort.ts'
import { hashSecret, newId } from '#server/store/ids.ts'
import {
  confirmNewsletterAddress,
  unsubscribeAddress,
  upsertNewsletterAddress,
} from '#server/store/newsletter/newsletter.ts'
import { eraseAddress, exportAddresses, listAddresses } from './addresses.ts'
import { newsletterJobs } from './jobs.ts'

export const newsletter: Feature = { routes: newsletterRoutes, jobs: newsletterJobs }

function newsletterRoutes(serve: Serve, ctx: Context): void {
  serve(endpoints.join_newsletter, { limit: 'newsletter' })(async ({ body, caller }) => {
    if (!body.website) await joinNewsletter(ctx, { ...body, locale: caller.locale })
    return {}
  })

  serve(endpoints.confirm_newsletter, { limit: 'newsletter_confirm' })(async ({ body }) => {
    await confirmNewsletter(ctx, body.token)
    return {}
  })

  // No rate limit: the one-click requests of many people come from the few servers of their mail provider.
  serve(endpoints.leave_newsletter)(async ({ query }) => {
    await leave(ctx, query.token)
    return {}
  })

  serve(endpoints.open_leave_newsletter)(async ({ query, answer }) => {
    answer.status(302)
    answer.header('location', newsletterPath('unsubscribe', encodeURIComponent(query.token)))
    return {}
  })

  serve(endpoints.list_newsletter)(async ({ viewer, query, answer }) => {
    const { q } = query
    if (query.format === 'csv')
      return csvAnswer(answer, 'loge-newsletter', ctx.now(), await exportAddresses(ctx, viewer, q))
    const state = query.state || undefined
    const { items, cursor } = await listAddresses(ctx, { state, search: q }, query.cursor)
    linkNextPage(answer, cursor, { state, q })
    return items
  })

  serve(endpoints.erase_newsletter_address)(async ({ viewer, params }) => {
    await eraseAddress(ctx, viewer, params.id)
    return {}
  })
}

/**
 * Stores an address with the consent: its text, language and time. The response is the same for known and unknown
 * addresses.
 */
async function joinNewsletter(
  ctx: Pick<Context, 'db' | 'jobs' | 'log' | 'now'>,
  input: { email: string; isInterestedInCreating?: boolean; consent_version?: string; locale: Locale },
): Promise<void> {
  await upsertNewsletterAddress(ctx.db, {
    email: cleanEmail(input.email),
    email_key: emailKey(input.email),
    is_interested_in_creating: input.isInterestedInCreating ?? false,
    consent_version: input.consent_version ?? NEWSLETTER_CONSENT_VERSION,
    consent_locale: input.locale,
    consented_at: ctx.now(),
  })
  // If the job cannot be queued, the schedule sends the confirmation mail later.
  await trySend(ctx, 'mail_newsletter', {})
}

/** The same 404 for expired, used and unknown links. */
async function confirmNewsletter(ctx: Pick<Context, 'db' | 'now'>, token: string): Promise<void> {
  if (!(await confirmNewsletterAddress(ctx.db, hashSecret(token), ctx.now()))) throw notFound()
}

async function leave(ctx: Pick<Context, 'db' | 'now'>, token: string): Promise<void> {
  const left_at = ctx.now()
  if (!(await unsubscribeAddress(ctx.db, hashSecret(token), { id: newId(left_at), left_at }))) throw notFound()
}
