import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { codeOf } from '#server/error-codes.ts'

const run = promisify(execFile)

/**
 * Identifies a process by its start time and the boot id, which distinguishes it from a later process with the same PID.
 * Undefined if there is no such process, or only a zombie that its parent has not reaped yet.
 */
export async function processIdentity(pid: number): Promise<string | undefined> {
  if (!mayExist(pid)) return undefined
  return process.platform === 'linux' ? await identityFromProc(pid) : await identityFromPs(pid)
}

export async function isAlive(pid: number): Promise<boolean> {
  return (await processIdentity(pid)) !== undefined
}

/** Polls until the process is gone. False if it is still alive after that time. */
export async function waitUntilGone(pid: number, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds
  while (await isAlive(pid)) {
    if (Date.now() > deadline) return false
    await delay(20)
  }
  return true
}

/** Sends a signal. False if the process no longer exists. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    // Zero and negative numbers would address process groups, including our own.
    return pid > 0 && process.kill(pid, name)
  } catch {
    return false
  }
}

function mayExist(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

async function identityFromProc(pid: number): Promise<string | undefined> {
  try {
    const [stat, boot] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
    ])
    // The program name is in brackets and may contain spaces and brackets; the state and the other fields follow it.
    const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' || state === 'X' ? undefined : `${rest[18]} ${boot.trim()}`
  } catch {
    return undefined
  }
}

async function identityFromPs(pid: number): Promise<string | undefined> {
  try {
    const { stdout } = await run('ps', ['-o', 'stat=,lstart=', '-p', String(pid)])
    const [, state, started] = stdout.trim().match(/^(\S+)\s+(.+)$/) ?? []
    return state?.startsWith('Z') ? undefined : started
  } catch {
    return undefined
  }
}
