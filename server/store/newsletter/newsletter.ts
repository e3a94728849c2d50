import type { Locale } from '#contract/accounts.ts'
import type { Queryable } from '#server/db/connect.ts'
import { hashSecret } from '#server/store/ids.ts'
import { CONFIRMATION_PAUSE_MINUTES } from './confirmations.ts'

/** How long an address is kept after the consent. */
export const NEWSLETTER_KEPT_MONTHS = 24
/** How long an unconfirmed address is kept. */
export const UNCONFIRMED_KEPT_DAYS = 30

export interface NewsletterAddress {
  email_key: string
  email: string
  is_interested_in_creating: boolean
  consent_version: string
  consent_locale: Locale
  consented_at: Date
}

/** The hash under which an address is known after its deletion. Its migration computes the same. */
export function hashAddress(email_key: string): Buffer {
  return hashSecret(`newsletter:${email_key}`)
}

/**
 * Upsert: one row per address. A new or unconfirmed address is stored as it is now, and a confirmation mail is due,
 * unless one was sent a short time ago. For a confirmed address only the wish changes: anybody can type an address, so
 * nobody else may change the consent of its owner.
 */
export async function upsertNewsletterAddress(db: Queryable, address: NewsletterAddress): Promise<void> {
  const { email_key, email, is_interested_in_creating, consent_version, consent_locale, consented_at } = address
  const address_hash = hashAddress(email_key)
  await db`
    insert into newsletter_addresses as known
      (email_key, email, address_hash, is_interested_in_creating, consent_version, consent_locale, consented_at,
      created_at, mail_due)
    values (
      ${email_key}, ${email}, ${address_hash}, ${is_interested_in_creating}, ${consent_version}, ${consent_locale},
      ${consented_at}, ${consented_at}, true
    )
    on conflict (email_key) do update set
      is_interested_in_creating = excluded.is_interested_in_creating,
      email = case when known.confirmed_at is null then excluded.email else known.email end,
      consent_version = case when known.confirmed_at is null then excluded.consent_version else known.consent_version end,
      consent_locale = case when known.confirmed_at is null then excluded.consent_locale else known.consent_locale end,
      consented_at = case when known.confirmed_at is null then excluded.consented_at else known.consented_at end,
      mail_due = known.confirmed_at is null and (known.mail_due or not exists (
        select from newsletter_links as link
        where link.address_hash = ${address_hash}
          and link.created_at > ${consented_at}::timestamptz - make_interval(mins => ${CONFIRMATION_PAUSE_MINUTES})
      ))`
}

/** The columns that staff see. */
export const NEWSLETTER_COLUMNS = [
  'email',
  'is_interested_in_creating',
  'consent_version',
  'consent_locale',
  'consented_at',
  'confirmed_at',
  'created_at',
] as const

export type ListedAddress = Pick<
  NewsletterAddress & { confirmed_at: Date; created_at: Date },
  (typeof NEWSLETTER_COLUMNS)[number]
>

/** The confirmed addresses. */
export async function listNewsletterAddresses(db: Queryable): Promise<ListedAddress[]> {
  return await db<ListedAddress[]>`
    select ${db(NEWSLETTER_COLUMNS)} from newsletter_addresses
    where confirmed_at is not null order by created_at, email_key`
}

/** Atomic: of two concurrent requests with the same link only one gets true. */
export async function confirmNewsletterAddress(db: Queryable, confirm_hash: Buffer, now: Date): Promise<boolean> {
  const { count } = await db`
    update newsletter_addresses
    set confirmed_at = ${now}, confirm_hash = null, confirm_until = null, mail_due = false
    where confirm_hash = ${confirm_hash} and confirm_until > ${now} and confirmed_at is null`
  return count === 1
}

/**
 * Unsubscribes the address that got this link, and stores a proof of consent if it was confirmed. False if the link is
 * unknown; true also if the address is gone already.
 */
export async function unsubscribeAddress(
  db: Queryable,
  token_hash: Buffer,
  departure: { id: string; left_at: Date },
): Promise<boolean> {
  const links = await db`
    with link as (
      select address_hash from newsletter_links where token_hash = ${token_hash}
    ), gone as (
      delete from newsletter_addresses where address_hash in (select address_hash from link) returning *
    ), proof as (
      insert into newsletter_departures
        (id, address_hash, consent_version, consent_locale, consented_at, confirmed_at, left_at)
      select ${departure.id}, address_hash, consent_version, consent_locale, consented_at, confirmed_at, ${departure.left_at}
      from gone where confirmed_at is not null
    )
    select from link`
  return links.length === 1
}

/** Deletes everything stored for an address, including the proof of consent. Returns the number of entries. */
export async function deleteNewsletterAddress(db: Queryable, email_key: string): Promise<number> {
  const address_hash = hashAddress(email_key)
  await db`delete from newsletter_links where address_hash = ${address_hash}`
  const departures = await db`delete from newsletter_departures where address_hash = ${address_hash}`
  const addresses = await db`delete from newsletter_addresses where email_key = ${email_key}`
  return addresses.count + departures.count
}

/** Deletes unconfirmed and old addresses and old proofs. Unsubscribe links stay as long as their address exists. */
export async function sweepNewsletterAddresses(db: Queryable, now: Date): Promise<void> {
  const oldest = db`${now}::timestamptz - make_interval(months => ${NEWSLETTER_KEPT_MONTHS})`
  await db`
    delete from newsletter_addresses
    where consented_at <= ${oldest}
      or (confirmed_at is null and consented_at <= ${now}::timestamptz - make_interval(days => ${UNCONFIRMED_KEPT_DAYS}))`
  await db`delete from newsletter_departures where left_at <= ${oldest}`
  await db`
    delete from newsletter_links as link
    where link.created_at <= ${oldest}
      and not exists (select from newsletter_addresses as known where known.address_hash = link.address_hash)`
}
