import { toCsv } from '#server/csv.ts'
import type { Db } from '#server/db/connect.ts'
import { emailKey } from '#server/emails.ts'
import { CONTACT_COLUMNS, deleteContactMessagesOf, listContactMessages } from '#server/store/contact-messages.ts'
import { deleteNewsletterAddress, listNewsletterAddresses, NEWSLETTER_COLUMNS } from '#server/store/newsletter.ts'
import { setRole } from '#server/store/users.ts'
import { type Command, runCommand } from './command.ts'

const USAGE = `Usage:
  npm run staff -- grant admin EMAIL
  npm run staff -- grant moderator EMAIL
  npm run staff -- revoke EMAIL
  npm run -s staff -- list newsletter > newsletter.csv
  npm run -s staff -- list contact > contact.csv
  npm run staff -- forget EMAIL`

function readCommand(words: string[]): Command | undefined {
  const [verb, what = '', email = ''] = words
  switch (`${verb} ${words.length}`) {
    case 'grant 3':
      return what === 'admin' || what === 'moderator' ? (db) => changeRole(db, email, what) : undefined
    case 'revoke 2':
      return (db) => changeRole(db, what, null)
    case 'list 2':
      return what === 'newsletter' ? printNewsletter : what === 'contact' ? printContact : undefined
    case 'forget 2':
      return (db) => forget(db, what)
    default:
      return undefined
  }
}

async function changeRole(db: Db, email: string, role: 'admin' | 'moderator' | null): Promise<number> {
  const isKnown = await setRole(db, emailKey(email), role)
  if (!isKnown) {
    console.error(`Nobody has signed up as ${email}.`)
    return 1
  }
  console.log(role ? `${email} is now ${role}.` : `${email} is no longer staff.`)
  return 0
}

async function printNewsletter(db: Db): Promise<number> {
  process.stdout.write(toCsv(NEWSLETTER_COLUMNS, await listNewsletterAddresses(db)))
  return 0
}

async function printContact(db: Db): Promise<number> {
  process.stdout.write(toCsv(CONTACT_COLUMNS, await listContactMessages(db)))
  return 0
}

/** What a visitor left. An account of that address is another thing and stays. */
async function forget(db: Db, email: string): Promise<number> {
  const [addresses, messages] = await db.begin(async (tx) => [
    await deleteNewsletterAddress(tx, emailKey(email)),
    await deleteContactMessagesOf(tx, emailKey(email)),
  ])
  console.log(`Deleted of ${email}: ${addresses} from the newsletter, ${messages} from the contact messages.`)
  return 0
}

await runCommand(USAGE, readCommand)
