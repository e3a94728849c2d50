import { GRANT_MAX_DAYS } from '#contract/staff.ts'
import { toCsv } from '#server/csv.ts'
import type { Db } from '#server/db/connect.ts'
import { grantSubscription, revokeSubscription } from '#server/features/staff/grants.ts'
import { findMember, type Member } from '#server/store/accounts/users.ts'
import { listSubscriptionsOf } from '#server/store/subscriptions/subscriptions.ts'
import { type Command, type CommandLine, runCommand } from './command.ts'

const USAGE = `Usage:
  npm run subscription -- grant FAN CREATOR DAYS
  npm run subscription -- revoke FAN CREATOR
  npm run -s subscription -- list FAN

FAN and CREATOR are usernames or e-mail addresses. If the fan is already subscribed, the new period is appended.
What is revoked is the rest of what was granted. A paid period stays whole.`

function readCommand(words: string[]): Command | undefined {
  const [verb, fan = '', creator = '', days = ''] = words
  if (verb === 'grant' && words.length === 4) return (db) => grant(db, fan, creator, days)
  if (verb === 'revoke' && words.length === 3) return (db) => revoke(db, fan, creator)
  if (verb === 'list' && words.length === 2) return (db) => list(db, fan)
  return undefined
}

function refuse(sentence: string): number {
  console.error(sentence)
  return 1
}

interface Pair {
  fan: Member
  creator: Member & { profile_id: string }
}

/** The two people, or the sentence that says what is wrong. */
async function findPair(db: Db, fan_name: string, creator_name: string): Promise<Pair | string> {
  const fan = await findMember(db, fan_name)
  if (!fan) return `There is no user with the name or address ${fan_name}.`
  const creator = await findMember(db, creator_name)
  if (!creator) return `There is no user with the name or address ${creator_name}.`
  if (creator.id === fan.id) return `${fan.username} cannot subscribe to themselves.`
  const { profile_id } = creator
  if (profile_id === null) return `${creator.username} is not a creator: there is no profile to subscribe to.`
  return { fan, creator: { ...creator, profile_id } }
}

async function grant(db: Db, fan_name: string, creator_name: string, days: string): Promise<number> {
  if (!/^\d{1,4}$/.test(days) || Number(days) < 1 || Number(days) > GRANT_MAX_DAYS)
    return refuse(`DAYS must be a whole number from 1 to ${GRANT_MAX_DAYS}; it is "${days}".`)
  const pair = await findPair(db, fan_name, creator_name)
  if (typeof pair === 'string') return refuse(pair)
  const { fan, creator } = pair
  const granted = {
    staff_id: null,
    fan_id: fan.id,
    profile_id: creator.profile_id,
    days: Number(days),
    now: new Date(),
  }
  const until = await db.begin((tx) => grantSubscription(tx, granted))
  console.log(`${fan.username} is subscribed to ${creator.username} until ${until.toISOString()}.`)
  return 0
}

async function revoke(db: Db, fan_name: string, creator_name: string): Promise<number> {
  const pair = await findPair(db, fan_name, creator_name)
  if (typeof pair === 'string') return refuse(pair)
  const { fan, creator } = pair
  const revoked = { staff_id: null, fan_id: fan.id, profile_id: creator.profile_id, now: new Date() }
  if (!(await db.begin((tx) => revokeSubscription(tx, revoked))))
    return refuse(`${fan.username} has nothing left that was granted for ${creator.username}.`)
  console.log(`What was left of the grant of ${fan.username} for ${creator.username} was taken back.`)
  return 0
}

async function list(db: Db, fan_name: string): Promise<number> {
  const fan = await findMember(db, fan_name)
  if (!fan) return refuse(`There is no user with the name or address ${fan_name}.`)
  const now = new Date()
  const rows = (await listSubscriptionsOf(db, fan.id)).map((row) => ({
    ...row,
    is_active: row.starts_at <= now && now < row.expires_at,
  }))
  process.stdout.write(toCsv(['creator', 'starts_at', 'expires_at', 'is_active'], rows))
  return 0
}

export const subscription: CommandLine = { usage: USAGE, read: readCommand }

if (import.meta.main) process.exitCode = await runCommand(subscription)
