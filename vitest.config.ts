import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { isLongForm } from '#tests/support/long-form.ts'

/**
 * Loading modules takes longer than most tests, so test files share loaded modules, and hash passwords at the lowest cost. Files
 * that stub a browser, mock a module, load one again, or are about the cost of a hash run isolated.
 */
const ONLY_IN_FULL = ['tests/previous-release.test.ts']
const testFiles = globSync('{contract,sandbox,server,tests,web}/**/*.test.{ts,tsx}').filter(
  (file) => isLongForm || !ONLY_IN_FULL.includes(file),
)
const isIsolated = (file: string) =>
  /fake-browser|vi\.mock\(|resetModules|globalThis|\$argon2id/.test(readFileSync(file, 'utf8').replaceAll('\\$', '$'))

const shared = {
  // Long timeouts, because a busy machine is slow. Speed is measured by the benchmarks.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
  unstubGlobals: true,
}

/** The test files that take longest: five seconds and more on two cores. Many of them start processes and wait for them. */
const LONG = [
  'tests/absence-hunt.test.ts',
  'tests/crash/payments.test.ts',
  'tests/demo-accounts.test.ts',
  'server/media/marks/marks.test.ts',
  'server/db/embedded/embedded.test.ts',
  'server/features/notices/mail-kinds.test.ts',
  'tests/crash/crash.test.ts',
  'tests/crash/broadcasts.test.ts',
  'tests/crash/scheduled-posts.test.ts',
  'server/media/worker-process.test.ts',
  'tests/backup.test.ts',
  'server/features/stories/hostile-uploads.test.ts',
  'tests/process.test.ts',
  'server/features/stories/stories.test.ts',
  'tests/conversation-leak-hunt.test.ts',
  'server/cable/presence.test.ts',
  'tests/leak-hunt.test.ts',
  'server/features/notices/due-mails.test.ts',
  'tests/frozen-processes.test.ts',
  'server/features/marks/look-up.test.ts',
  'server/demo/shop.test.ts',
  'server/http/connections.test.ts',
  'server/domain/payments/confluence.test.ts',
  'server/features/notices/open-pages.test.ts',
  'tests/setup.test.ts',
  'tests/story-leak-hunt.test.ts',
  'server/features/payments/withdrawals.test.ts',
  'server/http/forms-over-the-wire.test.ts',
  'server/features/posts/limits.test.ts',
  'tests/graceful-shutdown.test.ts',
  'tests/chaos/chaos.test.ts',
  'server/db/replica.test.ts',
  'tests/sealed-places.test.ts',
  'server/live/redis.test.ts',
]

/** Runs the slow files first and the isolated ones last, so that no slow file runs alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) => {
      if (project.name === 'isolated') return 2
      return LONG.some((file) => moduleId.endsWith(`/${file}`)) ? 0 : 1
    }
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  test: {
    // Runs once for both projects.
    globalSetup: 'tests/support/global-setup.ts',
    // A worker waits for a third of its time, for PostgreSQL or for a process, so four of them keep two cores busy.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        resolve: { alias: { '@node-rs/argon2': resolve(import.meta.dirname, 'tests/support/cheap-argon2.ts') } },
        test: { ...shared, name: 'shared', include: testFiles.filter((file) => !isIsolated(file)), isolate: false },
      },
      { test: { ...shared, name: 'isolated', include: testFiles.filter(isIsolated) } },
    ],
  },
})
