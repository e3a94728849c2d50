import { DECISION_ACTIONS, GROUNDS } from '#contract/decisions.ts'
import { DELETION_GRACE_DAYS } from '#contract/deletion.ts'
import { UUID_PATTERN } from '#contract/schemas.ts'
import type { Config } from '#server/config.ts'
import { createTools } from '#server/context.ts'
import { toCsv } from '#server/csv.ts'
import type { Db } from '#server/db/connect.ts'
import { removeDemo } from '#server/demo/removal.ts'
import { emailKey } from '#server/emails.ts'
import { transparencyTable } from '#server/features/content-notices/transparency.ts'
import { type Reasons, storeClosure, storeFreeze, unfreezeUser } from '#server/features/staff/sanctions.ts'
import { createLog } from '#server/log.ts'
import { findCredentials, setRole } from '#server/store/accounts/users.ts'
import {
  CONTACT_COLUMNS,
  deleteContactMessagesOf,
  listContactMessages,
  setMessageAnswered,
} from '#server/store/contact-messages.ts'
import { countTransparency } from '#server/store/content-notices/transparency.ts'
import { newId } from '#server/store/ids.ts'
import {
  deleteNewsletterAddress,
  listNewsletterAddresses,
  NEWSLETTER_COLUMNS,
} from '#server/store/newsletter/newsletter.ts'
import { findSigningSecret } from '#server/store/secrets.ts'
import { AUDIT_COLUMNS, insertAuditEntry, listAuditEntries } from '#server/store/staff/audit.ts'
import { type Command, type CommandLine, runCommand } from './command.ts'
import { printAppeals, printCases, readDecide } from './staff-decisions.ts'
import { printFactors, recover } from './staff-factors.ts'

const USAGE = `Usage:
  npm run staff -- grant admin EMAIL
  npm run staff -- grant moderator EMAIL
  npm run staff -- revoke EMAIL
  npm run -s staff -- list newsletter > newsletter.csv
  npm run -s staff -- list contact > contact.csv
  npm run staff -- answered MESSAGE_ID
  npm run staff -- reopen MESSAGE_ID
  npm run -s staff -- audit > audit.csv
  npm run -s staff -- transparency YEAR [--json]
  npm run -s staff -- cases > cases.csv
  npm run -s staff -- decide NUMBER ACTION[,ACTION] --ground GROUND --facts FACTS [--until UNTIL]
  npm run -s staff -- appeals > appeals.csv
  npm run -s staff -- freeze EMAIL UNTIL GROUND FACTS
  npm run -s staff -- unfreeze EMAIL
  npm run -s staff -- close EMAIL GROUND FACTS
  npm run staff -- forget EMAIL
  npm run -s staff -- factors > staff-factors.csv
  npm run staff -- recover EMAIL
  npm run staff -- remove-demo

ACTION is one of ${DECISION_ACTIONS.join(', ')}; a dismissal needs neither ground nor facts.
UNTIL is a date such as 2027-01-31T12:00Z, or "forever". GROUND is one of:
  ${GROUNDS.join('\n  ')}
factors lists which staff have a second factor. recover removes the lost second factors of somebody at once.
FACTS is what happened, in quotes; it is told to the person. A closed account is hidden at once, and erased after ${DELETION_GRACE_DAYS} days.`

const IS_ID = new RegExp(`^${UUID_PATTERN}$`)

/** The maximum number of lines of the audit log that one command prints; they are all in memory. */
const AUDIT_MAX = 10_000

