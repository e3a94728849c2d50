import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

/**
 * Loading the server costs more than most of its tests, so that test files share what is loaded. Those of the web app do
 * not: they pretend to be a browser. Nor do those that put something else in a module's place.
 */
const house = globSync('{contract,server,tests}/**/*.test.ts')
const isApart = (file: string) => /vi\.mock\(|globalThis/.test(readFileSync(file, 'utf8'))

const shared = {
  // Generous: a busy machine is slow, and how fast something is, is measured elsewhere.
  testTimeout: 120_000,
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
      { test: { ...shared, name: 'together', include: house.filter((file) => !isApart(file)), isolate: false } },
      { test: { ...shared, name: 'apart', include: [...house.filter(isApart), 'web/**/*.test.{ts,tsx}'] } },
    ],
  },
})
