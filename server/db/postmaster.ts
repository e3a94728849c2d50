import { readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { codeOf } from '#server/error-codes.ts'
import { isAlive, signal, waitUntilGone } from './processes.ts'

/** The main process of a PostgreSQL server, as it writes itself down in its folder. */
export interface Postmaster {
  pid: number
  port: number
}

/** The server that runs on this folder, whoever started it. */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const file = path.join(cluster, 'postmaster.pid')
  const content = await readFile(file, 'utf8').catch(() => undefined)
  if (content === undefined) return undefined
  const lines = content.split('\n')
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  if ((await isAlive(pid)) && (await worksIn(String(pid), cluster))) return { pid, port }
  // PostgreSQL would refuse to start for an empty note, for a number that another program has got since, and for one
  // that lingers on because nobody looks after dead processes here.
  if (process.platform === 'linux' && !(await anybodyWorksIn(cluster))) await removeUnchanged(file, content)
  return undefined
}

/** Fast shutdown; the harder ways after a while lose nothing either, the next start only takes longer. */
export async function stopPostmaster(pid: number): Promise<void> {
  const ways = [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const
  for (const [name, patience] of ways) {
    if (!signal(pid, name) || (await waitUntilGone(pid, patience))) return
  }
}

/** Somebody may start a server in this very moment: what they wrote must stay. */
async function removeUnchanged(file: string, content: string): Promise<void> {
  const aside = `${file}.${process.pid}`
  try {
    await rename(file, aside)
    if ((await readFile(aside, 'utf8')) === content) await rm(aside)
    else await rename(aside, file)
  } catch (error) {
    // They were faster and removed it as well.
    if (codeOf(error) !== 'ENOENT') throw error
  }
}

async function anybodyWorksIn(cluster: string): Promise<boolean> {
  for (const name of await readdir('/proc')) {
    if (/^\d+$/.test(name) && (await worksIn(name, cluster))) return true
  }
  return false
}

/** A process of PostgreSQL always works inside its folder. Where that cannot be seen its owner and its name have to do. */
async function worksIn(pid: string, cluster: string): Promise<boolean> {
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
