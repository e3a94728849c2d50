import { buildApp } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import { createContext } from '../server/context.ts'

/** The product's server as it is, but for one limit: here a few people may have as many sockets as a thousand have. */
const config = readConfig()
const ctx = await createContext(config)
const app = await buildApp(ctx, { cable_limits: { sockets_per_user: Number.POSITIVE_INFINITY } })
console.log(await app.listen({ port: config.port, host: config.host }))
process.on('SIGTERM', async () => {
  await app.close()
  await ctx.close()
  process.exit(0)
})
// What is no longer used is not what an idle socket costs.
process.on('SIGUSR2', () => globalThis.gc?.())
