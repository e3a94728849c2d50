import { readdirSync, readFileSync } from 'node:fs'
import { join, parse, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { planChunks } from '../scripts/chunks.ts'
import { laterStyles, stylesOf } from '../scripts/page-styles.ts'

const root = resolve(import.meta.dirname, '..')
const RULES = ['vite.config.ts', 'scripts/chunks.ts', 'scripts/browser-contract.ts']

/** The names of all source files and icons, except names that a folder has too. */
function sourceNames(): Set<string> {
  const found = ['web', 'contract'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true }),
  )
  const folders = found.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const files = found.filter((entry) => entry.isFile() && /\.(tsx?|css)$/.test(entry.name)).map(({ name }) => name)
  const icons = readdirSync(join(root, 'node_modules/lucide-react/dist/esm/icons'))
  return new Set([...files, ...icons].map((name) => parse(name).name).filter((name) => !folders.includes(name)))
}

/** Finds the source files and icons that a build rule names, in strings and regular expressions that look like a path or a file name. */
function namedIn(rule: string): string[] {
  const names = sourceNames()
  const literals = rule
    .split('\n')
    .filter((line) => !/^\s*(import |proxy: |\/?\*|\/\/)/.test(line))
    .flatMap(
      (line) => line.replace(/\$\{[^}]*\}/g, '').match(/'[^']*'|`[^`]*`|(?<=[:=(,[] ?)\/(?:\\.|[^/\n])+\/\w*/g) ?? [],
    )
  return literals
    .filter((literal) => /\w\/|\/\w|\.(tsx?|css|m?js)\b/.test(literal))
    .flatMap((literal) => literal.match(/[\w-]+/g) ?? [])
    .filter((word) => names.has(word))
}

describe('The rules of the build', () => {
  it.each(RULES)('The build rules in %s name no source file and no icon', (file) => {
    expect(namedIn(readFileSync(join(root, file), 'utf8'))).toEqual([])
  })

  it('A build rule that names a source file or an icon is found', () => {
    expect(namedIn('const CORE = [/\\/web\\/ui\\/(avatar|button)\\./]')).toEqual(['avatar', 'button'])
    expect(namedIn("const CORE = ['/web/lib/query-client.ts']")).toEqual(['query-client'])
    expect(namedIn("test: 'icons/lock-keyhole'")).toEqual(['lock-keyhole'])
    expect(namedIn("test: (id) => id.endsWith('dialog.tsx')")).toEqual(['dialog'])
  })
})

/** Plans the chunks of a small app: `now` are static imports, `later` are dynamic imports. */
function plan(app: Record<string, { now?: string[]; later?: string[] }>) {
  const modules = Object.entries(app).map(
    ([id, { now = [], later = [] }]) =>
      [id, { isEntry: id === 'main', importedIds: now, dynamicallyImportedIds: later }] as const,
  )
  return Object.fromEntries(planChunks(new Map(modules)))
}

const LOGIN = '/web/pages/login.tsx'
const SIGNUP = '/web/pages/signup.tsx'
const MEMBER_PAGES = '/web/app/member-pages.tsx'
const HOME = '/web/pages/home.tsx'
const SETTINGS = '/web/pages/settings.tsx'
const PROFILE = '/web/pages/profile.tsx'
const DIALOG = '/web/features/posts/dialog.tsx'
const TOASTS = '/web/ui/toasts.tsx'
const OTHER_DIALOG = '/web/features/posts/other-dialog.tsx'
const LIBRARY = '/node_modules/@base-ui/react/dialog.mjs'

