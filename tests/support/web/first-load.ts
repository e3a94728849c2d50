import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { REPOSITORY_ROOT } from '#tests/support/repository-root.ts'

/** The first loads with a budget. Beside these parts, a browser loads the entry and a language before a page can be used. */
export const FIRST_LOADS = [
  {
    page: 'login',
    parts: ['app/auth-frame.tsx', 'app/visitors-only.tsx', 'pages/login.tsx', 'locales/fr/accounts/sign-in.ts'],
    budget_kib: 136,
  },
  { page: 'discover', parts: ['app/open-frame.tsx', 'pages/discover.tsx', 'locales/fr/landing.ts'], budget_kib: 140 },
  {
    page: 'home',
    parts: ['app/member-pages.tsx', 'locales/fr/members.ts'],
    budget_kib: 168,
  },
]
const ENTRY = 'index.html'
/** French texts are longer than English ones. */
const LANGUAGE = 'locales/fr/common.ts'

const build = join(REPOSITORY_ROOT, 'dist/web')

/** The manifest of the web build: the script of each part. */
export type Manifest = Record<string, { file: string; imports?: string[] }>

export function readManifest(): Manifest {
  const path = join(build, '.vite/manifest.json')
  if (!existsSync(path)) throw new Error('There is no web build: node scripts/setup.mjs --build makes it.')
  return JSON.parse(readFileSync(path, 'utf8'))
}

export const textOf = (file: string) => readFileSync(join(build, file), 'utf8')

/** Matches the address of the script that a source file became, for a browser test that refuses or replaces it. */
export function scriptOf(part: string): (url: URL) => boolean {
  return ({ pathname }) => {
    const chunk = readManifest()[part]
    if (!chunk) throw new Error(`The build has no part named ${part}.`)
    return pathname === `/${chunk.file}`
  }
}

/** The size of these files after gzip. */
export function gzippedKib(files: Iterable<string>): number {
  return [...files].reduce(
    (kib, file) => kib + gzipSync(readFileSync(join(build, file)), { level: 9 }).length / 1024,
    0,
  )
}

/** The scripts of these parts and of their static imports. */
export function scriptsOf(manifest: Manifest, parts: readonly string[], found = new Set<string>()): Set<string> {
  for (const part of parts) {
    const chunk = manifest[part]
    if (!chunk) throw new Error(`The build has no part named ${part}.`)
    if (found.has(chunk.file)) continue
    found.add(chunk.file)
    scriptsOf(manifest, chunk.imports ?? [], found)
  }
  return found
}

export function firstLoad(manifest: Manifest, parts: readonly string[]): Set<string> {
  const preloads = [...textOf(ENTRY).matchAll(/<link rel="modulepreload"[^>]* href="\/([^"]+)"/g)].map(
    (match) => match[1] ?? '',
  )
  return new Set([...preloads, ...scriptsOf(manifest, [ENTRY, LANGUAGE, ...parts])])
}
