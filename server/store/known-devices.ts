import type { Queryable } from '#server/db/connect.ts'

/** Stores the device. True if it is a new device of a user who has signed in before. */
export async function rememberDevice(
  db: Queryable,
  { user_id, device, now }: { user_id: string; device: string; now: Date },
): Promise<boolean> {
  const [row] = await db<{ is_news: boolean }[]>`
    with added as (
      insert into known_devices (user_id, device, first_seen_at) values (${user_id}, ${device}, ${now})
      on conflict do nothing returning device
    )
    select exists (select from added) and exists (select from known_devices where user_id = ${user_id}) as is_news`
  return row?.is_news ?? false
}
