import type { Queryable } from '#server/db/connect.ts'

export async function insertProfile(
  db: Queryable,
  profile: { id: string; bio: string; created_at: Date },
): Promise<void> {
  await db`insert into profiles ${db(profile, 'id', 'bio', 'created_at')}`
}
