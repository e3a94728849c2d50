import type { Locale } from '#contract/accounts.ts'
import type { Queryable } from '#server/db/connect.ts'

/** How long a confirmation link is valid. */
const CONFIRM_LINK_DAYS = 7
/** The pause between two confirmation mails to one address, so that nobody can fill another person's mailbox. */
export const CONFIRMATION_PAUSE_MINUTES = 60

export interface DueConfirmation {
  email_key: string
  email: string
  address_hash: Buffer
  consent_locale: Locale
}

function isDue(db: Queryable, now: Date) {
  return db`
    mail_due and confirmed_at is null and not exists (
      select from newsletter_links as link
      where link.address_hash = known.address_hash
        and link.created_at > ${now}::timestamptz - make_interval(mins => ${CONFIRMATION_PAUSE_MINUTES})
    )`
}

/** The addresses that wait for their confirmation mail. */
export async function listDueConfirmations(db: Queryable, now: Date): Promise<string[]> {
  const rows = await db<{ email_key: string }[]>`
    select email_key from newsletter_addresses as known where ${isDue(db, now)} order by consented_at limit 500`
  return rows.map(({ email_key }) => email_key)
}

/**
 * Locks an address until the transaction ends (`for update skip locked`). Undefined if its mail was sent, or another
 * process is sending it.
 */
export async function lockDueConfirmation(
  db: Queryable,
  email_key: string,
  now: Date,
): Promise<DueConfirmation | undefined> {
  const [confirmation] = await db<DueConfirmation[]>`
    select email_key, email, address_hash, consent_locale from newsletter_addresses as known
    where email_key = ${email_key} and ${isDue(db, now)}
    for update of known skip locked`
  return confirmation
}

/** Replaces the confirmation link: only the newest one is valid. All unsubscribe links stay valid. */
export async function saveConfirmationLinks(
  db: Queryable,
  { email_key, address_hash }: DueConfirmation,
  links: { confirm_hash: Buffer; leave_hash: Buffer; now: Date },
): Promise<void> {
  await db`
    update newsletter_addresses set
      mail_due = false,
      confirm_hash = ${links.confirm_hash},
      confirm_until = ${links.now}::timestamptz + make_interval(days => ${CONFIRM_LINK_DAYS})
    where email_key = ${email_key}`
  await db`
    insert into newsletter_links (token_hash, address_hash, created_at)
    values (${links.leave_hash}, ${address_hash}, ${links.now})`
}
