import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { readSource } from './support/imports.ts'

/** What a visitor's browser loads before a page can be used: the entry, a language, and the lazy parts of its route. */
const FIRST_LOADS = [
  {
    page: 'login',
    parts: ['app/auth-frame.tsx', 'app/visitors-only.tsx', 'pages/login.tsx', 'locales/door.fr.ts'],
    budget_kib: 135,
  },
  { page: 'discover', parts: ['app/frame.tsx', 'pages/discover.tsx', 'locales/landing.fr.ts'], budget_kib: 135 },
  {
    page: 'home',
    parts: ['app/member-frame.tsx', 'app/member-parts.tsx', 'pages/home.tsx', 'locales/members.fr.ts'],
    budget_kib: 160,
  },
]
const ENTRY = 'index.html'
/** French is the longer language. */
const LANGUAGE = 'locales/fr.ts'

const root = resolve(import.meta.dirname, '..')
const build = join(root, 'dist/web')

type Manifest = Record<string, { file: string; imports?: string[] }>
let manifest: Manifest

const textOf = (file: string) => readFileSync(join(build, file), 'utf8')
const gzipped = (file: string) => gzipSync(readFileSync(join(build, file)), { level: 9 }).length / 1024

/** The scripts of these parts and of everything they import at once. */
function scriptsOf(parts: readonly string[], found = new Set<string>()): Set<string> {
  for (const part of parts) {
    const chunk = manifest[part]
    if (!chunk) throw new Error(`The build has no part named ${part}.`)
    if (found.has(chunk.file)) continue
    found.add(chunk.file)
    scriptsOf(chunk.imports ?? [], found)
  }
  return found
}

function firstLoad(parts: readonly string[]): Set<string> {
  const preloads = [...textOf(ENTRY).matchAll(/<link rel="modulepreload"[^>]* href="\/([^"]+)"/g)].map(
    (match) => match[1] ?? '',
  )
  return new Set([...preloads, ...scriptsOf([ENTRY, LANGUAGE, ...parts])])
}

/** The packages that come with a source file at once, through every file it imports. */
function packagesOf(path: string, seen = new Set<string>()): string[] {
  if (seen.has(path) || !/\.tsx?$/.test(path)) return []
  seen.add(path)
  const atOnce = readSource(path, readFileSync(join(root, path), 'utf8')).imports.filter(({ when }) => when === 'first')
  return atOnce.flatMap(({ kind, target }) => (kind === 'file' ? packagesOf(target, seen) : [target]))
}

describe('A visitor on a phone', () => {
  beforeAll(() => {
    const path = join(build, '.vite/manifest.json')
    if (!existsSync(path)) throw new Error('There is no web build: node scripts/setup.mjs --build makes it.')
    manifest = JSON.parse(readFileSync(path, 'utf8'))
  })

  it.each(FIRST_LOADS)('waits for at most $budget_kib KiB of scripts on $page', ({ page, parts, budget_kib }) => {
    const files = [...firstLoad(parts)]
    const kib = files.reduce((total, file) => total + gzipped(file), 0)
    console.log(`${page.padEnd(10)}${kib.toFixed(1)} KiB of ${budget_kib} in ${files.length} files`)
    // A sum that is too small has missed something: the libraries alone are more.
    expect(kib).toBeGreaterThan(80)
    expect(kib).toBeLessThanOrEqual(budget_kib)
  })

  it.each(FIRST_LOADS)('does not wait for dialogs, drawers, menus and tooltips on $page', ({ parts }) => {
    const sources = ['web/main.tsx', ...parts.map((part) => `web/${part}`)]
    const packages = sources.flatMap((path) => packagesOf(path))
    expect(packages).toContain('react')
    expect(packages).not.toContain('@base-ui/react')
    // The words of its error messages survive the build, wherever its code ends up.
    expect([...firstLoad(parts)].filter((file) => /base-ui|Base UI/.test(textOf(file)))).toEqual([])
  })

  it('does not wait for what only members see', () => {
    const membersOnly = manifest['app/member-parts.tsx']?.file
    expect(membersOnly).toBeDefined()
    expect(firstLoad(['app/frame.tsx', 'pages/discover.tsx'])).not.toContain(membersOnly)
  })

  it('would be told if they were loaded at once', () => {
    expect(packagesOf('web/ui/dialog.tsx')).toContain('@base-ui/react')
    expect([...scriptsOf(['ui/dialog.tsx'])].some((file) => /base-ui|Base UI/.test(textOf(file)))).toBe(true)
  })
})
