import { readdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'

/** Removes the mails of a folder that are to or from these addresses, and those that were there by then. */
export async function clearOutbox(folder: string, email_keys: readonly string[], before: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name)
    const { mtime } = await stat(file)
    if (mtime <= before || (await names(file, email_keys))) await rm(file, { force: true })
  }
}

/** Whether its head does. An address has no spaces, so no line of it is broken in two. */
async function names(file: string, email_keys: readonly string[]): Promise<boolean> {
  const [head = ''] = (await readFile(file, 'utf8')).split('\r\n\r\n', 1)
  return email_keys.some((key) => head.toLowerCase().includes(`<${key}>`) || isBare(head, key))
}

/** Without a name beside it an address stands alone in its line. */
function isBare(head: string, key: string): boolean {
  return head.split('\r\n').some(
    (line) =>
      /^(to|reply-to):/i.test(line) &&
      line
        .slice(line.indexOf(':') + 1)
        .trim()
        .toLowerCase() === key,
  )
}
