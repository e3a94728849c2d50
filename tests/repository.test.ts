import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SETTINGS } from '#server/config.ts'
import { lockProblems } from './support/rules/lock-file.ts'

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const readLines = (path: string) => read(path).split('\n')
const packageJson = JSON.parse(read('package.json'))
const hash = 'sha512-x'

describe('The repository', () => {
  it('The lock files install exactly the tested packages, from any registry and on every platform', () => {
    expect(lockProblems(JSON.parse(read('package-lock.json')))).toEqual([])
    expect(lockProblems(JSON.parse(read('bench/lighthouse/package-lock.json')))).toEqual([])
  })

  it.each([
    ['a host in the lock file', { 'node_modules/a': { integrity: hash, resolved: 'https://registry.example/a.tgz' } }],
    ['a package without a hash', { 'node_modules/a': { version: '1.0.0' } }],
    ['a weak hash', { 'node_modules/a': { integrity: 'sha1-x' } }],
    ['a missing binary', { 'node_modules/a': { integrity: hash, optionalDependencies: { 'a-linux-arm64': '1.0.0' } } }],
    [
      'a binary of another version',
      {
        'node_modules/a': { integrity: hash, optionalDependencies: { 'a-linux-arm64': '1.0.0' } },
        'node_modules/a-linux-arm64': { version: '0.9.0', integrity: hash },
      },
    ],
  ])('The check of the lock file reports %s', (_what, packages) => {
    expect(lockProblems({ packages })).toHaveLength(1)
  })

  it('package.json names exact versions only', () => {
    const { dependencies, devDependencies, optionalDependencies, overrides } = packageJson
    const versions = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies, ...overrides })
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)))).toEqual([])
    expect(readLines('.npmrc')).toEqual(
      expect.arrayContaining(['omit-lockfile-registry-resolved=true', 'save-exact=true']),
    )
  })

  it('The setup runs no install script of a dependency, and npm still runs our scripts', () => {
    expect(read('scripts/setup.mjs')).toMatch(/['"]ci['"],\s*['"]--ignore-scripts['"]/)
    // In .npmrc it would switch off prestart and pretest too.
    expect(read('.npmrc')).not.toContain('ignore-scripts')
  })

  it('The two commands of the README, npm start and npm test, run the setup first', () => {
    const readme = read('README.md')
    for (const command of ['start', 'test']) {
      expect(readme).toContain(`npm ${command}`)
      expect(packageJson.scripts[`pre${command}`]).toMatch(/^node scripts\/setup\.mjs/)
      // Without exec, npm would not pass signals on to the process.
      expect(packageJson.scripts[command]).toMatch(/^exec node /)
    }
  })

  it('The changelog has a section about the current version', () => {
    expect(read('CHANGELOG.md')).toMatch(new RegExp(`^## \\[?${packageJson.version}\\b`, 'm'))
  })

  it('.env.example lists every setting, and no other', () => {
    const listed = readLines('.env.example').flatMap((line) => line.match(/^#?\s*([A-Z][A-Z0-9_]*)=/)?.[1] ?? [])
    expect(listed.sort()).toEqual(Object.keys(SETTINGS).sort())
  })

  it('No file of the repository contains a path of a developer’s machine', () => {
    const files = repositoryFiles()
    expect(files).toEqual(expect.arrayContaining(['README.md', '.ci/run', 'contract/index.ts']))
    expect(files.flatMap((path) => foreignPaths(read(path)).map((found) => `${path}: ${found}`))).toEqual([])
  })

  it.each([
    [['', 'home', 'amy', 'loge']],
    [['', 'Users', 'amy', 'loge']],
    [['', 'root', 'loge']],
    [['', 'work', 'main']],
    [['..', '..', 'shared', 'notes.md']],
  ])('The check for paths of a developer’s machine finds %j', (names) => {
    expect(foreignPaths(`see "${names.join('/')}"`)).toHaveLength(1)
  })
})

/** Every file of the repository that .gitignore does not exclude. It contains plain names only, no patterns. */
function repositoryFiles(folder = ''): string[] {
  const ignored = ['.git', 'package-lock.json', ...readLines('.gitignore').map((line) => line.replaceAll('/', ''))]
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (ignored.includes(entry.name)) return []
    const path = folder ? `${folder}/${entry.name}` : entry.name
    return entry.isDirectory() ? repositoryFiles(path) : [path]
  })
}

function foreignPaths(text: string): string[] {
  return text.match(/(?<![\w.])\/(home|Users|root|work)\/[\w.-]+|\.\.\/shared\b/g) ?? []
}
