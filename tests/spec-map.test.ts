import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MAP, renderMap } from '../scripts/spec-map.ts'
import { readRules } from './support/rules/spec-rules.ts'
import { readRepository, readSpecification } from './support/rules/specification.ts'

const root = resolve(import.meta.dirname, '..')

/** How many rules each section had when they were first numbered. If there are fewer, a rule has been lost. */
const LEAST_RULES = [38, 122, 36, 55, 25, 26, 52, 43, 38]

/** Finds sections that are missing, out of order, or shorter than before. */
function lostRules(markdown: string, least: readonly number[]): string[] {
  const numbers = readRules(markdown).parts.flatMap(({ rules }) => rules.map(({ number }) => number))
  const sections = Map.groupBy(numbers, (number) => number.split('.')[0])
  const order = [...sections.keys()].join(' ')
  const expected = least.map((_, index) => index + 1).join(' ')
  const problems = order === expected ? [] : [`The sections are ${order} and not ${expected}`]
  for (const [index, count] of least.entries()) {
    const held = sections.get(String(index + 1))?.length ?? 0
    if (held < count) problems.push(`Section ${index + 1} has ${held} rules and not ${count}`)
  }
  return problems
}

describe('The specification of this repository', () => {
  const repository = readRepository(root)

  it('The specification has lost no rule', () => {
    expect(lostRules(readFileSync(join(root, 'docs/specification.md'), 'utf8'), LEAST_RULES)).toEqual([])
  })

  it('Every rule of the specification has a test with its number and its quoted words', () => {
    expect(repository.problems).toEqual([])
  })

  it('docs/spec-map.md is as `npm run spec-map` writes it', () => {
    expect(readFileSync(join(root, MAP), 'utf8')).toBe(renderMap(repository))
  })
})

const RULES = `# Rules

Words for people.

## 1. Signing in

- **1.1** Log in
- **1.2** “Wrong email or passord”
  - Decided: it is a toast.

### Signing out

- **1.3** “Later”
  - no behaviour
`
const PRODUCT = "export const words = 'Wrong email or passord' // Right email"
const TESTS = `describe('A visitor', () => {
  // Spec 1.1
  it('is let in', () => {})

  // Spec 1.2
  // A reason may stand between.
  it('reads "Wrong email or passord"', () => {})
  it.each([
    ['with nothing', 1],
    ['with a guess', 2],
  ])('is refused %s', () => {})
  test('comes and goes', async () => {
    await test.step('goes', () => {})
  })
  test('leaves for long', { tag: '@long' }, async () => {
    await test.step('and comes back', () => {})
  })
  const name = 'amy'
})
`

/** Reads a small repository after one text of its rules, its product or its tests was replaced. */
function read(found = '', replaced = '') {
  const put = (text: string) => text.replace(found, replaced)
  return readSpecification(put(RULES), { 'web/login.tsx': put(PRODUCT), 'web/login.test.ts': put(TESTS) })
}

describe('Reading rules and tests', () => {
  it('A rule number above a test is read, with the titles of the groups around the test', () => {
    const { problems, proofs, parts } = read()
    expect(problems).toEqual([])
    expect(parts.map(({ rules }) => rules.length)).toEqual([2, 1])
    expect(proofs.map(({ rules, title }) => [rules.join(), title.join(' › ')])).toEqual([
      ['1.1', 'A visitor › is let in'],
      ['1.2', 'A visitor › reads "Wrong email or passord"'],
    ])
  })

  it.each([
    ["describe('A visitor'", 'A visitor'],
    ['it.each([', 'A visitor › is refused %s'],
    ["['with a guess'", 'A visitor › is refused %s › with a guess'],
    ["test('comes and goes'", 'A visitor › comes and goes'],
    ["await test.step('goes'", 'A visitor › comes and goes › goes'],
  ])('A rule number may be above %s', (begin, title) => {
    const { problems, proofs } = read(begin, `// Spec 1.1, 1.2\n${begin}`)
    expect(problems).toEqual([])
    expect(proofs).toContainEqual({ file: 'web/login.test.ts', title: title.split(' › '), rules: ['1.1', '1.2'] })
  })

  it('A quoted text may be in a helper that the test imports', () => {
    const files = {
      'web/login.tsx': PRODUCT,
      'web/login.test.ts': `import { words } from '#tests/words.ts'\n${TESTS.replace('passord', 'password')}`,
      'tests/words.ts': "export const words = 'Wrong email or passord'",
    }
    expect(readSpecification(RULES, files).problems).toEqual([])
  })
})

