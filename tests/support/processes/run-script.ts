import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { SETTINGS } from '#server/config.ts'
import { REPOSITORY_ROOT } from '#tests/support/repository-root.ts'

export interface Ended {
  code: number
  stdout: string
  stderr: string
}

/** Runs a program of the repository until it exits, with these settings and no others. */
export async function runScript(
  script: string,
  args: string[],
  settings: Record<string, string>,
  cwd = REPOSITORY_ROOT,
): Promise<Ended> {
  const unset = Object.fromEntries(Object.keys(SETTINGS).map((name) => [name, '']))
  const env = { ...process.env, INIT_CWD: REPOSITORY_ROOT, ...unset, ...settings }
  return await promisify(execFile)(process.execPath, [path.join(REPOSITORY_ROOT, script), ...args], { cwd, env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  )
}
