import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** What Node keeps of compiled code, where NODE_COMPILE_CACHE names no other place for it. */
const COMPILED = 'node-compile-cache'
/** What Chromium keeps while it runs, and leaves when it is ended. */
const BROWSERS_OWN = '.org.chromium.'

/**
 * Gives a test run a temporary folder of its own: everything it starts finds it in TMPDIR. Whatever still lies there at
 * the end fails the run, so that no test leaves anything behind in the system's own. The name is short, because the
 * path of a socket has room for a hundred letters only.
 */
export function takeTemporaryFolder(): { close(): void } {
  const before = process.env.TMPDIR
  const folder = mkdtempSync(path.join(tmpdir(), 'loge-'))
  process.env.TMPDIR = folder
  return {
    close() {
      const left = readdirSync(folder).filter((name) => name !== COMPILED && !name.startsWith(BROWSERS_OWN))
      rmSync(folder, { recursive: true, force: true })
      if (before === undefined) delete process.env.TMPDIR
      else process.env.TMPDIR = before
      if (left.length > 0) throw new Error(`Tests left behind in the temporary folder: ${left.sort().join(', ')}`)
    },
  }
}
