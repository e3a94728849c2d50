import type { Role } from '#contract/accounts.ts'
import type { Queryable, Tx } from '#server/db/connect.ts'
import { isNotErased, isPresent, presentPicture } from '#server/store/visibility/people.ts'

export interface StaffRow {
  id: string
  username: string
  picture_id: string | null
  role: Role
  /** From the last entry of the audit log about the role of this person, if there is one. */
  since: Date | null
  by: string | null
}

/** Everybody with a role, admins first. They are few, so there is one page. */
export async function listStaff(db: Queryable): Promise<StaffRow[]> {
  return await db<StaffRow[]>`
    select u.id, u.username, ${presentPicture(db, { users: 'u', picture: 'p.picture_id' })} as picture_id, u.role, change.created_at as since, giver.username as by
    from users u left join profiles p on p.id = u.id
      left join lateral (
        select l.created_at, l.staff_id from audit_log l
        where l.user_id = u.id and l.action = 'role_changed' order by l.id desc limit 1
      ) change on true
      left join users giver on giver.id = change.staff_id
    where u.role is not null and ${isNotErased(db, 'u')}
    order by u.role, lower(u.username)`
}

/**
 * Locks all admins until the transaction ends (`for no key update`), in the order of their ids, and returns the ids of
 * those who still are. It serialises changes of roles: two admins cannot take the role from each other.
 */
export async function lockAdmins(db: Tx): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from users where role = 'admin' order by id for no key update`
  return rows.map(({ id }) => id)
}

/** Sets the role and returns the previous one. Undefined if there is no such user. */
export async function setRoleOf(
  db: Tx,
  user_id: string,
  role: Role | null,
): Promise<{ before: Role | null } | undefined> {
  const [change] = await db<{ before: Role | null }[]>`
    update users u set role = ${role}
    from (select id, role from users where id = ${user_id} and ${isNotErased(db, 'users')} for no key update) had
    where u.id = had.id returning had.role as before`
  return change
}

/** Whether somebody else with this role, or a higher one, can act: the account is neither frozen nor being deleted. */
export async function hasOtherStaff(db: Queryable, role: Role, except: readonly string[]): Promise<boolean> {
  const rows = await db`
    select from users u
    where u.role is not null ${role === 'admin' ? db`and u.role = 'admin'` : db``} and ${isPresent(db, 'u.id')}
      and not u.id = any(${[...except]}::uuid[]) limit 1`
  return rows.length > 0
}
