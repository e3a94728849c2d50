import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { LOCALES } from '#contract/locales.ts'
import { readSource } from './support/rules/source-file.ts'
import {
  FIRST_LOADS,
  firstLoad,
  gzippedKib,
  type Manifest,
  readManifest,
  scriptsOf,
  textOf,
} from './support/web/first-load.ts'

const root = resolve(import.meta.dirname, '..')
let manifest: Manifest

/** The packages that a source file imports statically, directly or through other files. */
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

  it.each(FIRST_LOADS)(
    'A visitor of the page $page waits for at most $budget_kib KiB of scripts',
    ({ page, parts, budget_kib }) => {
      const files = [...firstLoad(manifest, parts)]
      const kib = gzippedKib(files)
      console.log(`${page.padEnd(10)}${kib.toFixed(1)} KiB of ${budget_kib} in ${files.length} files`)
      // A smaller sum would mean that something was not counted: the libraries alone are larger.
      expect(kib).toBeGreaterThan(80)
      expect(kib).toBeLessThanOrEqual(budget_kib)
      // Each file is a request, and every request costs time in a mobile network.
      expect(files.length).toBeLessThanOrEqual(12)
    },
  )

  it.each(FIRST_LOADS)(
    'A visitor of the page $page does not wait for dialogs, drawers, menus and tooltips',
    ({ parts }) => {
      const sources = ['web/main.tsx', ...parts.map((part) => `web/${part}`)]
      const packages = sources.flatMap((path) => packagesOf(path))
      expect(packages).toContain('react')
      expect(packages).not.toContain('@base-ui/react')
      // The error messages of the library are in the build wherever its code is.
      expect([...firstLoad(manifest, parts)].filter((file) => /base-ui|Base UI/.test(textOf(file)))).toEqual([])
    },
  )

  it('A visitor does not wait for scripts that only members need', () => {
    const membersOnly = manifest['app/member-parts.tsx']?.file
    expect(membersOnly).toBeDefined()
    expect(firstLoad(manifest, ['app/open-frame.tsx', 'pages/discover.tsx'])).not.toContain(membersOnly)
  })

  it('A visitor whose page is idle fetches the toasts, and no scripts of pages and members with them', () => {
    const fetched = firstLoad(manifest, ['app/open-frame.tsx', 'pages/discover.tsx'])
    const idle = [...scriptsOf(manifest, ['ui/overlays/toasts.tsx'])].filter((file) => !fetched.has(file))
    expect(idle).toEqual([manifest['ui/overlays/toasts.tsx']?.file])
  })

  it.each(LOCALES)('A visitor of the landing page waits for at most 13 KiB of styles (%s)', (locale) => {
    const sheets = [
      ...textOf(`pages/discover.${locale}.html`).matchAll(/<link rel="stylesheet"[^>]* href="\/([^"]+)"/g),
    ]
    expect(sheets).toHaveLength(1)
    const kib = gzippedKib(sheets.map(([, file = '']) => file))
    console.log(`discover  ${kib.toFixed(1)} KiB of styles`)
    expect(kib).toBeGreaterThan(5)
    expect(kib).toBeLessThanOrEqual(13)
  })

  it('No page waits for the scripts of its dialogs and overlays', () => {
    const pages = Object.keys(manifest).filter((part) => part.startsWith('pages/'))
    expect(pages.length).toBeGreaterThan(20)
    const later = /assets\/(overlays|dialogs)-/
    expect(pages.filter((page) => [...scriptsOf(manifest, [page])].some((file) => later.test(file)))).toEqual([])
  })

  it('The test finds the overlay library where it is loaded at once', () => {
    expect(packagesOf('web/ui/overlays/dialog.tsx')).toContain('@base-ui/react')
    const overlays = Object.keys(manifest).filter((part) => part.startsWith('_overlays-'))
    expect(overlays).toHaveLength(1)
    expect([...scriptsOf(manifest, overlays)].some((file) => /base-ui|Base UI/.test(textOf(file)))).toBe(true)
  })
})
