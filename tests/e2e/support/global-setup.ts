import { startTestPostgres } from '#tests/support/postgres.ts'
import { findBrowser, unpackShippedBrowser } from './chromium.ts'

/** Once before all browser tests: a browser that can start, and a Postgres server for the databases of the workers. */
// biome-ignore lint/style/noDefaultExport: Playwright asks for a default export here
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (findBrowser().source === 'shipped') unpackShippedBrowser()
  const postgres = await startTestPostgres()
  return () => postgres.stop()
}
