import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { MINUTE_MS } from '../contract/time.ts'
import { withoutSettings } from '../tests/e2e/support/product.ts'
import { median, notRun, type Row } from './row.ts'

const root = resolve(import.meta.dirname, '..')
const LATER_STARTS = 5
const TIMEOUT_MS = 10 * MINUTE_MS

const FIRST = { what: 'first `npm start` with an empty cache, time to the first page, s', bar: { at_most: 60 } }
const LATER = { what: 'later `npm start`, time to the first page, s', bar: { at_most: 3 } }

/** How long the first `npm start` in a new clone takes, and how long later ones take. */
export async function npmStart(): Promise<Row[]> {
  if (!existsSync(join(root, '.git'))) return [FIRST, LATER].map((row) => notRun(row, 'not a clone of the repository'))
  const folder = mkdtempSync(join(tmpdir(), 'loge-bench-'))
  try {
    const clone = join(folder, 'clone')
    copyTrackedFiles(clone)
    const env = cleanEnvironment(folder)
    const first = await secondsToFirstPage(clone, env)
    const later: number[] = []
    for (let start = 0; start < LATER_STARTS; start += 1) later.push(await secondsToFirstPage(clone, env))
    const all = later.map((seconds) => seconds.toFixed(1)).join(', ')
    return [
      { ...FIRST, ratio: first, figures: 'dependencies, web app, database, demo data' },
      { ...LATER, ratio: median(later), figures: `${all} s` },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function copyTrackedFiles(to: string): void {
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
  for (const name of listed.split('\0').filter((file) => file !== '' && existsSync(join(root, file)))) {
    mkdirSync(dirname(join(to, name)), { recursive: true })
    copyFileSync(join(root, name), join(to, name))
  }
}

/** An environment without the variables of npm and of this clone, so that neither its Node nor its downloads are used. */
function cleanEnvironment(folder: string): Record<string, string> {
  const ours = /^npm_(?!config_)|^npm_config_local_prefix$|^NODE$|^INIT_CWD$/
  const env = Object.entries(withoutSettings(process.env)).filter(([name]) => !ours.test(name))
  const path = (process.env.PATH ?? '').split(delimiter).filter((part) => !part.includes('node_modules'))
  return {
    ...Object.fromEntries(env),
    PATH: path.join(delimiter),
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    npm_config_cache: join(folder, 'npm-cache'),
  }
}

async function secondsToFirstPage(cwd: string, env: Record<string, string>): Promise<number> {
  const startedAt = performance.now()
  const child = spawn('npm', ['start'], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'exit')
  const killWithParent = () => child.kill('SIGTERM')
  process.once('exit', killWithParent)
  try {
    const page = await fetch(await addressOf(child))
    if (!(await page.text()).includes('</html>')) throw new Error(`The first page was answered with ${page.status}`)
    return (performance.now() - startedAt) / 1000
  } finally {
    process.off('exit', killWithParent)
    child.kill('SIGTERM')
    await ended
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  let printed = ''
  const address = Promise.withResolvers<string>()
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      const url = printed.match(/http:\/\/127\.0\.0\.1:\d+/)?.[0]
      if (url) address.resolve(url)
    })
  }
  child.once('exit', () => address.reject(new Error(`npm start ended:\n${printed}`)))
  const timeout = setTimeout(() => address.reject(new Error(`npm start takes too long:\n${printed}`)), TIMEOUT_MS)
  return await address.promise.finally(() => clearTimeout(timeout))
}
