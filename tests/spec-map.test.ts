import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/** What the map had when it was first written: with fewer rows, a line of the specification has been lost. */
const LEAST_ROWS = [38, 122, 36, 55, 25, 26, 52, 43, 38]

interface Row {
  section: number
  /** Where it stands in the map. */
  place: number
  cells: string[]
}

type Read = (path: string) => string | undefined

/** The table rows of the map; the two lines at the top of each table are not among them. */
function readRows(map: string): Row[] {
  let section = 0
  return map.split('\n').flatMap((text, index) => {
    section = Number(text.match(/^## (\d+)\. /)?.[1] ?? section)
    if (!text.startsWith('|') || /^\|( line of the specification |-)/.test(text)) return []
    const cells = text
      .replace(/^\|/, '')
      .replace(/\|\s*$/, '')
      .split('|')
    return [{ section, place: index + 1, cells: cells.map((cell) => cell.trim()) }]
  })
}

function itemsOf(cell: string): string[] {
  return cell.split('<br>').map((item) => item.trim())
}

/** Everything the map claims and the repository does not hold, as sentences. */
function untrueRows(rows: readonly Row[], read: Read): string[] {
  return rows.flatMap(({ place, cells }) => {
    const [line, built, proof] = cells
    const problems =
      line && built && proof && cells.length === 3
        ? rowProblems(line, itemsOf(built), itemsOf(proof), read)
        : ['does not have three filled cells']
    return problems.map((problem) => `line ${place} ${problem}`)
  })
}

function rowProblems(line: string, built: string[], proof: string[], read: Read): string[] {
  const files = built.flatMap((item) => item.match(/^`([^`]+)`$/)?.[1] ?? [])
  const problems = [
    ...files.filter((file) => read(file) === undefined).map((file) => `names ${file}, which is not there`),
    ...built.filter((item) => !isBuiltItem(item)).map((item) => `says where it is built in words: ${item}`),
    ...proof.flatMap((item) => proofProblem(item, read)),
  ]
  const isBare = built.includes('no behaviour')
  if (isBare !== proof.includes('no behaviour')) problems.push('has behaviour in one of its columns only')
  if (!isBare && files.length === 0) problems.push('does not say where it is built')
  const words = files.map((file) => read(file) ?? '').join('\n')
  for (const [, string = ''] of line.matchAll(/“(.+?)”/g))
    if (!isBare && !words.includes(string)) problems.push(`quotes “${string}”, which stands in none of its files`)
  return problems
}

function isBuiltItem(item: string): boolean {
  return item === 'no behaviour' || /^`[^`]+`$/.test(item) || /^Decided: .+\.$/.test(item)
}

function proofProblem(item: string, read: Read): string[] {
  if (item === 'no behaviour') return []
  const [, file, title] = item.match(/^`([^`]+\.(?:test|spec)\.tsx?)`: (.+)$/) ?? []
  if (!file || !title) return [`names no test: ${item}`]
  const text = read(file)
  if (text === undefined) return [`names ${file}, which is not there`]
  return hasTitle(shortForm(text), title.split(' › ')) ? [] : [`names a test that ${file} does not have: ${title}`]
}

/** Without what only the long form runs: every line is proved each time. */
function shortForm(text: string): string {
  return text.replaceAll(/^( *)test\((?:(?!^\1test\()[\s\S])*?^\1\}\)$/gm, (test) =>
    test.includes("tag: '@long'") ? '' : test,
  )
}

/** Each part of a title is a whole string, given to a group, a test or a step of one or listed in a table of cases, in this order. */
function hasTitle(text: string, parts: readonly string[]): boolean {
  let from = 0
  return parts.every((part) => {
    const literal = `(['"\`])${part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\1`
    const found = text.slice(from).match(new RegExp(`(?:\\b(?:it|test|describe|step)\\(|\\)\\(|\\[)\\s*${literal}`))
    from += (found?.index ?? 0) + (found?.[0].length ?? 0)
    return found !== null
  })
}

/** Sections that are missing, out of order, or shorter than they were. */
function lostLines(rows: readonly Row[], least: readonly number[]): string[] {
  const order = [...new Set(rows.map(({ section }) => section))].join(' ')
  const expected = least.map((_, index) => index + 1).join(' ')
  const problems = order === expected ? [] : [`The sections are ${order} and not ${expected}`]
  for (const [index, count] of least.entries()) {
    const held = rows.filter(({ section }) => section === index + 1).length
    if (held < count) problems.push(`Section ${index + 1} has ${held} rows and not ${count}`)
  }
  return problems
}

describe('Somebody who asks where a line of the specification went', () => {
  const rows = readRows(readFileSync(join(root, 'docs/spec-map.md'), 'utf8'))
  const files = new Map<string, string | undefined>()
  const read = (path: string) => {
    const full = join(root, path)
    if (!files.has(path)) files.set(path, existsSync(full) ? readFileSync(full, 'utf8') : undefined)
    return files.get(path)
  }

  it('finds a row for it', () => {
    expect(lostLines(rows, LEAST_ROWS)).toEqual([])
  })

  it('finds the files and the tests the row names', () => {
    expect(untrueRows(rows, read)).toEqual([])
  })
})

describe('A map is refused', () => {
  const house: Record<string, string> = {
    'web/login.tsx': "export const words = 'Wrong email or passord'",
    'web/login.test.ts': `describe('A visitor', () => {
      it('is refused with a wrong password', () => {})
      it.each([['with nothing', 1]])('is refused %s', () => {})
      test(\n'is let in', () => {})
      test('comes and goes', () => test.step('goes', () => {}))
      test('leaves for long', { tag: '@long' }, () => {
      })
      const name = 'amy'
    })`,
  }
  const judge = (row: string) => untrueRows(readRows(`## 1. Doors\n\n${row}`), (path) => house[path])
  const proof = '`web/login.test.ts`: is let in'

  it.each([
    ['with two cells', `| Log in | ${proof} |`, 'three filled cells'],
    ['with four cells', `| Log in | \`web/login.tsx\` | ${proof} | ${proof} |`, 'three filled cells'],
    ['with an empty cell', '| Log in | `web/login.tsx` | |', 'three filled cells'],
    ['with a file that is gone', `| Log in | \`web/gone.tsx\` | ${proof} |`, 'names web/gone.tsx'],
    ['with words for a file', `| Log in | the login page | ${proof} |`, 'in words: the login page'],
    ['that puts the building off', `| Log in | \`web/login.tsx\`<br>later | ${proof} |`, 'in words: later'],
    ['that puts the proof off', `| Log in | \`web/login.tsx\` | ${proof}<br>later |`, 'names no test: later'],
    ['with a decision that is no sentence', `| Log in | \`web/login.tsx\`<br>Decided: yes | ${proof} |`, 'in words'],
    ['with a decision and nothing else', `| Log in | Decided: it is so. | ${proof} |`, 'where it is built'],
    ['with a test file that is gone', '| Log in | `web/login.tsx` | `web/gone.test.ts`: is let in |', 'names web/gone'],
    ['with a file that is no test', '| Log in | `web/login.tsx` | `web/login.tsx`: is let in |', 'names no test'],
    ['with a test file and no title', '| Log in | `web/login.tsx` | `web/login.test.ts` |', 'names no test'],
    ['with a title nobody wrote', '| Log in | `web/login.tsx` | `web/login.test.ts`: is sent away |', 'does not have'],
    [
      'with a test of the long form',
      '| Leave | `web/login.tsx` | `web/login.test.ts`: leaves for long |',
      'does not have',
    ],
    ['with a part of a title', '| Log in | `web/login.tsx` | `web/login.test.ts`: is let |', 'does not have'],
    ['with a text that is no title', '| Log in | `web/login.tsx` | `web/login.test.ts`: amy |', 'does not have'],
    [
      'with a title in another group',
      '| Log in | `web/login.tsx` | `web/login.test.ts`: is let in › A visitor |',
      'does not have',
    ],
    ['with behaviour on one side only', `| Log in | no behaviour | ${proof} |`, 'in one of its columns'],
    ['with a string that is spelled otherwise', `| “Wrong password” | \`web/login.tsx\` | ${proof} |`, 'quotes “Wrong'],
  ])('%s', (_, row, problem) => {
    expect(judge(row)).toContainEqual(expect.stringContaining(`line 3 `))
    expect(judge(row).join('\n')).toContain(problem)
  })

  it('without a section, with sections out of order, or with fewer rows than before', () => {
    const row = '| Log in | no behaviour | no behaviour |'
    const [one, two] = [`## 1. Doors\n${row}\n${row}`, `## 2. Boxes\n${row}`]
    expect(lostLines(readRows(`${one}\n${two}`), [2, 1])).toEqual([])
    expect(lostLines(readRows(one), [2, 1])).toHaveLength(2)
    expect(lostLines(readRows(`${two}\n${one}`), [2, 1])).toHaveLength(1)
    expect(lostLines(readRows(`${one}\n${two}`), [3, 1])).toHaveLength(1)
  })

  it('in no other case', () => {
    const rows = [
      '| line of the specification | where it is built | what proves it |',
      '|---|---|---|',
      '| A “word” | no behaviour | no behaviour |',
      '| “Wrong email or passord” | Decided: it is a toast. <br> `web/login.tsx` | `web/login.test.ts`: A visitor › is refused with a wrong password |',
      `| Log in | \`web/login.tsx\` | \`web/login.test.ts\`: with nothing<br>\`web/login.test.ts\`: is refused %s<br>${proof}<br>\`web/login.test.ts\`: A visitor › goes |`,
    ]
    expect(judge(rows.join('\n'))).toEqual([])
  })
})
