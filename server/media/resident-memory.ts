import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** How many bytes of memory a process of ours has now, memory of native libraries included. Zero once it is gone. */
export async function residentBytes(pid: number): Promise<number> {
  const kilobytes = process.platform === 'linux' ? await fromProc(pid) : await fromPs(pid)
  return Number(kilobytes ?? 0) * 1024
}

async function fromProc(pid: number): Promise<string | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return /^VmRSS:\s*(\d+) kB/m.exec(status)?.[1]
}

async function fromPs(pid: number): Promise<string | undefined> {
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
  return /\d+/.exec(stdout)?.[0]
}
