import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  FIRST_LOADS,
  firstLoad,
  gzippedKib,
  type Manifest,
  readManifest,
  scriptsOf,
  textOf,
} from './support/first-load.ts'
import { readSource } from './support/imports.ts'

const root = resolve(import.meta.dirname, '..')
let manifest: Manifest

/** The packages that come with a source file at once, through every file it imports. */
function packagesOf(path: string, seen = new Set<string>()): string[] {
  if (seen.has(path) || !/\.tsx?$/.test(path)) return []
  seen.add(path)
  const atOnce = readSource(path, readFileSync(join(root, path), 'utf8')).imports.filter(({ when }) => when === 'first')
  return atOnce.flatMap(({ kind, target }) => (kind === 'file' ? packagesOf(target, seen) : [target]))
}

describe('A visitor on a phone', () => {
  beforeAll(() => {
    manifest = readManifest()
  })

  it.each(FIRST_LOADS)('waits for at most $budget_kib KiB of scripts on $page', ({ page, parts, budget_kib }) => {
    const files = [...firstLoad(manifest, parts)]
    const kib = gzippedKib(files)
    console.log(`${page.padEnd(10)}${kib.toFixed(1)} KiB of ${budget_kib} in ${files.length} files`)
    // A sum that is too small has missed something: the libraries alone are more.
    expect(kib).toBeGreaterThan(80)
    expect(kib).toBeLessThanOrEqual(budget_kib)
    // Each file is a request of its own, and a phone's network makes every one of them wait.
    expect(files.length).toBeLessThanOrEqual(12)
  })

  it.each(FIRST_LOADS)('does not wait for dialogs, drawers, menus and tooltips on $page', ({ parts }) => {
    const sources = ['web/main.tsx', ...parts.map((part) => `web/${part}`)]
    const packages = sources.flatMap((path) => packagesOf(path))
    expect(packages).toContain('react')
    expect(packages).not.toContain('@base-ui/react')
    // The words of its error messages survive the build, wherever its code ends up.
    expect([...firstLoad(manifest, parts)].filter((file) => /base-ui|Base UI/.test(textOf(file)))).toEqual([])
  })

  it('does not wait for what only members see', () => {
    const membersOnly = manifest['app/member-parts.tsx']?.file
    expect(membersOnly).toBeDefined()
    expect(firstLoad(manifest, ['app/open-frame.tsx', 'pages/discover.tsx'])).not.toContain(membersOnly)
  })

  it('waits on no page for what opens over it', () => {
    const pages = Object.keys(manifest).filter((part) => part.startsWith('pages/'))
    expect(pages.length).toBeGreaterThan(20)
    const later = /assets\/(overlays|dialogs)-/
    expect(pages.filter((page) => [...scriptsOf(manifest, [page])].some((file) => later.test(file)))).toEqual([])
  })

  it('would be told if they were loaded at once', () => {
    expect(packagesOf('web/ui/overlays/dialog.tsx')).toContain('@base-ui/react')
    const overlays = Object.keys(manifest).filter((part) => part.startsWith('_overlays-'))
    expect(overlays).toHaveLength(1)
    expect([...scriptsOf(manifest, overlays)].some((file) => /base-ui|Base UI/.test(textOf(file)))).toBe(true)
  })
})