describe('Problems of the specification', () => {
  it.each([
    ['that a test names an unknown rule', '// Spec 1.1', '// Spec 1.1, 1.4', 'There is no rule 1.4'],
    [
      'that a test names a rule twice',
      '// Spec 1.1',
      '// Spec 1.1, 1.1',
      'Rule 1.1 stands twice at web/login.test.ts: A',
    ],
    ['that a test names a rule in two comments', '// Spec 1.1', '// Spec 1.1\n// Spec 1.1', 'Rule 1.1 stands twice'],
    ['that no test proves a rule', '// Spec 1.1', '', 'Rule 1.1 is proved by no test: Log in'],
    [
      'that a test proves a rule without behaviour',
      'Spec 1.1',
      'Spec 1.1, 1.3',
      'Rule 1.3 has no behaviour, and a test',
    ],
    ['that only a long test proves a rule', "test('leaves", "// Spec 1.1\ntest('leaves", 'only the long form runs'],
    [
      'that only a step of a long test proves a rule',
      "await test.step('and",
      "// Spec 1.1\nawait test.step('and",
      'only the long form',
    ],
    [
      'that a rule number is above no test',
      'const name',
      '// Spec 1.1\nconst name',
      'login.test.ts:18 stands above no',
    ],
    [
      'that a rule number is at the end of the file',
      "'amy'\n})",
      "'amy'\n})\n// Spec 1.1",
      'login.test.ts:20 stands above no',
    ],
    ['that a rule number is behind code', "'amy'", "'amy' // Spec 1.1", 'is not a line of its own'],
    [
      'that a rule number is in a block comment',
      '// Spec 1.1',
      '/* Spec 1.1*/',
      'login.test.ts:2 is not a line of its own',
    ],
    ['that a rule number is spelled in another way', '// Spec 1.1', '// spec: 1.1', 'in the form "// Spec 2.17, 2.18"'],
    [
      'that a comment has more than rule numbers',
      '// Spec 1.1',
      '// Spec 1.1 and more',
      'in the form "// Spec 2.17, 2.18"',
    ],
    [
      'that quoted words are not in the product',
      "= 'Wrong email",
      "= 'Right email",
      'which no string of the product has',
    ],
    [
      'that only a comment has the quoted words',
      '“Wrong email or passord”',
      '“Right email”',
      'which no string of the product has',
    ],
    ['that no test of the rule has the quoted words', 'reads "Wrong', 'reads "Right', 'which no test of this rule has'],
    ['that a rule has the number of another section', '**1.3**', '**2.1**', 'Rule 2.1 stands in section 1'],
    ['that a rule number is left out', '**1.1**', '**1.4**', 'Rule 1.1 stands 0 times'],
    ['that two rules have the same number', '**1.3**', '**1.2**', 'Rule 1.2 stands 2 times'],
    [
      'that a decision is not a sentence',
      'Decided: it is a toast.',
      'Decided: yes',
      'Line 9 of the specification cannot be',
    ],
    [
      'that a rule has no number',
      '- **1.1** Log in',
      '- Log in',
      'Line 7 of the specification cannot be read: - Log in',
    ],
  ])('It is a problem %s', (_, found, replaced, problem) => {
    expect(read(found, replaced).problems).toContainEqual(expect.stringContaining(problem))
  })

  it('It is a problem that a section is missing, out of order, or shorter than before', () => {
    const [one, two] = ['## 1. Sessions\n- **1.1** Sign in\n- **1.2** Sign out', '## 2. Posts\n- **2.1** Like']
    expect(lostRules(`${one}\n${two}`, [2, 1])).toEqual([])
    expect(lostRules(one, [2, 1])).toHaveLength(2)
    expect(lostRules(`${two}\n${one}`, [2, 1])).toHaveLength(1)
    expect(lostRules(`${one}\n${two}`, [3, 1])).toHaveLength(1)
  })
})

describe('The map', () => {
  it('The map has a row for each rule, and no title breaks its table', () => {
    const { parts } = read()
    const proofs = [{ file: 'a.test.ts', title: ['a | b', '<br>'], rules: ['1.1'] }]
    expect(renderMap({ parts, proofs }).split('## 1. Signing in')[1]).toBe(`

| rule | what it says | what proves it |
|---|---|---|
| 1.1 | Log in | \`a.test.ts\`: a \\| b › &lt;br> |
| 1.2 | “Wrong email or passord”<br>Decided: it is a toast. |  |

### Signing out

| rule | what it says | what proves it |
|---|---|---|
| 1.3 | “Later” | no behaviour |
`)
  })
})
