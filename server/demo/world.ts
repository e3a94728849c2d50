import type { Role } from '#contract/accounts.ts'
import type { Context } from '#server/context.ts'
import { emailKey } from '#server/emails.ts'
import { hashPassword } from '#server/features/accounts/passwords.ts'
import { claimFreeUsername } from '#server/features/accounts/usernames.ts'
import { newId } from '#server/store/ids.ts'
import { insertProfile } from '#server/store/profiles.ts'
import { claimUsername } from '#server/store/usernames.ts'
import { findCredentials, insertUser, setRole } from '#server/store/users.ts'

export const DEMO_PASSWORD = 'velvet-curtain'

interface DemoAccount {
  email: string
  username: string
  role: Role | null
  bio?: string
}

export const DEMO_ACCOUNTS: DemoAccount[] = [
  { email: 'fan@loge.test', username: 'theomarchetti', role: null },
  {
    email: 'creator@loge.test',
    username: 'margauxlenoir',
    role: null,
    bio: 'Dancer. Rehearsals, first nights and what happens between them, seen from the wings.',
  },
  { email: 'moderator@loge.test', username: 'idrisbello', role: 'moderator' },
  {
    email: 'admin@loge.test',
    username: 'camilleroche',
    role: 'admin',
    bio: 'I keep the lights of this house. Now and then I show what they fall on.',
  },
]

/** A believable world for who tries the product out. What is already there is left as it is. */
export async function createDemoWorld(ctx: Pick<Context, 'db' | 'now'>): Promise<void> {
  const password_hash = await hashPassword(DEMO_PASSWORD)
  for (const account of DEMO_ACCOUNTS) {
    await ctx.db.begin(async (db) => {
      const { email, username: wanted, role, bio } = account
      const created_at = ctx.now()
      const id = newId(created_at)
      const email_key = emailKey(email)
      if (await findCredentials(db, email_key)) return
      // Somebody who tries the product out may have taken the name.
      const username = (await claimUsername(db, id, wanted, created_at))
        ? wanted
        : await claimFreeUsername(db, id, created_at)
      await insertUser(db, { id, email, email_key, username, password_hash, locale: null, created_at })
      if (role) await setRole(db, email_key, role)
      if (bio) await insertProfile(db, { id, bio, created_at })
    })
  }
}
