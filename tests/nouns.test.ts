import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { endpointEntries } from '#contract/index.ts'

const root = resolve(import.meta.dirname, '..')

/** The first column of the table "One word per thing". */
function nounsIn(page: string): string[] {
  const table = page.split('## One word per thing')[1]?.split('\n## ')[0] ?? ''
  return [...table.matchAll(/^\| `([a-z]+)` \|/gm)].map(([, noun = '']) => noun)
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

describe('One word per thing', () => {
  it('The table of nouns can be read, and contains no noun twice', () => {
    expect(nouns).toEqual(expect.arrayContaining(['accounts', 'stories', 'system']))
    expect(new Set(nouns).size).toBe(nouns.length)
  })

  it('Every file of the contract with calls is named by a noun, and its table of calls too', () => {
    const files = callFiles()
    expect(files.length).toBeGreaterThan(15)
    expect(files.map(({ file }) => file.replace('.ts', '')).filter((name) => !nouns.includes(name))).toEqual([])
    for (const { file, tables } of files) expect(tables, file).toEqual([file.replace('.ts', '')])
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

  it('Every noun of the table names a file or a folder', () => {
    const used = [
      ...callFiles().map(({ file }) => file.replace('.ts', '')),
      ...foldersIn('server/features'),
      ...foldersIn('web/features'),
    ]
    expect(nouns.filter((noun) => !used.includes(noun))).toEqual([])
  })
})
