import { defineConfig } from '@playwright/test'
import { findBrowser } from './tests/e2e/support/chromium.ts'

/** FULL=1 (`npm run test:full`) looks at every screen in every theme, language and width; see tests/e2e/support/views.ts. */
const full = process.env.FULL === '1'

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  globalSetup: './tests/e2e/support/global-setup.ts',
  fullyParallel: true,
  forbidOnly: true,
  // A test waits for a third of its time, so that three of them keep two cores busy.
  workers: 3,
  retries: 0,
  // Generous, as with the other tests: nothing here is about how fast something is.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [
    [process.stdout.isTTY ? 'list' : 'line'],
    ...(process.env.PLAYWRIGHT_JSON ? [['json', { outputFile: process.env.PLAYWRIGHT_JSON }] as const] : []),
  ],
  use: {
    browserName: 'chromium',
    // A trace costs a tenth of the whole run: TRACE=1 asks for it.
    trace: process.env.TRACE === '1' ? 'retain-on-failure' : 'off',
    video: 'off',
    // The test's own pages are pictured when it fails (support/test.ts): asked for here, each page of each test would be.
    screenshot: 'off',
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    launchOptions: findBrowser().launchOptions,
    // A test that is about motion asks for it (`emulateMedia`). Everywhere else a thing that still glides
    // is only a thing that may be clicked where it was a moment ago.
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [{ name: full ? 'full' : 'default' }],
})
