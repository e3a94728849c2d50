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
 * new id: what was on its way to the other one is dropped. The device that it `replaces` keeps its id and what waits for it,
 * and gets the new address. Returns the id, and whether it is new for this person.
 */
export async function savePushDevice(
  db: Tx,
  device: NewPushDevice,
  { replaces }: { replaces?: string | undefined } = {},
): Promise<{ id: string; is_new: boolean }> {
  const { user_id, session_id, endpoint, p256dh, auth, now } = device
  // One at a time for each address: a page and its worker may say the same at the same moment.
  await db`select pg_advisory_xact_lock(hashtextextended(${`push device ${endpoint}`}, 0))`
  await db`delete from push_devices where endpoint = ${endpoint} and user_id <> ${user_id}`
  if (replaces !== undefined && (await moveDevice(db, replaces, device))) return { id: replaces, is_new: false }
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

/**
 * Gives a device of the same person its new address, where nothing has failed yet. False if it is gone, or if the new address
 * is a device already: then the old one is dropped.
 */
async function moveDevice(db: Tx, id: string, device: NewPushDevice): Promise<boolean> {
  const { user_id, session_id, endpoint, p256dh, auth } = device
  const [moved] = await db<{ is_elsewhere: boolean }[]>`
    with former as (select id, endpoint from push_devices where id = ${id} and user_id = ${user_id} for update)
    update push_devices d set session_id = ${session_id}, endpoint = ${endpoint}, p256dh = ${p256dh}, auth = ${auth}
    from former
    where d.id = former.id
      and not exists (select from push_devices other where other.endpoint = ${endpoint} and other.id <> former.id)
    returning former.endpoint <> ${endpoint} as is_elsewhere`
  if (!moved) await deletePushDevice(db, user_id, id)
  if (moved?.is_elsewhere) {
    await db`update push_devices set failures = 0, resting_until = null where id = ${id}`
    await db`update push_deliveries set due_at = planned_at where device_id = ${id} and planned_at < due_at`
  }
  return moved !== undefined
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
