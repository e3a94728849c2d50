import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,web,tests}/**/*.test.{ts,tsx}'],
    globalSetup: 'tests/support/global-setup.ts',
    maxWorkers: 2,
    // Generous: a busy machine is slow, and how fast something is, is measured elsewhere.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
