import { resolve } from 'node:path'
import { startTestPostgres } from '#tests/support/database/postgres.ts'
import { takeTemporaryFolder } from '#tests/support/processes/temporary-folder.ts'

/** Runs once before all browser tests: creates a temporary folder, which must be empty at the end, and a Postgres server for the databases of the workers. */
// biome-ignore lint/style/noDefaultExport: Playwright asks for a default export here
export default async function globalSetup(): Promise<() => Promise<void>> {
  // By default, Playwright keeps compiled tests in the temporary folder.
  process.env.PWTEST_CACHE_DIR ??= resolve(import.meta.dirname, '../../../node_modules/.cache/playwright')
  const temporary = takeTemporaryFolder()
  const postgres = await startTestPostgres()
  return async () => {
    await postgres.stop()
    temporary.close()
  }
}
