import { posix } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'

/** What one file imports and does, as far as the architecture rules need to know. */
export interface Source {
  path: string
  lines: number
  /** Files as paths from the root of the repository, packages by their name. */
  imports: Import[]
  /** Imports whose path is computed, so that it cannot be read from the text. */
  unreadable_imports: string[]
  /** Files of the repository that this one re-exports. */
  re_exports: string[]
  default_export: boolean
  reads_process_env: boolean
  reads_import_meta_env: boolean
  sql: string[]
  /** Texts that a page would show in any language, because they are in no locale file. */
  hard_coded_texts: string[]
  /** `it.skip`, `test.only` and the like. */
  disabled_tests: string[]
  /** Fixed waits. */
  sleeps: string[]
}

export interface Import {
  kind: 'file' | 'package' | 'builtin'
  target: string
  /** When it is loaded: together with the file, later (dynamic import), or never (only types). */
  when: 'first' | 'later' | 'never'
}

const ALIASES = ['contract', 'sandbox', 'server', 'web', 'tests']
const SQL_START = /^\s*(select|insert into|update|delete from|with|create|alter|drop|truncate|listen|notify|grant)\s/i
const SQL_SENTENCE = /^\s*(select\s.+\sfrom|insert\s+into\s.+|update\s.+\sset|delete\s+from|alter\s+table|truncate)\s/is
const TEXT_ATTRIBUTES = ['aria-label', 'aria-description', 'alt', 'title', 'placeholder', 'label']
/** Letters, but not those of `&nbsp;`. */
const WORD = /(?<!&\w*)\p{L}{2}/u
const DISABLES = ['skip', 'skipIf', 'only', 'fixme', 'todo', 'fails', 'fail']
const TEST_FUNCTIONS = ['it', 'test', 'describe', 'suite', 'bench']
const OLD_NAMES = ['xit', 'xtest', 'xdescribe', 'fit', 'fdescribe']

export function readSource(path: string, text: string): Source {
  const { program, module, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`)

  const source: Source = {
    path,
    lines: text.split('\n').length - (text.endsWith('\n') ? 1 : 0),
    imports: [],
    unreadable_imports: [],
    re_exports: [],
    default_export: false,
    reads_process_env: false,
    reads_import_meta_env: false,
    sql: [],
    hard_coded_texts: [],
    disabled_tests: [],
    sleeps: [],
  }
  const add = (specifier: string, when: Import['when']): Import => {
    const found = { ...resolveImport(path, specifier), when }
    source.imports.push(found)
    return found
  }

  for (const { moduleRequest, entries } of module.staticImports) {
    const isOnlyTypes = entries.length > 0 && entries.every((entry) => entry.isType)
    add(moduleRequest.value, isOnlyTypes ? 'never' : 'first')
  }
  for (const { exportName, moduleRequest, isType } of module.staticExports.flatMap((statement) => statement.entries)) {
    if (exportName.kind === 'Default' || exportName.name === 'default') source.default_export = true
    if (!moduleRequest) continue
    const origin = add(moduleRequest.value, isType ? 'never' : 'first')
    if (origin.kind === 'file') source.re_exports.push(origin.target)
  }

  const textOf = (node: ESTree.Span) => text.slice(node.start, node.end)
  new Visitor({
    ImportExpression({ source: specifier }) {
      if (specifier.type === 'Literal' && typeof specifier.value === 'string') add(specifier.value, 'later')
      else source.unreadable_imports.push(textOf(specifier))
    },
    TSImportType(node) {
      add(node.source.value, 'never')
    },
    ImportDeclaration(node) {
      const names = node.specifiers.map((specifier) => textOf(specifier))
      if (/^(node:)?process$/.test(node.source.value) && names.some((name) => /\benv\b/.test(name))) {
        source.reads_process_env = true
      }
      if (/^(node:)?timers\/promises$/.test(node.source.value)) source.sleeps.push(node.source.value)
    },
    VariableDeclarator({ id, init }) {
      if (init?.type === 'Identifier' && init.name === 'process' && /\benv\b/.test(textOf(id))) {
        source.reads_process_env = true
      }
    },
    MemberExpression(node) {
      const whole = textOf(node).replace(/\s|\?/g, '')
      if (/^(globalThis\.)?process(\.env|\[['"]env['"]\])$/.test(whole)) source.reads_process_env = true
      if (whole === 'import.meta.env') source.reads_import_meta_env = true
      if (whole === 'import.meta.glob') source.unreadable_imports.push(whole)
      if (node.computed || node.property.type !== 'Identifier') return
      const root = textOf(node.object).match(/^\w+/)?.[0] ?? ''
      if (TEST_FUNCTIONS.includes(root) && DISABLES.includes(node.property.name)) {
        source.disabled_tests.push(`${root}.${node.property.name}`)
      }
    },
    CallExpression({ callee, arguments: [first] }) {
      const name = textOf(callee)
      if (OLD_NAMES.includes(name)) source.disabled_tests.push(name)
      if (/\bwaitForTimeout$/.test(name)) source.sleeps.push(name)
      // A timer that only resolves a promise, as in `setTimeout(resolve, 500)`, is a sleep.
      if (/\bsetTimeout$/.test(name) && first?.type === 'Identifier') source.sleeps.push(textOf(callee))
    },
    TaggedTemplateExpression({ quasi }) {
      const start = quasi.quasis[0]?.value.raw ?? ''
      if (SQL_START.test(start)) source.sql.push(firstLine(start))
    },
    TemplateLiteral(node) {
      const written = textOf(node).slice(1, -1)
      if (SQL_SENTENCE.test(written)) source.sql.push(firstLine(written))
    },
    JSXText({ value }) {
      if (WORD.test(value)) source.hard_coded_texts.push(firstLine(value))
    },
    JSXAttribute({ name, value }) {
      const isText = TEXT_ATTRIBUTES.includes(textOf(name)) && value?.type === 'Literal'
      if (isText && WORD.test(String(value.value))) source.hard_coded_texts.push(String(value.value))
    },
    Literal({ value }) {
      if (typeof value === 'string' && SQL_SENTENCE.test(value)) source.sql.push(firstLine(value))
    },
  }).visit(program)
  return source
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0] ?? ''
}

function resolveImport(path: string, specifier: string): Pick<Import, 'kind' | 'target'> {
  if (specifier.startsWith('node:')) return { kind: 'builtin', target: specifier }
  const file = specifier.replace(/\?.*$/, '')
  if (file.startsWith('.')) return { kind: 'file', target: posix.join(posix.dirname(path), file) }
  if (ALIASES.some((alias) => file.startsWith(`#${alias}/`))) return { kind: 'file', target: file.slice(1) }
  const [scope, name] = file.split('/')
  return { kind: 'package', target: file.startsWith('@') ? `${scope}/${name}` : (scope ?? file) }
}
