import { existsSync } from 'node:fs'
import path from 'node:path'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { buildApp } from './app.ts'
import { ConfigError, readConfig } from './config.ts'
import type { Context } from './context.ts'
import { openDatabase } from './db/open.ts'
import { StartError } from './db/start-error.ts'
import { createDemoWorld, DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo/world.ts'
import { createReadiness } from './features/system/readiness.ts'
import { createJobs } from './jobs/jobs.ts'
import { memoryRateLimiter } from './limits/rate-limiter.ts'
import { createLog } from './log.ts'
import { createMailer } from './mail/mailer.ts'

/** How long requests under way may take once the process is told to end. */
const DRAIN_MS = 20_000
const WEB_ROOT = path.resolve(import.meta.dirname, '../dist/web')

async function main(): Promise<void> {
  const config = readConfig()
  if (!existsSync(path.join(WEB_ROOT, 'index.html'))) {
    throw new StartError('The web app is not built yet: start the product with `npm start`, which builds it.')
  }
  const log = createLog(config)
  const database = await openDatabase(config, (line) => log.debug(line))
  let listening_at = ''
  const ctx: Context = {
    config,
    db: database.db,
    jobs: await createJobs(database.url, log),
    mail: createMailer(config, log),
    log,
    limiter: memoryRateLimiter(),
    now: () => new Date(),
    origin: () => config.public_url ?? listening_at,
  }
  if (config.demo) await createDemoWorld(ctx)

  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const readiness = createReadiness(ctx)
  const app = await buildApp(ctx, { registry, readiness, web_root: WEB_ROOT })

  listening_at = await listen(() => app.listen({ port: config.port, host: config.host }), config.port)
  await ctx.jobs.work()
  console.log(greeting(ctx.origin(), config.demo))

  let isEnding = false
  async function end(): Promise<void> {
    if (isEnding) process.exit(1)
    isEnding = true
    readiness.shutDown()
    setTimeout(() => process.exit(1), DRAIN_MS).unref()
    await app.close()
    await ctx.jobs.stop()
    await database.close()
    process.exit(0)
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
}

async function listen(start: () => Promise<string>, port: number): Promise<string> {
  try {
    return await start()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new StartError(`Port ${port} is in use: end what listens there, or set PORT to another.`)
    if (code === 'EACCES')
      throw new StartError(`Port ${port} needs more rights than this user has: set PORT to one above 1023.`)
    throw error
  }
}

function greeting(origin: string, isDemo: boolean): string {
  const lines = ['', `  Loge is ready at ${origin}`]
  if (isDemo) {
    lines.push('', `  Demo accounts, password ${DEMO_PASSWORD}:`, ...DEMO_ACCOUNTS.map(({ email }) => `    ${email}`))
  }
  return [...lines, ''].join('\n')
}

try {
  await main()
} catch (error) {
  if (!(error instanceof StartError || error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exit(1)
}