function readCommand(words: string[]): Command | undefined {
  const [verb, what = '', email = '', ground = '', facts = ''] = words
  if (verb === 'decide') return readDecide(words.slice(1))
  switch (`${verb} ${words.length}`) {
    case 'grant 3':
      return what === 'admin' || what === 'moderator' ? (db) => changeRole(db, email, what) : undefined
    case 'revoke 2':
      return (db) => changeRole(db, what, null)
    case 'list 2':
      return what === 'newsletter' ? printNewsletter : what === 'contact' ? printContact : undefined
    case 'answered 2':
      return IS_ID.test(what) ? (db) => markMessage(db, what, new Date()) : undefined
    case 'reopen 2':
      return IS_ID.test(what) ? (db) => markMessage(db, what, null) : undefined
    case 'cases 1':
      return printCases
    case 'appeals 1':
      return printAppeals
    case 'audit 1':
      return printAudit
    case 'transparency 2':
    case 'transparency 3':
      return readTransparency(what, words[2])
    case 'freeze 5':
      return (db, config) => freeze(db, config, { email: what, until: email, ground, facts })
    case 'unfreeze 2':
      return (db) => unfreeze(db, what)
    case 'close 4':
      return (db, config) => close(db, config, { email: what, ground: email, facts: ground })
    case 'forget 2':
      return (db) => forget(db, what)
    case 'factors 1':
      return printFactors
    case 'recover 2':
      return (db) => recover(db, what)
    case 'remove-demo 1':
      return removeDemoData
    default:
      return undefined
  }
}

async function changeRole(db: Db, email: string, role: 'admin' | 'moderator' | null): Promise<number> {
  const created_at = new Date()
  const isKnown = await db.begin(async (tx) => {
    const change = await setRole(tx, emailKey(email), role)
    if (change && change.before !== role) {
      const about = { user_id: change.id, details: { before: change.before, after: role }, created_at }
      await insertAuditEntry(tx, { id: newId(created_at), staff_id: null, action: 'role_changed', ...about })
    }
    return change !== undefined
  })
  if (!isKnown) {
    console.error(`There is no account with the address ${email}: this person has to sign up first.`)
    return 1
  }
  console.log(role ? `${email} is now ${role}.` : `${email} is no longer staff.`)
  return 0
}

interface AskedSanction {
  email: string
  ground: string
  facts: string
}

/** Servers that are running refuse the person's requests at once, and close their sockets at the next check of sessions. */
async function freeze(db: Db, config: Config, asked: AskedSanction & { until: string }): Promise<number> {
  const { email, until } = asked
  const ends_at = until === 'forever' ? null : new Date(until)
  if (ends_at !== null && !(ends_at > new Date()))
    return refuse(`UNTIL must be a date in the future, such as 2027-01-31T12:00Z, or "forever"; it is "${until}".`)
  const found = await findForDecision(db, asked)
  if (typeof found === 'string') return refuse(found)
  const { user_id, reasons } = found
  await storeFreeze(await decidingContext(db, config), { staff: null, user_id }, { ends_at, ...reasons })
  console.log(`${email} is frozen${ends_at ? ` until ${ends_at.toISOString()}` : ' for good'}.`)
  return 0
}

async function unfreeze(db: Db, email: string): Promise<number> {
  const user = await findCredentials(db, emailKey(email))
  if (!user) return refuse(`There is no account with the address ${email}.`)
  await unfreezeUser({ db, now: () => new Date() }, null, user.id)
  console.log(`${email} is not frozen.`)
  return 0
}

async function close(db: Db, config: Config, asked: AskedSanction): Promise<number> {
  const found = await findForDecision(db, asked)
  if (typeof found === 'string') return refuse(found)
  const { user_id, reasons } = found
  await storeClosure(await decidingContext(db, config), { staff: null, user_id }, reasons)
  console.log(`The account of ${asked.email} is closed. It will be erased in ${DELETION_GRACE_DAYS} days.`)
  return 0
}

/** What a decision from the command line needs. Notices and mails are sent by the next run of their job. */
async function decidingContext(db: Db, config: Config) {
  return { db, now: () => new Date(), secret: await findSigningSecret(db, config) }
}

/** The account and the reasons, or the sentence that says what is wrong. */
async function findForDecision(
  db: Db,
  { email, ground, facts }: AskedSanction,
): Promise<{ user_id: string; reasons: Reasons } | string> {
  const reasons = readReasons(ground, facts)
  if (typeof reasons === 'string') return reasons
  const user = await findCredentials(db, emailKey(email))
  return user ? { user_id: user.id, reasons } : `There is no account with the address ${email}.`
}

