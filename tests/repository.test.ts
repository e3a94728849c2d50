import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SETTINGS } from '#server/config.ts'
import { lockProblems } from './support/lock-file.ts'

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const readLines = (path: string) => read(path).split('\n')
const packageJson = JSON.parse(read('package.json'))
const hash = 'sha512-x'

describe('Somebody who clones the repository', () => {
  it('can install from any registry, on every platform, exactly what was tested', () => {
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
  ])('would be warned of %s', (_what, packages) => {
    expect(lockProblems({ packages })).toHaveLength(1)
  })

  it('gets the versions that were written down, and no others', () => {
    const { dependencies, devDependencies, optionalDependencies, overrides } = packageJson
    const versions = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies, ...overrides })
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)))).toEqual([])
    expect(readLines('.npmrc')).toEqual(
      expect.arrayContaining(['omit-lockfile-registry-resolved=true', 'save-exact=true']),
    )
  })

  it('runs no install script of a dependency, and still runs ours', () => {
    expect(read('scripts/setup.mjs')).toMatch(/['"]ci['"],\s*['"]--ignore-scripts['"]/)
    // In .npmrc it would switch off prestart and pretest too.
    expect(read('.npmrc')).not.toContain('ignore-scripts')
  })

  it('finds the two commands of the README, which prepare themselves', () => {
    const readme = read('README.md')
    for (const command of ['start', 'test']) {
      expect(readme).toContain(`npm ${command}`)
      expect(packageJson.scripts[`pre${command}`]).toMatch(/^node scripts\/setup\.mjs/)
      // Without exec, npm would keep the signals that are meant for the process.
      expect(packageJson.scripts[command]).toMatch(/^exec node /)
    }
  })

  it('reads in the changelog what this version brings', () => {
    expect(read('CHANGELOG.md')).toMatch(new RegExp(`^## \\[?${packageJson.version}\\b`, 'm'))
  })

  it('finds every setting in .env.example, and none that does nothing', () => {
    const listed = readLines('.env.example').flatMap((line) => line.match(/^#?\s*([A-Z][A-Z0-9_]*)=/)?.[1] ?? [])
    expect(listed.sort()).toEqual(Object.keys(SETTINGS).sort())
  })

  it('meets nothing of the machine it was written on', () => {
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
  ])('would be spared the path of %j', (names) => {
    expect(foreignPaths(`see "${names.join('/')}"`)).toHaveLength(1)
  })
})

/** Every file that is part of the repository, by the rules of .gitignore, which names folders and files only. */
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
