import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { MINUTE_MS } from '#contract/time.ts'
import { SETTINGS } from '#server/config.ts'
import { kill, killFamily } from '#tests/support/process-family.ts'

const root = resolve(import.meta.dirname, '../..')
const START_TIMEOUT_MS = MINUTE_MS

/** What is killed: the product's own process, the database server, or the product with all that it has started. */
export type Victim = 'the product' | 'everything' | 'the database'

/** The product as people run it, on a data folder that outlives it. */
export interface ProductProcess {
  url: string
  /** Nobody gets to finish anything. */
  kill(victim: Victim): Promise<void>
  stop(): Promise<void>
}

export async function startProduct(dataDir: string): Promise<ProductProcess> {
  const nothing = Object.fromEntries(Object.keys(SETTINGS).map((name) => [name, '']))
  const settings = { PORT: '0', DATA_DIR: dataDir, DEMO: 'off', RATE_LIMITS: 'off', LOG_LEVEL: 'warn' }
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: { ...process.env, ...nothing, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const pid = child.pid ?? 0
  const endWithUs = () => killFamily(pid)
  process.once('exit', endWithUs)
  const ended = once(child, 'exit').finally(() => process.off('exit', endWithUs))
  return {
    url: await readAddress(child),
    async kill(victim) {
      if (victim === 'the database') return kill(readPostmaster(dataDir))
      if (victim === 'everything') killFamily(pid)
      kill(pid)
      await ended
    },
    async stop() {
      child.kill('SIGTERM')
      const [code] = await ended
      if (code !== 0) throw new Error(`the product ended with ${code} when it was asked to stop`)
    },
  }
}

function readPostmaster(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
}

/** From the line with which the product says that it is ready. */
async function readAddress(child: ChildProcess): Promise<string> {
  const { promise, resolve: found, reject } = Promise.withResolvers<string>()
  let printed = ''
  const give = (reason: string) => reject(new Error(`the product did not start, ${reason}:\n${printed}`))
  const timeout = setTimeout(() => give('though it had a minute'), START_TIMEOUT_MS)
  child.once('exit', (code) => give(`it ended with ${code}`))
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      const url = printed.match(/http:\/\/127\.0\.0\.1:\d+/)?.[0]
      if (url) found(url)
    })
  }
  return await promise.finally(() => clearTimeout(timeout))
}
