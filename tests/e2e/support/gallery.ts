import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test as base, expect, type Locator, type Page } from '@playwright/test'
import { build, preview } from 'vite'
import { ConsoleWatch } from './console-watch.ts'

export { expect }

const root = resolve(import.meta.dirname, '../../..')
const configFile = join(root, 'vite.gallery.config.ts')
const cache = join(root, 'node_modules/.cache/gallery')

/** The source files of the gallery. */
const SOURCES = [
  'web/{gallery,ui,styles,assets,locales,lib}/**/*.*',
  'web/**/*.css',
  'web/gallery.html',
  'contract/*.ts',
  'vite*.config.ts',
  'package-lock.json',
]

function hashOfSources(): string {
  const hash = createHash('sha256')
  for (const path of globSync(SOURCES, { cwd: root }).sort()) {
    hash.update(path).update(readFileSync(join(root, path)))
  }
  return hash.digest('hex')
}

/**
 * Builds the gallery unless these sources were built before, and returns the folder. Two workers may build at the same
 * time: each uses a temporary folder, and the second one is discarded.
 */
async function buildGallery(): Promise<string> {
  const outDir = join(cache, hashOfSources())
  if (existsSync(outDir)) return outDir
  const aside = join(cache, `building-${process.pid}`)
  await build({ configFile, logLevel: 'error', build: { outDir: aside } })
  if (existsSync(outDir)) rmSync(aside, { recursive: true })
  else renameSync(aside, outDir)
  return outDir
}

interface TestFixtures {
  /** Opens the gallery in a theme. */
  openGallery: (theme?: 'light' | 'dark') => Promise<void>
  /** Automatic: a gallery that prints, throws or violates its content security policy fails the test. */
  watchConsole: ConsoleWatch
}

/** `test` with every component in every state at `openGallery()`, and no server behind it. */
export const test = base.extend<TestFixtures, { gallery: string }>({
  gallery: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const outDir = await buildGallery()
      const server = await preview({
        configFile,
        logLevel: 'error',
        build: { outDir },
        preview: { port: 0, host: '127.0.0.1' },
      })
      await use(`${server.resolvedUrls?.local[0]}gallery.html`)
      await server.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  openGallery: async ({ page, gallery }, use) => {
    await use(async (theme = 'light') => {
      await page.goto(`${gallery}?theme=${theme}`)
      await expect(page.getByRole('heading').first()).toBeVisible()
      await page.evaluate(() => document.fonts.ready)
    })
  },

  watchConsole: [
    async ({ context }, use) => {
      const watch = new ConsoleWatch()
      await watch.watch(context)
      await use(watch)
      await watch.settle()
    },
    { auto: true },
  ],
})

export function button(page: Page, name: string): Locator {
  return page.getByRole('button', { name, exact: true })
}

/** Waits until the overlay is visible and its animations have finished. */
export async function settled(overlay: Locator): Promise<void> {
  await expect(overlay).toBeVisible()
  await overlay.evaluate((element) => Promise.all(element.getAnimations().map((animation) => animation.finished)))
}
