import { startTestPostgres } from '#tests/support/postgres.ts'

/** Once before all browser tests: a Postgres server for the databases of the workers. */
// biome-ignore lint/style/noDefaultExport: Playwright asks for a default export here
export default async function globalSetup(): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres()
  return () => postgres.stop()
}