function readReasons(ground: string, facts: string): Reasons | string {
  const known = GROUNDS.find((each) => each === ground)
  if (!known) return `GROUND must be one of ${GROUNDS.join(', ')}; it is "${ground}".`
  return facts.trim() === '' ? 'FACTS must not be empty.' : { ground: known, facts }
}

function refuse(sentence: string): number {
  console.error(sentence)
  return 1
}

async function printNewsletter(db: Db): Promise<number> {
  process.stdout.write(toCsv(NEWSLETTER_COLUMNS, await listNewsletterAddresses(db)))
  return 0
}

async function printContact(db: Db): Promise<number> {
  process.stdout.write(toCsv(CONTACT_COLUMNS, await listContactMessages(db)))
  return 0
}

/** The ids are in the list of messages. */
async function markMessage(db: Db, id: string, answered_at: Date | null): Promise<number> {
  const message = await setMessageAnswered(db, id, answered_at)
  if (!message) {
    console.error(`There is no contact message with the id ${id}. npm run -s staff -- list contact prints the ids.`)
    return 1
  }
  console.log(`The message of ${message.email} is ${answered_at ? 'marked as answered' : 'open again'}.`)
  return 0
}

async function printAudit(db: Db): Promise<number> {
  const entries = await listAuditEntries(db, AUDIT_MAX + 1)
  process.stdout.write(toCsv(AUDIT_COLUMNS, entries.slice(0, AUDIT_MAX)))
  if (entries.length > AUDIT_MAX) console.error(`Only the newest ${AUDIT_MAX} entries were printed; there are more.`)
  return 0
}

function readTransparency(year: string, form: string | undefined): Command | undefined {
  if (!/^\d{4}$/.test(year) || (form !== undefined && form !== '--json')) return undefined
  return (db) => printTransparency(db, Number(year), form !== undefined)
}

async function printTransparency(db: Db, year: number, asJson: boolean): Promise<number> {
  const figures = await countTransparency(db, year)
  console.log(asJson ? JSON.stringify(figures, null, 2) : transparencyTable(figures))
  return 0
}

/**
 * Deletes the newsletter address and the contact messages of a visitor. An account with that address is not changed.
 */
async function forget(db: Db, email: string): Promise<number> {
  const [addresses, messages] = await db.begin(async (tx) => [
    await deleteNewsletterAddress(tx, emailKey(email)),
    await deleteContactMessagesOf(tx, emailKey(email)),
  ])
  console.log(`Deleted for ${email}: ${addresses} newsletter addresses, ${messages} contact messages.`)
  return 0
}

/** Deletes the demo data, whether the server is running or not. Data of other users is not changed. */
async function removeDemoData(db: Db, config: Config): Promise<number> {
  const log = createLog({ log_level: 'warn' }, process.stderr)
  const removed = await removeDemo({ ...createTools(config, log), db })
  const { files, bytes, ...rows } = removed
  if (Object.values(rows).every((count) => count === 0)) {
    console.log('There is no demo data in this database.')
    return 0
  }
  const counts = Object.entries({ ...rows, files: `${files} (${(bytes / 2 ** 20).toFixed(1)} MB)` })
  console.log(['Deleted demo data:', ...counts.map(([what, count]) => `  ${WORDS[what]}: ${count}`)].join('\n'))
  return 0
}

const WORDS: Readonly<Record<string, string>> = {
  accounts: 'accounts',
  posts: 'posts',
  stories: 'stories',
  subscriptions: 'subscriptions',
  conversations: 'conversations',
  payments: 'demo payments',
  audit_entries: 'audit-log entries',
  contact_messages: 'contact messages',
  cases: 'cases',
  newsletter_addresses: 'newsletter addresses',
  files: 'media files',
}

export const staff: CommandLine = { usage: USAGE, read: readCommand }

if (import.meta.main) process.exitCode = await runCommand(staff)
