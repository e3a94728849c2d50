import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const include = ['{contract,server,web,tests}/**/*.test.{ts,tsx}']
/** A file that puts something else in a module's place has a process of its own; the others share theirs, and its modules. */
const apart = globSync(include).filter((file) => readFileSync(file, 'utf8').includes('vi.mock('))

const shared = {
  // Generous: a busy machine is slow, and how fast something is, is measured elsewhere.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
  unstubGlobals: true,
}

export default defineConfig({
  test: {
    // Once for both.
    globalSetup: 'tests/support/global-setup.ts',
    maxWorkers: 2,
    projects: [
      { test: { ...shared, name: 'together', include, exclude: apart, isolate: false } },
      ...(apart.length > 0 ? [{ test: { ...shared, name: 'apart', include: apart } }] : []),
    ],
  },
})
