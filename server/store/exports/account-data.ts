import type { Locale } from '#contract/accounts.ts'
import type { PictureMark } from '#contract/marks.ts'
import type { Queryable } from '#server/db/connect.ts'
import type { MediaFile } from '#server/store/media.ts'

/**
 * The account's row of a data export. It is read for its owner only, and never contains the hash of a password or a
 * token.
 */
export interface AccountData {
  id: string
  email: string
  username: string
  former_usernames: string[]
  role: string | null
  locale: Locale | null
  theme: string | null
  wish_to_become_creator: boolean
  creator_approved_at: Date | null
  created_at: Date
  email_confirmed_at: Date | null
  /** When the box about the age was ticked, and the version and language of its sentence. */
  age_confirmed_at: Date | null
  age_wording: string | null
  age_locale: Locale | null
  /** The devices that the user has signed in from. */
  known_devices: { device: string; first_seen_at: string }[]
  email_changes: { old_email: string | null; new_email: string; confirmed_at: string | null }[]
  /** What differs from the defaults; null if nothing was chosen. */
  notification_settings: Record<string, unknown> | null
}

export async function readAccount(db: Queryable, user_id: string): Promise<AccountData | undefined> {
  const [row] = await db<AccountData[]>`
    select u.id, u.email, u.username, u.role, u.locale, u.theme, u.wish_to_become_creator, u.creator_approved_at,
      u.created_at, u.email_confirmed_at, u.age_confirmed_at, u.age_wording, u.age_locale,
      array(
        select name_key from usernames where user_id = u.id and released_at is not null order by released_at
      ) as former_usernames,
      coalesce((
        select jsonb_agg(jsonb_build_object('device', device, 'first_seen_at', first_seen_at) order by first_seen_at)
        from known_devices where user_id = u.id
      ), '[]') as known_devices,
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'old_email', old_email, 'new_email', new_email, 'confirmed_at', confirmed_at
        ) order by id)
        from email_changes where user_id = u.id
      ), '[]') as email_changes,
      (
        select jsonb_build_object(
          'choices', choices, 'mails', mails, 'quiet_from', quiet_from, 'quiet_until', quiet_until,
          'time_zone', time_zone, 'push_says', push_says
        )
        from notification_settings where user_id = u.id
      ) as notification_settings
    from users u where u.id = ${user_id}`
  return row
}

/** Where the files of a picture or video are stored. */
export interface StoredBytes {
  store_key: string
  files: MediaFile[]
}

export interface ProfileData {
  bio: string
  day_subscription: string
  week_subscription: string
  month_subscription: string
  /** How protected pictures are marked for those who see them. */
  picture_mark: PictureMark
  created_at: Date
  /** What new subscribers are sent; null if it was never written. */
  welcome_message: { enabled: boolean; content: string } | null
  picture: StoredBytes | null
}

export async function readProfile(db: Queryable, user_id: string): Promise<ProfileData | undefined> {
  const [row] = await db<ProfileData[]>`
    select p.bio, p.day_subscription, p.week_subscription, p.month_subscription, p.picture_mark, p.created_at,
      (
        select jsonb_build_object('enabled', w.enabled, 'content', w.content) from welcome_messages w where w.creator_id = p.id
      ) as welcome_message,
      case when m.id is not null then jsonb_build_object('store_key', m.store_key, 'files', m.files) end as picture
    from profiles p left join media m on m.id = p.picture_id
    where p.id = ${user_id}`
  return row
}

export interface NewsletterData {
  email: string
  is_interested_in_creating: boolean
  consent_version: string
  consent_locale: Locale
  consented_at: Date
  confirmed_at: Date | null
}

/** The newsletter consent for the address of the account. */
export async function readNewsletter(db: Queryable, user_id: string): Promise<NewsletterData | undefined> {
  const [row] = await db<NewsletterData[]>`
    select n.email, n.is_interested_in_creating, n.consent_version, n.consent_locale, n.consented_at, n.confirmed_at
    from newsletter_addresses n join users u on u.email_key = n.email_key
    where u.id = ${user_id}`
  return row
}
