import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ATTACKS } from '../bench/attacks/attacks.ts'

const root = resolve(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/security.md'), 'utf8')

/** How many requirements of levels 1 and 2 each section of ASVS 5.0 has; they are numbered from 1 without a gap. */
const ASVS: Record<string, number> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2, '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2, '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3, '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4 },
  ...{ '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2, '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1 },
  ...{ '9.1': 3, '9.2': 4, '10.1': 2, '10.2': 2, '10.3': 4, '10.4': 11, '10.5': 5, '10.6': 2, '10.7': 3 },
  ...{ '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1, '12.1': 3, '12.2': 2, '12.3': 4 },
  ...{ '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5, '14.1': 2, '14.2': 4, '14.3': 3, '15.1': 3, '15.2': 3, '15.3': 7 },
  ...{ '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3, '17.1': 1, '17.2': 4, '17.3': 2 },
}

const numbers = Object.entries(ASVS).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
)

interface Row {
  numbers: string[]
  state: string
  words: string
}

function readRows(text: string): Row[] {
  return [...text.matchAll(/^\| (\d+\.\d+\.\d+(?:, \d+\.\d+\.\d+)*) \| ([^|]+) \| (.+) \|$/gm)].map(
    ([, list = '', state = '', words = '']) => ({ numbers: list.split(', '), state, words }),
  )
}

describe('The security page', () => {
  it('The security page lists each of the 253 requirements of ASVS 5.0 level 2 once, and how it is met or why not', () => {
    const rows = readRows(page)
    expect(numbers).toHaveLength(253)
    expect(rows.flatMap((row) => row.numbers).toSorted()).toEqual(numbers.toSorted())
    expect([...new Set(rows.map(({ state }) => state))].toSorted()).toEqual(['deviates', 'does not apply', 'kept'])
    for (const { words } of rows) expect(words.length).toBeGreaterThan(4)
  })

  it('The security page names only files that exist', () => {
    const named = [...page.matchAll(/`((?:server|web|contract|tests|docs|scripts|bench)\/[\w./-]+)`/g)]
    const linked = [...page.matchAll(/\]\(((?!https?:)[\w./-]+)(?:#[\w-]+)?\)/g)].map(([, path = '']) => `docs/${path}`)
    expect(named.length).toBeGreaterThan(10)
    const missing = [...named.map(([, path = '']) => path), ...linked].filter((path) => !existsSync(join(root, path)))
    expect(missing).toEqual([])
  })

  it('The security page says what limits each attack of the benchmark', () => {
    const listed = page.slice(page.indexOf('## Attacks'), page.indexOf('## Limits'))
    expect(ATTACKS.filter(({ listed_as }) => !listed.includes(`| ${listed_as} |`))).toEqual([])
  })
})
