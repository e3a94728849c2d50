import { afterAll, onTestFinished } from 'vitest'

/**
 * Closes what a test has opened when that test is over, and what a file has opened when the file is. Vitest forgets an
 * `afterAll` that is asked for while a test runs.
 */
export function atTheEnd(close: () => Promise<void>): void {
  try {
    onTestFinished(close)
  } catch {
    // No test runs: the file, or a group of it, is being read.
    afterAll(close)
  }
}
