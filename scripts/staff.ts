import { ConfigError, readConfig } from '#server/config.ts'
import { reachDatabase } from '#server/db/open.ts'
import { StartError } from '#server/db/start-error.ts'
import { emailKey } from '#server/emails.ts'
import { setRole } from '#server/store/users.ts'

const USAGE = `Usage:
  npm run staff -- grant admin EMAIL
  npm run staff -- grant moderator EMAIL
  npm run staff -- revoke EMAIL`

type Change = { role: 'admin' | 'moderator' | null; email: string }

function readArguments([verb, ...rest]: string[]): Change | undefined {
  const [role, email] = rest
  if (verb === 'grant' && (role === 'admin' || role === 'moderator') && email && rest.length === 2)
    return { role, email }
  if (verb === 'revoke' && role && rest.length === 1) return { role: null, email: role }
  return undefined
}

async function main(): Promise<number> {
  const change = readArguments(process.argv.slice(2))
  if (!change) {
    console.error(USAGE)
    return 2
  }
  const database = await reachDatabase(readConfig())
  try {
    const isKnown = await setRole(database.db, emailKey(change.email), change.role)
    if (!isKnown) {
      console.error(`Nobody has signed up as ${change.email}.`)
      return 1
    }
    console.log(change.role ? `${change.email} is now ${change.role}.` : `${change.email} is no longer staff.`)
    return 0
  } finally {
    await database.close()
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  if (!(error instanceof StartError || error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
