import { resolve } from 'node:path'
import { startTestPostgres } from '#tests/support/postgres.ts'
import { takeTemporaryFolder } from '#tests/support/temporary-folder.ts'

/** Once before all browser tests: a temporary folder that has to be empty in the end, and a Postgres server for the databases of the workers. */
// biome-ignore lint/style/noDefaultExport: Playwright asks for a default export here
export default async function globalSetup(): Promise<() => Promise<void>> {
  // Playwright keeps compiled tests in the temporary folder unless it is told another one.
  process.env.PWTEST_CACHE_DIR ??= resolve(import.meta.dirname, '../../../node_modules/.cache/playwright')
  const temporary = takeTemporaryFolder()
  const postgres = await startTestPostgres()
  return async () => {
    await postgres.stop()
    temporary.close()
  }
}
