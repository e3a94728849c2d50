import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { buildApp, FEATURES } from './app.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { type Context, createContext } from './context.ts'
import { StartError } from './db/start-error.ts'
import { applyDemoSetting, disabledDemoWarning } from './demo/demo-setting.ts'
import { createDemoPayouts } from './demo/payouts.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo/people.ts'
import { createDemoShop } from './demo/shop.ts'
import { demo, renewExpiringDemoStories } from './demo/stories.ts'
import { type Shop, shopOf } from './domain/shop.ts'
import { ownsStore } from './domain/store-owner.ts'
import { beatsOf, handleJobs } from './feature.ts'
import { Shutdown } from './http/shutdown.ts'
import { createHeart } from './jobs/heart.ts'
import { type OpenSandbox, openSandbox } from './payments/open-sandbox.ts'

/** Graceful shutdown: how long running requests may take after the drain. */
const FINISH_MS = 20_000
const WEB_ROOT = path.resolve(import.meta.dirname, '../dist/web')

/** What must be closed when the process ends or fails to start, in reverse order of opening. */
const closing: (() => Promise<unknown>)[] = []
const shutdown = new Shutdown()
const drain_cut = new AbortController()
let drain_ms = 0
let ending_since: number | undefined

async function main(): Promise<void> {
  const config = readConfig()
  drain_ms = config.drain_seconds * 1000
  for (const warning of config.in_force.warnings) console.error(warning)
  if (!existsSync(path.join(WEB_ROOT, 'index.html'))) {
    throw new StartError('The web app has not been built: start the server with `npm start`, which builds it.')
  }
  let listening_at = ''
  const { origin: seen_at } = parseArgs({ options: { origin: { type: 'string' } } }).values
  const origin = () => config.public_url ?? seen_at ?? listening_at
  const sandbox = await openSandbox(config, origin)
  closing.unshift(async () => sandbox?.stop())
  const ctx = await createContext(config, { origin, sandbox_url: sandbox?.url })
  closing.unshift(() => ctx.close())
  await reachBucket(ctx)
  // The owner is checked before anything is stored. An error is only logged, because reading media still works.
  await ownsStore(ctx).catch((error) =>
    ctx.log.error(
      { err: error },
      'the owner of the media store cannot be determined: check that DATA_DIR/media or the bucket of S3_* can be read and written',
    ),
  )
  const demo_state = await applyDemoSetting(ctx)
  await renewExpiringDemoStories(ctx)
  await handleJobs(ctx, demo)

  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const app = await buildApp(ctx, { registry, shutdown, web_root: WEB_ROOT })
  const heart = createHeart(beatsOf(ctx, FEATURES), ctx.log)
  closing.unshift(() => Promise.all([app.close(), heart.stop()]))
  // The queues of the jobs exist by now.
  if (demo_state.is_enabled && sandbox && ctx.payments) await openDemoShop(shopOf(ctx), sandbox)
  listening_at = await listen(() => app.listen({ port: config.port, host: config.host }), config)
  await ctx.jobs.work()
  heart.start()
  console.log(greeting(ctx.origin(), demo_state.is_enabled))
  const warning = disabledDemoWarning(demo_state)
  if (warning) console.error(warning)
}

/** The product starts without the sales and the payouts of the demo as well. */
async function openDemoShop(ctx: Shop, sandbox: OpenSandbox): Promise<void> {
  try {
    await createDemoShop(ctx, sandbox)
    await createDemoPayouts(ctx)
  } catch (error) {
    ctx.log.error({ err: error }, 'the demo world could not sell its tickets: to begin anew, delete DATA_DIR')
  }
}

/** Fails fast: a wrong key or a missing bucket is reported at the start and not by the first picture. */
async function reachBucket({ config: { s3 }, media }: Pick<Context, 'config' | 'media'>): Promise<void> {
  if (!s3) return
  await media.store.probe().catch((error: Error) => {
    const { name, message } = error.cause as Error
    throw new StartError(
      `The bucket ${s3.bucket} at ${new URL(s3.endpoint).origin} cannot be used (${name}: ${message}): check that the bucket exists and that the settings S3_* are right.`,
    )
  })
}

async function listen(start: () => Promise<string>, { port, host }: Config): Promise<string> {
  try {
    return await start()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    switch (code) {
      case 'EADDRINUSE':
        throw new StartError(
          `Port ${port} is already in use: stop the program that listens there, or set PORT to another port.`,
        )
      case 'EACCES':
        throw new StartError(
          `Port ${port} needs privileges that this user does not have: set PORT to a port above 1023.`,
        )
      case 'ENOTFOUND':
      case 'EADDRNOTAVAIL':
        throw new StartError(
          `This machine has no address ${host}: set HOST to one of its addresses, for example 127.0.0.1 or 0.0.0.0.`,
        )
      default:
        throw error
    }
  }
}

function greeting(origin: string, isDemo: boolean): string {
  const lines = ['', `  Loge is ready at ${origin}`]
  if (isDemo) {
    lines.push('', `  Demo accounts, password ${DEMO_PASSWORD}:`, ...DEMO_ACCOUNTS.map(({ email }) => `    ${email}`))
  }
  return [...lines, ''].join('\n')
}

/**
 * Graceful shutdown: serves on for the time of the drain, finishes running requests and closes everything that was opened.
 * A second signal ends the drain, and after it the process, unless it arrives within a second: Ctrl-C in a terminal can
 * reach the process twice, directly and through npm.
 */
async function end(code: number, drain_ms: number): Promise<void> {
  if (ending_since !== undefined) {
    if (Date.now() - ending_since <= 1000) return
    if (drain_cut.signal.aborted) process.exit(1)
    drain_cut.abort()
    return
  }
  ending_since = Date.now()
  await shutdown.drain(drain_ms, drain_cut.signal)
  ending_since = Date.now()
  drain_cut.abort()
  setTimeout(() => process.exit(1), FINISH_MS).unref()
  for (const close of closing) await close()
  process.exit(code)
}

/** A signal during the start takes effect when the start is complete, so that everything it opened is closed. */
const started = main()
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    void started.then(
      // Ctrl-C does not drain: whoever presses it waits for the end.
      () => end(0, signal === 'SIGTERM' ? drain_ms : 0),
      () => {},
    )
  })
}

try {
  await started
} catch (error) {
  if (!(error instanceof StartError || error instanceof ConfigError)) console.error(error)
  else console.error(error.message)
  await end(1, 0)
}
