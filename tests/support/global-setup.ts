import { startTestPostgres } from './postgres.ts'

/** Once before all tests: the PostgreSQL their databases live in. */
export async function setup(): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres()
  return () => postgres.stop()
}
