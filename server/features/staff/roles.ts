import type { Role } from '#contract/accounts.ts'
import type { StaffMember } from '#contract/staff.ts'
import type { Viewer } from '#server/access.ts'
import type { Context } from '#server/context.ts'
import { AppError, notFound } from '#server/errors.ts'
import { mediaPath } from '#server/media/media.ts'
import { newId } from '#server/store/ids.ts'
import { insertAuditEntry } from '#server/store/staff/audit.ts'
import { listStaff, lockAdmins, setRoleOf } from '#server/store/staff/roles.ts'

export async function listRoles({ db }: Pick<Context, 'db'>): Promise<StaffMember[]> {
  return (await listStaff(db)).map(({ picture_id, since, ...member }) => ({
    ...member,
    profile_pic: mediaPath(picture_id),
    since: since?.toISOString() ?? null,
  }))
}

/**
 * Gives somebody a role, or takes it away. Nobody changes their own, and the admin must still be one when the lock is
 * held: so an admin always remains, also if two of them take the role from each other at the same time. Idempotent: the
 * role that somebody has already is not audited again. Open sessions stay, with the shorter times of staff.
 */
export async function setRole(
  ctx: Pick<Context, 'db' | 'now'>,
  staff: Viewer,
  user_id: string,
  role: Role | null,
): Promise<void> {
  if (user_id === staff.id) throw new AppError('forbidden', 'Nobody changes their own role')
  const created_at = ctx.now()
  await ctx.db.begin(async (db) => {
    const admins = await lockAdmins(db)
    if (!admins.includes(staff.id)) throw new AppError('forbidden', 'You are no longer an admin')
    const change = await setRoleOf(db, user_id, role)
    if (!change) throw notFound()
    if (change.before === role) return
    const details = { before: change.before, after: role }
    const entry = { id: newId(created_at), staff_id: staff.id, user_id, details, created_at }
    await insertAuditEntry(db, { action: 'role_changed', ...entry })
  })
}
