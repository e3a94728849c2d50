import { afterAll, onTestFinished } from 'vitest'

/**
 * Registers a cleanup: after the current test, or after all tests of the file if no test is running. Vitest ignores an
 * `afterAll` that is registered during a test.
 */
export function closeAfterTests(close: () => Promise<void>): void {
  try {
    onTestFinished(close)
  } catch {
    // No test is running: vitest is still collecting the tests of the file.
    afterAll(close)
  }
}
