import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { endpointEntries } from '#contract/index.ts'
import { memberTranslations } from '#web/lib/i18n/member-namespaces.ts'
import { translations } from '#web/lib/i18n/namespaces.ts'

const root = resolve(import.meta.dirname, '..')

/** The first column of the table "One word per thing". */
function nounsIn(page: string): string[] {
  const table = page.split('## One word per thing')[1]?.split('\n## ')[0] ?? ''
  return [...table.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, noun = '']) => noun)
}

const nouns = nounsIn(readFileSync(join(root, 'docs/architecture.md'), 'utf8'))

function foldersIn(place: string): string[] {
  return readdirSync(join(root, place), { withFileTypes: true }).flatMap((entry) =>
    // Git keeps no empty folders, but a working copy may after a move.
    entry.isDirectory() && readdirSync(join(root, place, entry.name)).length > 0 ? [entry.name] : [],
  )
}

/** The files of the contract that declare calls, each with the names of its exported tables of calls. */
function callFiles(): { file: string; tables: string[] }[] {
  return readdirSync(join(root, 'contract')).flatMap((file) => {
    const text = readFileSync(join(root, 'contract', file), 'utf8')
    if (!/\bendpoint\(\{/.test(text)) return []
    return [
      {
        file,
        tables: [...text.matchAll(/^export const ([a-z_]+) = \{\n.*endpoint\(/gms)].map(([, name = '']) => name),
      },
    ]
  })
}

/** The namespaces of the two frames that every page stands in: they load what is there before a page is chosen. */
const FRAME_NAMESPACES = ['common', 'members']
/** The sections of texts that belong to no noun, because pages of many nouns show them. */
const SHARED_SECTIONS = {
  ui: 'the components of web/ui',
  errors: 'refusals of the server, and of forms before they are sent',
  frame: 'the header',
  footer: 'the footer',
  error_page: 'the page in place of one that fails',
  menu: 'the menu of members',
  session: 'the toast on any page after a session has ended',
  publishing: 'the forms of web/publishing, for posts, stories and profile pictures',
}

/**
 * The files of a language, without `.ts`, with their sections. A file exports its section by name; a namespace that loads
 * sections of other nouns too exports all of them as `sections`.
 */
async function localeFiles(language: string): Promise<{ name: string; isAlone: boolean; sections: string[] }[]> {
  const folder = join(root, 'web/locales', language)
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'))
  return Promise.all(
    paths.map(async (path) => {
      const module: { sections?: object } = await import(join(folder, path))
      return {
        name: path.replace('.ts', ''),
        isAlone: !module.sections,
        sections: Object.keys(module.sections ?? module),
      }
    }),
  )
}

/** A noun as a name in the code: a table of calls, or a section of texts. */
function keyOf(noun: string): string {
  return noun.replaceAll('-', '_')
}

describe('One word per thing', () => {
  it('The table of nouns can be read, and contains no noun twice', () => {
    expect(nouns).toEqual(expect.arrayContaining(['accounts', 'stories', 'system']))
    expect(new Set(nouns).size).toBe(nouns.length)
  })

  it('Every file of the contract with calls is named by a noun, and its table of calls too', () => {
    const files = callFiles()
    expect(files.length).toBeGreaterThan(15)
    expect(files.map(({ file }) => file.replace('.ts', '')).filter((name) => !nouns.includes(name))).toEqual([])
    for (const { file, tables } of files) expect(tables, file).toEqual([keyOf(file.replace('.ts', ''))])
    // Together these files have all calls.
    const calls = files.map(
      ({ file }) => readFileSync(join(root, 'contract', file), 'utf8').match(/: endpoint\(\{/g)?.length ?? 0,
    )
    expect(calls.reduce((sum, count) => sum + count, 0)).toBe(endpointEntries().length)
  })

  it.each(['server/features', 'web/features'])('Every folder of %s is named by a noun', (place) => {
    const folders = foldersIn(place)
    expect(folders.length).toBeGreaterThan(15)
    expect(folders.filter((folder) => !nouns.includes(folder))).toEqual([])
  })

  it.each(['en', 'fr'])('A noun names every file of texts in %s, and the sections in it', async (language) => {
    const files = await localeFiles(language)
    expect(files.length).toBeGreaterThan(20)
    const shared = Object.keys(SHARED_SECTIONS)
    const wordOf = (name: string) => name.split('/')[0] ?? ''
    const words = files.map(({ name }) => wordOf(name)).filter((word) => !FRAME_NAMESPACES.includes(word))
    expect(words.filter((word) => !nouns.includes(word) && !shared.includes(word))).toEqual([])
    for (const { name, isAlone, sections } of files) {
      const word = wordOf(name)
      if (FRAME_NAMESPACES.includes(word))
        expect([...words.map(keyOf), ...shared], name).toEqual(expect.arrayContaining(sections))
      else if (isAlone) expect(sections, name).toEqual([keyOf(word)])
      else {
        expect(sections, name).toContain(keyOf(word))
        expect(words, name).toEqual(expect.arrayContaining(sections))
      }
    }
    expect(shared.filter((section) => !files.some(({ sections }) => sections.includes(section)))).toEqual([])
  })

  it('A namespace of texts has the path of its file as its name, the same in both languages', async () => {
    const files = (await localeFiles('en')).map(({ name }) => name)
    expect(files).toEqual(expect.arrayContaining(Object.keys({ ...translations, ...memberTranslations })))
    expect(files.toSorted()).toEqual((await localeFiles('fr')).map(({ name }) => name).toSorted())
  })

  it('Every noun of the table names a file or a folder', () => {
    const used = [
      ...callFiles().map(({ file }) => file.replace('.ts', '')),
      ...foldersIn('server/features'),
      ...foldersIn('web/features'),
    ]
    expect(nouns.filter((noun) => !used.includes(noun))).toEqual([])
  })
})
