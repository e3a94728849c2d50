import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StartError } from '#server/db/start-error.ts'
import { processIdentity } from './processes.ts'

/** How long to wait for a killed process to disappear. */
const KILL_TIMEOUT_MS = 1_000

/**
 * The owner file of a data folder (a PID file). An advisory lock in the database decides which process owns the folder. This
 * file protects the owner while the database restarts, when nobody can hold the lock.
 */
function ownerFile(dataDir: string): string {
  return path.join(dataDir, 'owner')
}

export function folderInUse(dataDir: string): StartError {
  return new StartError(
    `The data folder ${dataDir} is in use by another running server of Loge: stop that one first, or set DATA_DIR to another folder.`,
  )
}

export async function refuseRunningOwner(dataDir: string): Promise<void> {
  const [pid, ...identity] = (await readOwnerFile(dataDir)).split(' ')
  if (Number(pid) === process.pid || !Number(pid)) return
  const deadline = Date.now() + KILL_TIMEOUT_MS
  while ((await processIdentity(Number(pid))) === identity.join(' ')) {
    if (Date.now() > deadline) throw folderInUse(dataDir)
    await delay(50)
  }
}

export async function recordOwner(dataDir: string): Promise<void> {
  const draft = `${ownerFile(dataDir)}.${process.pid}`
  await writeFile(draft, await ownIdentity(), { mode: 0o600 })
  await rename(draft, ownerFile(dataDir))
}

export async function removeOwner(dataDir: string): Promise<void> {
  if ((await readOwnerFile(dataDir)) === (await ownIdentity())) await rm(ownerFile(dataDir), { force: true })
}

async function ownIdentity(): Promise<string> {
  return `${process.pid} ${await processIdentity(process.pid)}`
}

async function readOwnerFile(dataDir: string): Promise<string> {
  try {
    return await readFile(ownerFile(dataDir), 'utf8')
  } catch {
    return ''
  }
}
