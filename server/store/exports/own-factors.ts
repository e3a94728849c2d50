import { FIRST_ID } from '#server/paging.ts'
import type { ListPage } from './account-lists.ts'

export interface OwnFactor {
  kind: 'passkey' | 'authenticator_app' | 'recovery_code'
  name: string | null
  created_at: Date
  used_at: Date | null
}

/** Names and dates of the second factors, and nothing that opens a door. */
export const listOwnFactors: ListPage<OwnFactor> = async (db, { user_id, after }) =>
  after > FIRST_ID
    ? []
    : await db`
  select ${user_id}::text as cursor, * from (
    select 'passkey' as kind, name, created_at, last_used_at as used_at from passkeys where user_id = ${user_id}
    union all
    select 'authenticator_app', null, confirmed_at, null from authenticator_apps
    where user_id = ${user_id} and confirmed_at is not null
    union all
    select 'recovery_code', position::text, created_at, used_at from recovery_codes where user_id = ${user_id}
  ) factors order by kind, created_at, name`
