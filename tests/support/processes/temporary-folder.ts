import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Node's cache of compiled code, unless NODE_COMPILE_CACHE names another folder. */
const COMPILED = 'node-compile-cache'
/** Files that Chromium leaves when it is killed. */
const OF_CHROMIUM = '.org.chromium.'

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
      const left = readdirSync(folder).filter((name) => name !== COMPILED && !name.startsWith(OF_CHROMIUM))
      rmSync(folder, { recursive: true, force: true })
      if (before === undefined) delete process.env.TMPDIR
      else process.env.TMPDIR = before
      if (left.length > 0) throw new Error(`Tests left behind in the temporary folder: ${left.sort().join(', ')}`)
    },
  }
}
