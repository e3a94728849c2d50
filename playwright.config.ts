import { defineConfig } from '@playwright/test'
import { isLongForm } from '#tests/support/long-form.ts'
import { findBrowser } from './tests/e2e/support/chromium.ts'

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  globalSetup: './tests/e2e/support/global-setup.ts',
  fullyParallel: true,
  // The long form (`npm run test:full`) looks at every screen in every theme, language and width (support/views.ts), and
  // holds what is marked: further ways, devices and moods of what the other tests and the journeys go through anyway.
  ...(isLongForm ? {} : { grepInvert: /@long/ }),
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
    // The service worker would answer in place of the product, so only the tests that are about it allow one.
    contextOptions: { reducedMotion: 'reduce', serviceWorkers: 'block' },
  },
  projects: [{ name: isLongForm ? 'full' : 'default' }],
})
