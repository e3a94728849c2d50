import type { Locale } from '#contract/accounts.ts'
import type { Landing } from '#contract/landing.ts'
import { NEWSLETTER_CONSENT_VERSION } from '#contract/limits.ts'
import type { Context } from '#server/context.ts'
import { cleanEmail, emailKey } from '#server/emails.ts'
import { notFound } from '#server/errors.ts'
import { sendAnyway } from '#server/jobs/send-anyway.ts'
import { mediaPath } from '#server/media/media.ts'
import { insertContactMessage } from '#server/store/contact-messages.ts'
import { listFeaturedCreators } from '#server/store/featured-creators.ts'
import { hashSecret, newId } from '#server/store/ids.ts'
import { confirmNewsletterAddress, keepNewsletterAddress, leaveNewsletter } from '#server/store/newsletter.ts'
import { cleanText } from '#server/text.ts'

/** Creators with open posts, the latest first; what else is shown is the first one's. */
export async function getLanding(ctx: Pick<Context, 'db'>): Promise<Landing> {
  const creators = await listFeaturedCreators(ctx.db)
  const [first] = creators
  return {
    first_description: first?.description ?? null,
    second_description: first?.second_description ?? null,
    post_file: mediaPath(first?.media_id ?? null),
    profile_pic: mediaPath(first?.picture_id ?? null),
    username: first?.username ?? null,
    featured_creators: creators.map(({ username, picture_id, bio }) => ({
      username,
      profile_pic: mediaPath(picture_id),
      bio,
    })),
  }
}

/** Keeps an address with what was agreed to: which text, in which language, when. Known or not, the same is done. */
export async function joinNewsletter(
  ctx: Pick<Context, 'db' | 'jobs' | 'log' | 'now'>,
  input: { email: string; isInterestedInCreating?: boolean; consent_version?: string; locale: Locale },
): Promise<void> {
  await keepNewsletterAddress(ctx.db, {
    email: cleanEmail(input.email),
    email_key: emailKey(input.email),
    is_interested_in_creating: input.isInterestedInCreating ?? false,
    consent_version: input.consent_version ?? NEWSLETTER_CONSENT_VERSION,
    consent_locale: input.locale,
    consented_at: ctx.now(),
  })
  // Otherwise the schedule writes to it.
  await sendAnyway(ctx, 'mail_newsletter', {})
}

/** Late, used and made-up links are one and the same. */
export async function confirmNewsletter(ctx: Pick<Context, 'db' | 'now'>, token: string): Promise<void> {
  if (!(await confirmNewsletterAddress(ctx.db, hashSecret(token), ctx.now()))) throw notFound()
}

export async function leave(ctx: Pick<Context, 'db' | 'now'>, token: string): Promise<void> {
  const left_at = ctx.now()
  if (!(await leaveNewsletter(ctx.db, hashSecret(token), { id: newId(left_at), left_at }))) throw notFound()
}

/** A name is one line, read in one direction: it becomes the subject of a mail. */
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
  // Otherwise the schedule mails it: nobody should have to write it twice.
  await sendAnyway(ctx, 'mail_contact_messages', {})
}
