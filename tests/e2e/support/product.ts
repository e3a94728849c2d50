import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { SETTINGS } from '#server/config.ts'

const root = resolve(import.meta.dirname, '../../..')
const START_MS = 90_000
const STOP_MS = 15_000

/** The product as operators run it: in its own process, with its own port and data folder. */
export interface Product {
  url: string
  data_dir: string
  pid: number
  /** The environment it runs in, for the command line tools that belong to it. */
  env: Record<string, string>
  /** Everything it has printed since the last call. */
  takeLog(): string
  stop(): Promise<void>
}

export async function startProduct(
  settings: Record<string, string>,
  program = 'server/main.ts',
  folder = root,
): Promise<Product> {
  const data_dir = await mkdtemp(join(tmpdir(), 'loge-'))
  const env = {
    ...withoutSettings(process.env),
    PORT: '0',
    DATA_DIR: data_dir,
    DEMO: 'off',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    ...settings,
  }
  const child = spawn(process.execPath, [program], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  // The test process may itself be killed before it can stop the product.
  const killWithUs = () => child.kill('SIGKILL')
  process.once('exit', killWithUs)

  let log = ''
  let announce: (url: string) => void = () => {}
  const announced = new Promise<string>((resolveUrl) => {
    announce = resolveUrl
  })
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      log += text
      const url = log.match(/http:\/\/127\.0\.0\.1:\d+/)?.[0]
      if (url) announce(url)
    })
  }

  async function stop(): Promise<void> {
    process.off('exit', killWithUs)
    const code = await end(child)
    await rm(data_dir, { recursive: true, force: true })
    if (code !== 0) throw new Error(`The product ended with ${code} when it was asked to stop:\n${log}`)
  }

  try {
    const url = await Promise.race([announced, failure(child)])
    log = ''
    return { url, data_dir, pid: child.pid ?? 0, env, takeLog, stop }
  } catch (error) {
    await end(child)
    await rm(data_dir, { recursive: true, force: true })
    throw new Error(`The product did not start: ${error instanceof Error ? error.message : error}\n${log}`)
  }

  function takeLog(): string {
    const taken = log
    log = ''
    return taken
  }
}

/** Removes the developer's own settings, also those of their `.env` file, so that they do not reach the product under test. */
export function withoutSettings(env: NodeJS.ProcessEnv): Record<string, string> {
  const kept = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
  return { ...Object.fromEntries(kept), ...Object.fromEntries(Object.keys(SETTINGS).map((name) => [name, ''])) }
}

async function failure(child: ChildProcess): Promise<never> {
  const [code] = await once(child, 'exit', { signal: AbortSignal.timeout(START_MS) })
  throw new Error(`it ended with ${code}`)
}

async function end(child: ChildProcess): Promise<number | NodeJS.Signals | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode ?? child.signalCode
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const killTimer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  const [code, signal] = await ended
  clearTimeout(killTimer)
  return code ?? signal
}
