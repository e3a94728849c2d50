import { buildApp } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import { createContext } from '../server/context.ts'

/** The server of the product without the limit of sockets per user, so that a few users can open thousands. */
const config = readConfig()
const ctx = await createContext(config)
const app = await buildApp(ctx, { cable_limits: { sockets_per_user: Number.POSITIVE_INFINITY } })
console.log(await app.listen({ port: config.port, host: config.host }))
process.on('SIGTERM', async () => {
  await app.close()
  await ctx.close()
  process.exit(0)
})
// Garbage does not count as memory of an idle socket, so the benchmark asks for a collection.
process.on('SIGUSR2', () => globalThis.gc?.())
