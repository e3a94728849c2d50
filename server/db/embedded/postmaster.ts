import { readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { codeOf } from '#server/error-codes.ts'
import { isAlive, signal, waitUntilGone } from './processes.ts'

/** The main process of a PostgreSQL server, as recorded in `postmaster.pid`. */
export interface Postmaster {
  pid: number
  port: number
}

/** Finds the server that is running on this folder, whoever started it, and removes a stale `postmaster.pid`. */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const file = path.join(cluster, 'postmaster.pid')
  const content = await readFile(file, 'utf8').catch(() => undefined)
  if (content === undefined) return undefined
  const lines = content.split('\n')
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  if ((await isAlive(pid)) && (await isWorkingDirectory(String(pid), cluster))) return { pid, port }
  // PostgreSQL would refuse to start if the file is empty, if another program has got the same PID since, or if the
  // process is a zombie because no parent reaps it.
  if (process.platform === 'linux' && !(await hasProcessIn(cluster))) await removeUnchanged(file, content)
  return undefined
}

/**
 * Stops PostgreSQL with a fast shutdown, then with stronger signals. These lose no data either; only the next start
 * takes longer.
 */
export async function stopPostmaster(pid: number): Promise<void> {
  const escalation = [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const
  for (const [name, timeout_ms] of escalation) {
    if (!signal(pid, name) || (await waitUntilGone(pid, timeout_ms))) return
  }
}

/** Removes the file only if its content is unchanged, because another process may be starting a server right now. */
async function removeUnchanged(file: string, content: string): Promise<void> {
  const aside = `${file}.${process.pid}`
  try {
    await rename(file, aside)
    if ((await readFile(aside, 'utf8')) === content) await rm(aside)
    else await rename(aside, file)
  } catch (error) {
    // Another process has already removed it.
    if (codeOf(error) !== 'ENOENT') throw error
  }
}

async function hasProcessIn(cluster: string): Promise<boolean> {
  for (const name of await readdir('/proc')) {
    if (/^\d+$/.test(name) && (await isWorkingDirectory(name, cluster))) return true
  }
  return false
}

/**
 * The working directory of a PostgreSQL process is its data folder. If that cannot be read, owner and program name are
 * compared.
 */
async function isWorkingDirectory(pid: string, cluster: string): Promise<boolean> {
  if (process.platform !== 'linux') return true
  const ours = await stat(cluster)
  try {
    const theirs = await stat(`/proc/${pid}/cwd`)
    return theirs.ino === ours.ino && theirs.dev === ours.dev
  } catch {
    const [owner, name] = await Promise.all([
      stat(`/proc/${pid}`).catch(() => undefined),
      readFile(`/proc/${pid}/comm`, 'utf8').catch(() => ''),
    ])
    return owner?.uid === ours.uid && name.includes('postgres')
  }
}
