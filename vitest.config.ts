import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Loading what is tested costs more than most of the tests, so that test files share what is loaded. Those that pretend to
 * be a browser do not, nor do those that put something else in a module's place or load it anew.
 */
const house = globSync('{contract,server,tests,web}/**/*.test.{ts,tsx}')
const isApart = (file: string) => /fake-browser|vi\.mock\(|resetModules|globalThis/.test(readFileSync(file, 'utf8'))

const shared = {
  // Generous: a busy machine is slow, and how fast something is, is measured elsewhere.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
  unstubGlobals: true,
}

/** They start and end whole processes and wait for them, most of a minute some of them. */
const LONG = [
  'tests/process.test.ts',
  'tests/crash/crash.test.ts',
  'tests/chaos/chaos.test.ts',
  'tests/setup.test.ts',
  'tests/subscription-command.test.ts',
  'tests/leak-hunt.test.ts',
  'server/db/embedded/embedded.test.ts',
  'server/live/redis.test.ts',
  'server/media/videos/videos.test.ts',
]

/** The long ones first and the small ones of the web app last, so that nothing is left to wait for alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const turn = ({ moduleId, project }: TestSpecification) => {
      if (project.name === 'apart') return 2
      return LONG.some((file) => moduleId.endsWith(`/${file}`)) ? 0 : 1
    }
    return (await super.sort(files)).sort((a, b) => turn(a) - turn(b))
  }
}

export default defineConfig({
  test: {
    // Once for both.
    globalSetup: 'tests/support/global-setup.ts',
    // A test of processes waits more than it works, so that three workers keep two cores busy.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      { test: { ...shared, name: 'together', include: house.filter((file) => !isApart(file)), isolate: false } },
      { test: { ...shared, name: 'apart', include: house.filter(isApart) } },
    ],
  },
})
