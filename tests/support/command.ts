import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { SETTINGS } from '#server/config.ts'

const root = path.resolve(import.meta.dirname, '../..')

export interface Ended {
  code: number
  stdout: string
  stderr: string
}

/** A program of whoever runs the product, in an environment that has these settings and no others. */
export async function runScript(script: string, words: string[], settings: Record<string, string>): Promise<Ended> {
  const unset = Object.fromEntries(Object.keys(SETTINGS).map((name) => [name, '']))
  const env = { ...process.env, INIT_CWD: root, ...unset, ...settings }
  return await promisify(execFile)(process.execPath, [script, ...words], { cwd: root, env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  )
}
