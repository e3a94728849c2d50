import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { processIdentity } from './processes.ts'
import { StartError } from './start-error.ts'

/**
 * Who owns a data folder is decided by a lock inside the database. This note in the folder speaks for the owner while
 * the database is down and comes up again, so that nobody takes the folder from a living owner in that moment.
 */
function noteIn(dataDir: string): string {
  return path.join(dataDir, 'owner')
}

export function folderInUse(dataDir: string): StartError {
  return new StartError(
    `The data folder ${dataDir} is in use by another Loge that is running: stop that one first, or set DATA_DIR to another folder.`,
  )
}

export async function refuseLivingOwner(dataDir: string): Promise<void> {
  const [pid, ...identity] = (await readNote(dataDir)).split(' ')
  if (Number(pid) === process.pid || !Number(pid)) return
  if ((await processIdentity(Number(pid))) === identity.join(' ')) throw folderInUse(dataDir)
}

export async function recordOwner(dataDir: string): Promise<void> {
  const draft = `${noteIn(dataDir)}.${process.pid}`
  await writeFile(draft, await ownNote(), { mode: 0o600 })
  await rename(draft, noteIn(dataDir))
}

export async function forgetOwner(dataDir: string): Promise<void> {
  if ((await readNote(dataDir)) === (await ownNote())) await rm(noteIn(dataDir), { force: true })
}

async function ownNote(): Promise<string> {
  return `${process.pid} ${await processIdentity(process.pid)}`
}

async function readNote(dataDir: string): Promise<string> {
  try {
    return await readFile(noteIn(dataDir), 'utf8')
  } catch {
    return ''
  }
}
