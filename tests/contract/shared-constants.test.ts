import { globSync, readFileSync } from 'node:fs'
import { join, posix, resolve } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

type Files = Readonly<Record<string, string>>
type Side = 'contract' | 'server' | 'web'

/** Constants that one side alone reads and that still belong to the contract, each with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'ErrorBody of contract/errors.ts':
    'the web app reads its fields one by one; other clients find it in the API description',
  'VAT_TABLE_DATE of contract/vat.ts': 'the date of the rates below it: whoever changes a rate must see it',
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path)
}

function parse(path: string, text: string) {
  const parsed = parseSync(path, text)
  if (parsed.errors[0]) throw new Error(`${path} cannot be read: ${parsed.errors[0].message}`)
  return parsed
}

/** The constants that a file exports and does not use itself. */
function constantsForOthers(path: string, text: string): string[] {
  const { program } = parse(path, text)
  const exported = program.body.flatMap((statement) =>
    statement.type === 'ExportNamedDeclaration' && statement.declaration?.type === 'VariableDeclaration'
      ? statement.declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))
      : [],
  )
  const mentions = new Map<string, number>()
  new Visitor({
    Identifier: ({ name }) => mentions.set(name, (mentions.get(name) ?? 0) + 1),
  }).visit(program)
  return exported.filter((name) => mentions.get(name) === 1)
}

/** What a file imports of the contract, as `NAME of contract/file.ts`. */
function importedConstants(path: string, text: string): string[] {
  return parse(path, text).module.staticImports.flatMap(({ moduleRequest: { value }, entries }) => {
    const target = value.startsWith('.') ? posix.join(posix.dirname(path), value) : value.replace(/^#/, '')
    return target.startsWith('contract/') ? entries.map(({ importName }) => `${importName.name} of ${target}`) : []
  })
}

/** The exported constants of the contract that neither another file of the contract nor both sides use. Tests do not count. */
function unsharedConstants(files: Files): string[] {
  const users = new Map<string, Set<Side>>()
  const product = Object.entries(files).filter(([path]) => !isTest(path))
  for (const [path, text] of product) {
    const side = path.split('/')[0] as Side
    for (const name of importedConstants(path, text)) users.set(name, (users.get(name) ?? new Set()).add(side))
  }
  return product
    .filter(([path]) => path.startsWith('contract/'))
    .flatMap(([path, text]) => constantsForOthers(path, text).map((name) => `${name} of ${path}`))
    .filter((name) => {
      const sides = users.get(name) ?? new Set<Side>()
      return !sides.has('contract') && !(sides.has('server') && sides.has('web'))
    })
}

const paths = globSync('{contract,server,web}/**/*.{ts,tsx}', { cwd: root })
const files = Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))

it('Every constant that the contract exports is used by the contract itself, or by both the server and the web app', () => {
  expect(paths).toEqual(expect.arrayContaining(['contract/media.ts', 'server/config.ts', 'web/lib/api.ts']))
  // An exception that is no longer one goes from the list.
  expect(unsharedConstants(files).toSorted()).toEqual(Object.keys(EXCEPTIONS))
})

it.each<[why: string, files: Files]>([
  ['nobody', {}],
  ['the web app alone', { 'web/a.ts': "import { LIMIT } from '#contract/x.ts'" }],
  ['the server alone', { 'server/a.ts': "import { LIMIT } from '#contract/x.ts'" }],
  [
    'one side and a test of the other',
    {
      'server/a.ts': "import { LIMIT } from '#contract/x.ts'",
      'web/a.test.ts': "import { LIMIT } from '#contract/x.ts'",
    },
  ],
  [
    'one side, while the other side uses the constant of that name in another file',
    {
      'server/a.ts': "import { LIMIT } from '#contract/x.ts'",
      'web/a.ts': "import { LIMIT } from '#contract/y.ts'",
    },
  ],
])('A constant of the contract is reported if it is used by %s', (_, users) => {
  expect(unsharedConstants({ 'contract/x.ts': 'export const LIMIT = 1', ...users })).toEqual(['LIMIT of contract/x.ts'])
})

it.each<[by: string, files: Files]>([
  [
    'both sides',
    {
      'contract/x.ts': 'export const LIMIT = 1',
      'server/a.ts': "import { LIMIT } from '#contract/x.ts'",
      'web/a.tsx': "import { LIMIT as MOST } from '#contract/x.ts'",
    },
  ],
  ['its own file', { 'contract/x.ts': 'export const LIMIT = 1; export const Text = oneOf(LIMIT); use(Text)' }],
  [
    'another file of the contract',
    { 'contract/x.ts': 'export const LIMIT = 1', 'contract/y.ts': "import { LIMIT } from './x.ts'" },
  ],
])('A constant of the contract is not reported if it is used by %s', (_, files) => {
  expect(unsharedConstants(files)).toEqual([])
})
