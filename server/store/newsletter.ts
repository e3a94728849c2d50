import type { Locale } from '#contract/accounts.ts'
import { NEWSLETTER_KEPT_MONTHS } from '#contract/limits.ts'
import type { Queryable } from '#server/db/connect.ts'

export interface NewsletterAddress {
  email_key: string
  email: string
  is_interested_in_creating: boolean
  consent_version: string
  consent_locale: Locale
  consented_at: Date
}

/** One row an address: whoever comes again is kept as they are now, and as long as if they were new. */
export async function keepNewsletterAddress(db: Queryable, address: NewsletterAddress): Promise<void> {
  const { email_key, email, is_interested_in_creating, consent_version, consent_locale, consented_at } = address
  await db`
    insert into newsletter_addresses
      (email_key, email, is_interested_in_creating, consent_version, consent_locale, consented_at, created_at)
    values (
      ${email_key}, ${email}, ${is_interested_in_creating}, ${consent_version}, ${consent_locale}, ${consented_at},
      ${consented_at}
    )
    on conflict (email_key) do update set
      email = excluded.email,
      is_interested_in_creating = excluded.is_interested_in_creating,
      consent_version = excluded.consent_version,
      consent_locale = excluded.consent_locale,
      consented_at = excluded.consented_at`
}

/** What staff sees of an address. */
export const NEWSLETTER_COLUMNS = [
  'email',
  'is_interested_in_creating',
  'consent_version',
  'consent_locale',
  'consented_at',
  'created_at',
] as const

type ListedAddress = Pick<NewsletterAddress & { created_at: Date }, (typeof NEWSLETTER_COLUMNS)[number]>

export async function listNewsletterAddresses(db: Queryable): Promise<ListedAddress[]> {
  return await db<ListedAddress[]>`
    select ${db(NEWSLETTER_COLUMNS)} from newsletter_addresses order by created_at, email_key`
}

/** How many there were. */
export async function deleteNewsletterAddress(db: Queryable, email_key: string): Promise<number> {
  const { count } = await db`delete from newsletter_addresses where email_key = ${email_key}`
  return count
}

export async function sweepNewsletterAddresses(db: Queryable, now: Date): Promise<void> {
  await db`
    delete from newsletter_addresses
    where consented_at <= ${now}::timestamptz - make_interval(months => ${NEWSLETTER_KEPT_MONTHS})`
}
