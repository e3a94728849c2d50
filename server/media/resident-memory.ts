import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The resident set size of a worker process, including native libraries. Zero if the process has ended. */
export async function residentBytes(pid: number): Promise<number> {
  const kilobytes = process.platform === 'linux' ? fromProc(pid) : await fromPs(pid)
  return Number(kilobytes ?? 0) * 1024
}

/** Synchronous, because /proc is not on a disk and the thread pool would cost ten times as much as the read. */
function fromProc(pid: number): string | undefined {
  try {
    return /^VmRSS:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  } catch {
    return undefined
  }
}

async function fromPs(pid: number): Promise<string | undefined> {
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
  return /\d+/.exec(stdout)?.[0]
}
