import { type AppOptions, buildApp } from '#server/app.ts'
import { type Context, createContext } from '#server/context.ts'
import { atTheEnd } from './at-the-end.ts'

/** A second process of the product, on the database and with the clock of the first. */
export async function secondProcess(first: Context, options: AppOptions = {}) {
  const { config, db, log, now, origin } = first
  // The connection stays the first one's to close.
  const database = { db, background: undefined, url: config.database_url ?? '', close: async () => {} }
  const ctx = await createContext(config, { database, log, now, origin })
  const app = await buildApp(ctx, options)
  await app.ready()
  atTheEnd(async () => {
    await app.close()
    await ctx.close()
  })
  return { ctx, app }
}
