import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MINUTE_MS } from '#contract/time.ts'
import { SETTINGS } from '#server/config.ts'
import { kill, killTree } from '#tests/support/processes/process-tree.ts'
import { REPOSITORY_ROOT } from '#tests/support/repository-root.ts'

/** Long, because a busy machine is slow. */
const START_TIMEOUT_MS = 3 * MINUTE_MS

/** What is killed: the process of the product, the database server, or the product with all its child processes. */
export type Victim = 'the product' | 'everything' | 'the database'

/** A process of the product on a data folder that is kept when the process is killed. */
export interface ProductProcess {
  url: string
  /** Sends SIGKILL. */
  kill(victim: Victim): Promise<void>
  stop(): Promise<void>
}

/** Creators are paid, with play money. */
const payments = { PAYMENTS: 'sandbox', SANDBOX_PORT: '0' }

export async function startProduct(dataDir: string, more: Record<string, string> = {}): Promise<ProductProcess> {
  const unset = Object.fromEntries(Object.keys(SETTINGS).map((name) => [name, '']))
  const settings = {
    PORT: '0',
    DATA_DIR: dataDir,
    DEMO: 'off',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    ...payments,
    ...more,
  }
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: REPOSITORY_ROOT,
    env: { ...process.env, ...unset, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const pid = child.pid ?? 0
  const killWithParent = () => killTree(pid)
  process.once('exit', killWithParent)
  const ended = once(child, 'exit').finally(() => process.off('exit', killWithParent))
  return {
    url: await readAddress(child),
    async kill(victim) {
      if (victim === 'the database') return kill(readPostmaster(dataDir))
      if (victim === 'everything') killTree(pid)
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

/** Reads the URL from the line that the product prints when it is ready. */
async function readAddress(child: ChildProcess): Promise<string> {
  const { promise, resolve: found, reject } = Promise.withResolvers<string>()
  let printed = ''
  const fail = (reason: string) => reject(new Error(`the product did not start, ${reason}:\n${printed}`))
  const timeout = setTimeout(() => fail('although it had three minutes'), START_TIMEOUT_MS)
  child.once('exit', (code) => fail(`it ended with ${code}`))
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      const url = printed.match(/http:\/\/127\.0\.0\.1:\d+/)?.[0]
      if (url) found(url)
    })
  }
  return await promise.finally(() => clearTimeout(timeout))
}
