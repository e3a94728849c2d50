import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { findBrowser } from '../../tests/e2e/support/chromium.ts'
import { type Product, startProduct } from '../../tests/e2e/support/product.ts'
import { createTestDatabase } from '../../tests/support/database/postgres.ts'

const RUNS = 5
const folder = import.meta.dirname
const program = join(folder, 'node_modules/lighthouse/cli/index.js')
const stamp = join(folder, 'node_modules/.installed')

export const BARS = {
  desktop: { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 },
  mobile: { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 },
} as const
export type Device = keyof typeof BARS
export type Category = keyof (typeof BARS)['desktop']

export interface Report {
  categories: Record<Category, { score: number }>
  audits: Record<string, { title: string; score: number | null; displayValue?: string; scoreDisplayMode: string }>
}

const lock = () => readFileSync(join(folder, 'package-lock.json'), 'utf8')

export function isInstalled(): boolean {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === lock()
}

export function install(): void {
  if (isInstalled()) return
  console.log('Installing Lighthouse (first time)…')
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error('Lighthouse could not be installed')
  writeFileSync(stamp, lock())
}

/** Runs the product with its production build and an empty database. */
export async function withProduct<T>(work: (product: Product) => Promise<T>): Promise<T> {
  const database = await createTestDatabase()
  const product = await startProduct({ DATABASE_URL: database.url, LOG_LEVEL: 'error' })
  try {
    return await work(product)
  } finally {
    await product.stop()
    await database.drop()
  }
}

/** Runs Lighthouse five times on a page, as on a desktop or on a phone. */
export function runLighthouse(url: string, device: Device): Report[] {
  const { launchOptions } = findBrowser()
  // Playwright finds its headless shell by itself, Lighthouse does not.
  const { executablePath = chromium.executablePath(), args = [], env } = launchOptions
  const flags = ['--headless=new', ...args].join(' ')
  const preset = device === 'desktop' ? ['--preset=desktop'] : []
  return Array.from({ length: RUNS }, () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [program, url, ...preset, '--output=json', '--quiet', `--chrome-flags=${flags}`],
      { env: { ...process.env, ...env, CHROME_PATH: executablePath }, encoding: 'utf8', maxBuffer: 2 ** 28 },
    )
    if (status !== 0) throw new Error(`Lighthouse failed:\n${stderr}`)
    return JSON.parse(stdout)
  })
}

/** The score of each run, from 0 to 100. */
export function scoresOf(reports: Report[], category: Category): number[] {
  return reports.map(({ categories }) => Math.round(categories[category].score * 100))
}
