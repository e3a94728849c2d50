import { readdirSync, readFileSync } from 'node:fs'
import { join, parse, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { planChunks } from '../scripts/chunks.ts'

const root = resolve(import.meta.dirname, '..')
const RULES = ['vite.config.ts', 'scripts/chunks.ts', 'scripts/browser-contract.ts']

/** The names of all source files and icons, but for those that a folder has too. */
function sourceNames(): Set<string> {
  const found = ['web', 'contract'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true }),
  )
  const folders = found.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const files = found.filter((entry) => entry.isFile() && /\.(tsx?|css)$/.test(entry.name)).map(({ name }) => name)
  const icons = readdirSync(join(root, 'node_modules/lucide-react/dist/esm/icons'))
  return new Set([...files, ...icons].map((name) => parse(name).name).filter((name) => !folders.includes(name)))
}

/** The source files and icons that a rule names: in its strings and regular expressions that are paths or end like a file. */
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
  it.each(RULES)('name no source file and no icon in %s', (file) => {
    expect(namedIn(readFileSync(join(root, file), 'utf8'))).toEqual([])
  })

  it('would be found if they did', () => {
    expect(namedIn('const CORE = [/\\/web\\/ui\\/(avatar|button)\\./]')).toEqual(['avatar', 'button'])
    expect(namedIn("const CORE = ['/web/lib/query-client.ts']")).toEqual(['query-client'])
    expect(namedIn("test: 'icons/lock-keyhole'")).toEqual(['lock-keyhole'])
    expect(namedIn("test: (id) => id.endsWith('dialog.tsx')")).toEqual(['dialog'])
  })
})

/** A small app: who imports whom at once, and whom later. */
function plan(app: Record<string, { now?: string[]; later?: string[] }>) {
  const modules = Object.entries(app).map(
    ([id, { now = [], later = [] }]) =>
      [id, { isEntry: id === 'main', importedIds: now, dynamicallyImportedIds: later }] as const,
  )
  return Object.fromEntries(planChunks(new Map(modules)))
}

const LOGIN = '/web/pages/login.tsx'
const SIGNUP = '/web/pages/signup.tsx'
const DOOR = '/web/app/door.ts'
const HOME = '/web/pages/home.tsx'
const PROFILE = '/web/pages/profile.tsx'
const DIALOG = '/web/features/posts/dialog.tsx'
const OTHER_DIALOG = '/web/features/posts/other-dialog.tsx'
const LIBRARY = '/node_modules/@base-ui/react/dialog.mjs'

describe('The plan of the chunks', () => {
  const main = { now: ['core'], later: [LOGIN, SIGNUP, DOOR] }

  it('leaves to the bundler what the first script brings, and what one part needs', () => {
    expect(
      plan({ main, core: {}, [LOGIN]: { now: ['core', 'a'] }, a: {}, [SIGNUP]: { now: ['core'] }, [DOOR]: {} }),
    ).toEqual({})
  })

  it('keeps what only members share from visitors, also when their first page comes with the way to the others', () => {
    const members = { [DOOR]: { now: [HOME], later: [PROFILE] }, [HOME]: { now: ['a'] }, [PROFILE]: { now: ['a'] } }
    expect(plan({ main, core: {}, [LOGIN]: {}, [SIGNUP]: {}, ...members, a: {} })).toEqual({ a: 'members' })
  })

  it('gives visitors one file for what their pages share, and one for what a single one shares with members', () => {
    const needs = (...now: string[]) => ({ now })
    const app = { [LOGIN]: needs('a', 'b'), [SIGNUP]: needs('a'), [DOOR]: { later: [PROFILE] }, [PROFILE]: needs('b') }
    expect(plan({ main, core: {}, ...app, a: {}, b: {} })).toEqual({ a: 'common', b: 'shared-with-login' })
  })

  it('puts what opens over a page where no page waits for it', () => {
    const app = {
      [LOGIN]: {},
      [SIGNUP]: {},
      [DOOR]: { later: [PROFILE] },
      [PROFILE]: { later: [DIALOG, OTHER_DIALOG] },
      [DIALOG]: { now: [LIBRARY] },
      [OTHER_DIALOG]: { now: [LIBRARY] },
    }
    expect(plan({ main, core: {}, ...app, [LIBRARY]: {} })).toEqual({
      [DIALOG]: 'dialogs',
      [OTHER_DIALOG]: 'dialogs',
      [LIBRARY]: 'overlays',
    })
  })
})
