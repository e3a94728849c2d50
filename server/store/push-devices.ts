import type { Queryable, Tx } from '#server/db/connect.ts'

/** More browsers than a person uses. The oldest one gives way. */
const DEVICES_MAX = 20

export interface PushDevice {
  id: string
  endpoint: string
  p256dh: string
  auth: string
}

interface NewPushDevice extends PushDevice {
  user_id: string
  session_id: string
  now: Date
}

/**
 * Stores a device for the session of its owner. A device that somebody else used before belongs to its present owner, under a
 * new id: what was on its way to the other one is dropped. Returns the id, and whether it is new for this person.
 */
export async function savePushDevice(db: Tx, device: NewPushDevice): Promise<{ id: string; is_new: boolean }> {
  const { user_id, session_id, endpoint, p256dh, auth, now } = device
  await db`delete from push_devices where endpoint = ${endpoint} and user_id <> ${user_id}`
  const [row] = await db<{ id: string }[]>`
    insert into push_devices (id, user_id, session_id, endpoint, p256dh, auth, created_at)
    values (${device.id}, ${user_id}, ${session_id}, ${endpoint}, ${p256dh}, ${auth}, ${now})
    on conflict (endpoint) do update
      set user_id = excluded.user_id, session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth
    returning id`
  await db`
    delete from push_devices where id in (
      select id from push_devices where user_id = ${user_id} order by created_at desc, id desc offset ${DEVICES_MAX}
    )`
  const id = row?.id ?? device.id
  return { id, is_new: id === device.id }
}

/** Undefined if it belongs to somebody else. */
export async function findPushDevice(db: Queryable, user_id: string, id: string): Promise<PushDevice | undefined> {
  const [device] = await db<PushDevice[]>`
    select id, endpoint, p256dh, auth from push_devices where id = ${id} and user_id = ${user_id}`
  return device
}

/** False if it belongs to somebody else. */
export async function deletePushDevice(db: Queryable, user_id: string, id: string): Promise<boolean> {
  const rows = await db`delete from push_devices where id = ${id} and user_id = ${user_id} returning id`
  return rows.length === 1
}
