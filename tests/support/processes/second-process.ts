import { type AppOptions, buildApp } from '#server/app.ts'
import { type Context, createContext } from '#server/context.ts'
import { closeAfterTests } from '#tests/support/close-after-tests.ts'

/** A second instance of the server on the database and the clock of the first, as if it were another process. */
export async function secondProcess(first: Context, options: AppOptions = {}) {
  const { config, db, log, now, origin } = first
  // The first instance closes the connection.
  const database = { db, background: undefined, url: config.database_url ?? '', close: async () => {} }
  const ctx = await createContext(config, { database, log, now, origin })
  const app = await buildApp(ctx, options)
  await app.ready()
  closeAfterTests(async () => {
    await app.close()
    await ctx.close()
  })
  return { ctx, app }
}
