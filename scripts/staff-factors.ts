import { toCsv } from '#server/csv.ts'
import type { Db } from '#server/db/connect.ts'
import { emailKey } from '#server/emails.ts'
import { takeLostFactors } from '#server/features/second-factors/recovery.ts'
import { findCredentials } from '#server/store/accounts/users.ts'
import { listStaffFactors } from '#server/store/second-factors/staff-factors.ts'

/** Which staff have a second factor, and who has none. */
export async function printFactors(db: Db): Promise<number> {
  process.stdout.write(toCsv(['email', 'role', 'passkeys', 'app'], await listStaffFactors(db)))
  return 0
}

/** The operator removes lost factors at once: whoever has the database can do it anyway. The owner is told, and it is audited. */
export async function recover(db: Db, email: string): Promise<number> {
  const user = await findCredentials(db, emailKey(email))
  if (!user) {
    console.error(`There is no account with the address ${email}.`)
    return 1
  }
  await db.begin((tx) => takeLostFactors(tx, user.id, new Date()))
  console.log(`${email} has no second factor any more, and is signed out everywhere.`)
  return 0
}
