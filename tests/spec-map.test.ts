import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MAP, renderMap } from '../scripts/spec-map.ts'
import { readRules } from './support/spec-rules.ts'
import { readRepository, readSpecification } from './support/specification.ts'

const root = resolve(import.meta.dirname, '..')

/** How many rules each section had when they were first numbered: with fewer, a line of the specification has been lost. */
const LEAST_RULES = [38, 122, 36, 55, 25, 26, 52, 43, 38]

/** Sections that are missing, out of order, or shorter than they were. */
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

describe('Somebody who asks where a line of the specification went', () => {
  const repository = readRepository(root)

  it('finds a rule for it', () => {
    expect(lostRules(readFileSync(join(root, 'docs/specification.md'), 'utf8'), LEAST_RULES)).toEqual([])
  })

  it('finds tests that carry its number and speak its words', () => {
    expect(repository.problems).toEqual([])
  })

  it('finds both in the map, which is as `npm run spec-map` writes it', () => {
    expect(readFileSync(join(root, MAP), 'utf8')).toBe(renderMap(repository))
  })
})

const RULES = `# Rules

Words for people.

## 1. Doors

- **1.1** Log in
- **1.2** “Wrong email or passord”
  - Decided: it is a toast.

### Ways out

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

/** What is read of a small repository in which one text of the rules, the product or the tests may be replaced by another. */
function read(found = '', replaced = '') {
  const put = (text: string) => text.replace(found, replaced)
  return readSpecification(put(RULES), { 'web/login.tsx': put(PRODUCT), 'web/login.test.ts': put(TESTS) })
}

describe('Of tests and rules', () => {
  it('what is in order is read, with the groups around it', () => {
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
  ])('a number may stand above %s', (begin, title) => {
    const { problems, proofs } = read(begin, `// Spec 1.1, 1.2\n${begin}`)
    expect(problems).toEqual([])
    expect(proofs).toContainEqual({ file: 'web/login.test.ts', title: title.split(' › '), rules: ['1.1', '1.2'] })
  })

  it('a word may stand in a helper, too', () => {
    const files = {
      'web/login.tsx': PRODUCT,
      'web/login.test.ts': `import { words } from '#tests/words.ts'\n${TESTS.replace('passord', 'password')}`,
      'tests/words.ts': "export const words = 'Wrong email or passord'",
    }
    expect(readSpecification(RULES, files).problems).toEqual([])
  })
})

describe('It is a problem', () => {
  it.each([
    ['that a test names an unknown rule', '// Spec 1.1', '// Spec 1.1, 1.4', 'There is no rule 1.4'],
    [
      'that a test names a rule twice',
      '// Spec 1.1',
      '// Spec 1.1, 1.1',
      'Rule 1.1 stands twice at web/login.test.ts: A',
    ],
    ['that it does so in two lines', '// Spec 1.1', '// Spec 1.1\n// Spec 1.1', 'Rule 1.1 stands twice'],
    ['that nothing proves a rule', '// Spec 1.1', '', 'Rule 1.1 is proved by no test: Log in'],
    ['that something proves nothing', 'Spec 1.1', 'Spec 1.1, 1.3', 'Rule 1.3 has no behaviour, and a test'],
    ['that only the long form proves it', "test('leaves", "// Spec 1.1\ntest('leaves", 'only the long form runs'],
    ['that only a part of one does', "await test.step('and", "// Spec 1.1\nawait test.step('and", 'only the long form'],
    ['that a number stands above nothing', 'const name', '// Spec 1.1\nconst name', 'login.test.ts:18 stands above no'],
    ['that it stands at the end', "'amy'\n})", "'amy'\n})\n// Spec 1.1", 'login.test.ts:20 stands above no'],
    ['that it stands beside something', "'amy'", "'amy' // Spec 1.1", 'is not a line of its own'],
    ['that it stands in a block', '// Spec 1.1', '/* Spec 1.1*/', 'login.test.ts:2 is not a line of its own'],
    ['that it is written otherwise', '// Spec 1.1', '// spec: 1.1', 'in the form "// Spec 2.17, 2.18"'],
    ['that more is written there', '// Spec 1.1', '// Spec 1.1 and more', 'in the form "// Spec 2.17, 2.18"'],
    [
      'that quoted words are not in the product',
      "= 'Wrong email",
      "= 'Right email",
      'which no string of the product has',
    ],
    ['that only a comment has them', '“Wrong email or passord”', '“Right email”', 'which no string of the product has'],
    ['that no test of the rule speaks them', 'reads "Wrong', 'reads "Right', 'which no test of this rule speaks'],
    ['that a rule is of another section', '**1.3**', '**2.1**', 'Rule 2.1 stands in section 1'],
    ['that a number is left out', '**1.1**', '**1.4**', 'Rule 1.1 stands 0 times'],
    ['that a number is given twice', '**1.3**', '**1.2**', 'Rule 1.2 stands 2 times'],
    [
      'that a decision is no sentence',
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
  ])('%s', (_, found, replaced, problem) => {
    expect(read(found, replaced).problems).toContainEqual(expect.stringContaining(problem))
  })

  it('that a section is missing, out of order, or shorter than it was', () => {
    const [one, two] = ['## 1. Doors\n- **1.1** In\n- **1.2** Out', '## 2. Boxes\n- **2.1** Sit']
    expect(lostRules(`${one}\n${two}`, [2, 1])).toEqual([])
    expect(lostRules(one, [2, 1])).toHaveLength(2)
    expect(lostRules(`${two}\n${one}`, [2, 1])).toHaveLength(1)
    expect(lostRules(`${one}\n${two}`, [3, 1])).toHaveLength(1)
  })
})

describe('The map', () => {
  it('has a row for each rule, and no title breaks it', () => {
    const { parts } = read()
    const proofs = [{ file: 'a.test.ts', title: ['a | b', '<br>'], rules: ['1.1'] }]
    expect(renderMap({ parts, proofs }).split('## 1. Doors')[1]).toBe(`

| rule | what it says | what proves it |
|---|---|---|
| 1.1 | Log in | \`a.test.ts\`: a \\| b › &lt;br> |
| 1.2 | “Wrong email or passord”<br>Decided: it is a toast. |  |

### Ways out

| rule | what it says | what proves it |
|---|---|---|
| 1.3 | “Later” | no behaviour |
`)
  })
})
