import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Node's cache of compiled code, unless NODE_COMPILE_CACHE names another folder. */
const COMPILED = 'node-compile-cache'
/** What Chromium leaves: files when it is killed, and the folder of the system's sound (PulseAudio) once it has played some. */
const OF_CHROMIUM = ['.org.chromium.', 'pulse-']

/**
 * Gives a test run its own temporary folder, which all processes find in TMPDIR. A file that is left there at the end fails
 * the run, so that tests leave nothing behind. The name is short, because the path of a Unix socket has at most about a
 * hundred characters.
 */
export function takeTemporaryFolder(): { close(): void } {
  const before = process.env.TMPDIR
  const folder = mkdtempSync(path.join(tmpdir(), 'loge-'))
  process.env.TMPDIR = folder
  return {
    close() {
      const isOurs = (name: string) => name !== COMPILED && !OF_CHROMIUM.some((start) => name.startsWith(start))
      const left = readdirSync(folder).filter(isOurs)
      rmSync(folder, { recursive: true, force: true })
      if (before === undefined) delete process.env.TMPDIR
      else process.env.TMPDIR = before
      if (left.length > 0) throw new Error(`Tests left behind in the temporary folder: ${left.sort().join(', ')}`)
    },
  }
}
