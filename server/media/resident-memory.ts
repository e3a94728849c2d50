import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** How many bytes of memory a process of ours has now, memory of native libraries included. Zero once it is gone. */
export async function residentBytes(pid: number): Promise<number> {
  const kilobytes = process.platform === 'linux' ? fromProc(pid) : await fromPs(pid)
  return Number(kilobytes ?? 0) * 1024
}

/** Without waiting: it is no file on a disk, and four turns through the thread pool cost ten times as much as the reading. */
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
