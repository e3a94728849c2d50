import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { paths } from '../../contract/paths.ts'
import { findBrowser, unpackShippedBrowser } from '../../tests/e2e/support/chromium.ts'
import { startProduct } from '../../tests/e2e/support/product.ts'
import { createTestDatabase, startTestPostgres } from '../../tests/support/postgres.ts'

/**
 * `npm run lighthouse`: what Lighthouse says of the landing page as it is built for people, the median of five runs on a
 * desktop and on a phone. `-- /pricing` looks at other pages. Its packages stand in `bench/lighthouse/package.json` and are
 * installed the first time.
 */
const RUNS = 5
const folder = import.meta.dirname
const program = join(folder, 'node_modules/lighthouse/cli/index.js')
const stamp = join(folder, 'node_modules/.installed')

const BARS = {
  desktop: { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 },
  mobile: { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 },
} as const
type Device = keyof typeof BARS
type Category = keyof (typeof BARS)['desktop']
type Scores = Record<Category, number>

interface Report {
  categories: Record<Category, { score: number }>
  audits: Record<string, { title: string; score: number | null; displayValue?: string; scoreDisplayMode: string }>
}

function install(): void {
  const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  console.log('Installing Lighthouse (first time)…')
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error('Lighthouse could not be installed')
  writeFileSync(stamp, lock)
}

const { source, launchOptions } = findBrowser()
if (source === 'shipped') unpackShippedBrowser()

function look(url: string, device: Device): Report {
  const { executablePath, args = [], env } = launchOptions
  const flags = ['--headless=new', ...args].join(' ')
  const preset = device === 'desktop' ? ['--preset=desktop'] : []
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [program, url, ...preset, '--output=json', '--quiet', `--chrome-flags=${flags}`],
    { env: { ...process.env, ...env, CHROME_PATH: executablePath }, encoding: 'utf8', maxBuffer: 2 ** 28 },
  )
  if (status !== 0) throw new Error(`Lighthouse failed:\n${stderr}`)
  return JSON.parse(stdout)
}

function scoresOf({ categories }: Report): Scores {
  const score = (name: Category) => Math.round(categories[name].score * 100)
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    seo: score('seo'),
  }
}

/** What kept a page from full marks, for whoever wants to mend it. */
function complaints({ audits }: Report): string[] {
  return Object.values(audits)
    .filter(({ score, scoreDisplayMode }) => score !== null && score < 0.9 && scoreDisplayMode !== 'informative')
    .map(({ title, displayValue }) => `    ${title}${displayValue ? ` (${displayValue})` : ''}`)
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

function judge(url: string, device: Device): boolean {
  const reports = Array.from({ length: RUNS }, () => look(url, device))
  const scores = reports.map(scoresOf)
  let isGood = true
  for (const [name, bar] of Object.entries(BARS[device]) as [Category, number][]) {
    const runs = scores.map((score) => score[name])
    const reached = median(runs) >= bar
    isGood &&= reached
    const verdict = reached ? 'ok' : `BELOW ${bar}`
    console.log(`  ${device.padEnd(9)}${name.padEnd(16)}${median(runs)}  (${runs.join(', ')})  ${verdict}`)
  }
  const last = reports.at(-1)
  if (last) console.log(complaints(last).join('\n'))
  return isGood
}

async function main(): Promise<number> {
  install()
  const asked = process.argv.slice(2)
  const postgres = await startTestPostgres()
  const database = await createTestDatabase()
  const product = await startProduct({ DATABASE_URL: database.url, LOG_LEVEL: 'error' })
  try {
    let isGood = true
    for (const page of asked.length > 0 ? asked : [paths.discover]) {
      console.log(`\n${page}`)
      for (const device of ['desktop', 'mobile'] as const) isGood = judge(`${product.url}${page}`, device) && isGood
    }
    return isGood ? 0 : 1
  } finally {
    await product.stop()
    await database.drop()
    await postgres.stop()
  }
}

process.exitCode = await main()