describe('The chunk plan', () => {
  const main = { now: ['core'], later: [LOGIN, SIGNUP, MEMBER_PAGES] }

  it('The chunk plan leaves modules of the first script, and modules that only one part needs, to the bundler', () => {
    expect(
      plan({ main, core: {}, [LOGIN]: { now: ['core', 'a'] }, a: {}, [SIGNUP]: { now: ['core'] }, [MEMBER_PAGES]: {} }),
    ).toEqual({})
  })

  it('The chunk plan puts modules that only member pages share into a chunk that visitors do not load', () => {
    const members = {
      [MEMBER_PAGES]: { now: [HOME], later: [PROFILE] },
      [HOME]: { now: ['a'] },
      [PROFILE]: { now: ['a'] },
    }
    expect(plan({ main, core: {}, [LOGIN]: {}, [SIGNUP]: {}, ...members, a: {} })).toEqual({
      a: 'members',
      // The frame brings its first page along, and every other page of members needs the frame.
      [HOME]: 'members',
      [MEMBER_PAGES]: 'members',
    })
  })

  it('The chunk plan keeps what only other pages of members share out of the first load of members', () => {
    const members = {
      [MEMBER_PAGES]: { now: [HOME], later: [PROFILE, SETTINGS] },
      [HOME]: { now: ['b'] },
      [PROFILE]: { now: ['a', 'b'] },
      [SETTINGS]: { now: ['a', 'b'] },
    }
    expect(plan({ main, core: {}, [LOGIN]: {}, [SIGNUP]: {}, ...members, a: {}, b: {} })).toEqual({
      a: 'later-pages',
      b: 'members',
      [HOME]: 'members',
      [MEMBER_PAGES]: 'members',
    })
  })

  it('The chunk plan leaves an icon of the frame of members out of the chunks of dialogs', () => {
    const app = {
      [LOGIN]: {},
      [MEMBER_PAGES]: { now: ['menu'], later: [PROFILE, DIALOG] },
      menu: { now: ['icon'] },
      [PROFILE]: {},
      [DIALOG]: { now: ['icon', LIBRARY] },
    }
    expect(plan({ main, core: {}, ...app, icon: {}, [LIBRARY]: {} })).toMatchObject({
      menu: 'members',
      icon: 'members',
    })
  })

  it('The chunk plan has one chunk for what visitor pages share, and one for what a single visitor page shares with members', () => {
    const needs = (...now: string[]) => ({ now })
    const app = {
      [LOGIN]: needs('a', 'b'),
      [SIGNUP]: needs('a'),
      [MEMBER_PAGES]: { later: [PROFILE] },
      [PROFILE]: needs('b'),
    }
    expect(plan({ main, core: {}, ...app, a: {}, b: {} })).toEqual({
      a: 'common',
      b: 'shared-with-login',
      [MEMBER_PAGES]: 'members',
    })
  })

  it('The chunk plan has one chunk for all that the first page of members shares with single pages of visitors', () => {
    const app = {
      [LOGIN]: { now: ['a'] },
      [SIGNUP]: { now: ['b'] },
      [MEMBER_PAGES]: { now: ['a', 'b'], later: [PROFILE] },
      [PROFILE]: {},
    }
    expect(plan({ main, core: {}, ...app, a: {}, b: {} })).toEqual({
      a: 'shared',
      b: 'shared',
      [MEMBER_PAGES]: 'members',
    })
  })

  it('The chunk plan puts dialogs and their libraries into chunks that no page waits for', () => {
    const app = {
      [LOGIN]: {},
      [SIGNUP]: {},
      [MEMBER_PAGES]: { later: [PROFILE] },
      [PROFILE]: { later: [DIALOG, OTHER_DIALOG] },
      [DIALOG]: { now: [LIBRARY] },
      [OTHER_DIALOG]: { now: [LIBRARY] },
    }
    expect(plan({ main, core: {}, ...app, [LIBRARY]: {} })).toEqual({
      [DIALOG]: 'dialogs',
      [OTHER_DIALOG]: 'dialogs',
      [LIBRARY]: 'overlays',
      [MEMBER_PAGES]: 'members',
    })
  })

  it('The chunk plan lets nobody load the pages of members with what every page loads when it is idle', () => {
    const app = {
      [LOGIN]: {},
      [MEMBER_PAGES]: { now: ['icon', 'menu'], later: [PROFILE] },
      [PROFILE]: { now: ['menu'] },
      [TOASTS]: { now: ['icon'] },
    }
    const first = { now: ['core'], later: [LOGIN, MEMBER_PAGES, TOASTS] }
    expect(plan({ main: first, core: {}, ...app, icon: {}, menu: {} })).toMatchObject({
      icon: 'common',
      menu: 'members',
    })
  })
})

describe('The style sheets of a prerendered page', () => {
  const page = (html: string) => stylesOf(STYLES, [html])
  const STYLES =
    '@layer theme,base,utilities;@font-face{font-family:F;src:url(f.woff2)}@layer base{a{color:red}}@layer utilities{.p-4{padding:1rem}.w-\\[calc\\(100\\%-1px\\)\\]{width:1px}.\\32 xl\\:b{top:0}.group-open\\:c:is(:where(.group)[open] *){left:0}@media (width>=1px){.md\\:d{top:1px}}.e:not(.f){top:2px}.e.g,.h>i{top:3px}.j:before{content:"}.k{"}}'

  it('A prerendered page has the rules that its elements can match, whatever state they and the window are in', () => {
    expect(page('<p class="p-4 2xl:b"><b class="w-[calc(100%-1px)] group-open:c">')).toBe(
      '@layer theme,base,utilities;@font-face{font-family:F;src:url(f.woff2)}@layer base{a{color:red}}@layer utilities{.p-4{padding:1rem}.w-\\[calc\\(100\\%-1px\\)\\]{width:1px}.\\32 xl\\:b{top:0}.group-open\\:c:is(:where(.group)[open] *){left:0}}',
    )
    expect(page('<p class="md:d">')).toContain('@media (width>=1px){.md\\:d{top:1px}}')
    expect(page('<p class="e">')).toContain('{.e:not(.f){top:2px}}')
    expect(page('<p class="h">')).toContain('{.e.g,.h>i{top:3px}}')
    expect(page('<p class="j">')).toContain('{.j:before{content:"}.k{"}}')
  })

  it('What makes a prerendered page know other rules is a class in any language', () => {
    expect(page('<p class="x">')).not.toContain('@layer utilities{')
    expect(stylesOf(STYLES, ['<p class="x">', '<p class="a&amp;b p-4">'])).toContain('.p-4{padding:1rem}')
    expect(stylesOf('.\\[\\&\\>svg\\]\\:a>svg{top:0}', ['<p class="[&amp;&gt;svg]:a">'])).toContain('top:0')
  })

  it('The later sheet has the rules of all pages in their order, and repeats no fonts and nothing that every element matches', () => {
    const later = laterStyles(STYLES)
    expect(later).not.toMatch(/font-face|color:red/)
    const utilities = STYLES.slice(STYLES.indexOf('@layer utilities{'))
    expect(later).toBe(`@layer theme,base,utilities;${utilities}`)
  })

  it('A style sheet that is cut off stops the build', () => {
    for (const broken of ['.a{top:0', '.a{top:0}}', '.a'])
      expect(() => stylesOf(broken, ['<p class="a">']), broken).toThrow('The style sheet')
  })
})
