import type { Role } from '#contract/accounts.ts'
import type { Queryable } from '#server/db/connect.ts'
import { isNotErased, maySignIn } from '#server/store/visibility/people.ts'

export interface StaffFactorsRow extends Record<string, string> {
  email: string
  role: Role
  passkeys: string
  /** "yes" or "no". */
  app: string
}

/** Everybody with a role who can sign in, those without a second factor first. */
export async function listStaffFactors(db: Queryable): Promise<StaffFactorsRow[]> {
  return await db<StaffFactorsRow[]>`
    select u.email, u.role, count(p.id)::text as passkeys, case when a.user_id is null then 'no' else 'yes' end as app
    from users u left join passkeys p on p.user_id = u.id
      left join authenticator_apps a on a.user_id = u.id and a.confirmed_at is not null
    where u.role is not null and ${isNotErased(db, 'u')} and ${maySignIn(db, 'u')}
    group by u.id, a.user_id
    order by count(p.id) > 0 or a.user_id is not null, u.role, u.email`
}
