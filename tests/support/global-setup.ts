import { startTestPostgres } from './postgres.ts'
import { takeTemporaryFolder } from './temporary-folder.ts'

/** Once before all tests: a temporary folder that has to be empty in the end, and the PostgreSQL their databases live in. */
export async function setup(): Promise<() => Promise<void>> {
  const temporary = takeTemporaryFolder()
  const postgres = await startTestPostgres()
  return async () => {
    await postgres.stop()
    temporary.close()
  }
}
