import { startTestPostgres } from './database/postgres.ts'
import { takeTemporaryFolder } from './processes/temporary-folder.ts'

/** Runs once before all tests: creates a temporary folder, which has to be empty at the end, and starts PostgreSQL. */
export async function setup(): Promise<() => Promise<void>> {
  const temporary = takeTemporaryFolder()
  const postgres = await startTestPostgres()
  return async () => {
    await postgres.stop()
    temporary.close()
  }
}
