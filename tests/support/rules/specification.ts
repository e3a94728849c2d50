import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { readSource } from './source-file.ts'
import { type Part, readRules } from './spec-rules.ts'
import { type Proof, readProofs } from './spec-tests.ts'

export interface Specification {
  parts: Part[]
  proofs: Proof[]
  /** Why the specification is not proved, as sentences. */
  problems: string[]
}

/** The files of the repository by their path. */
type Files = Readonly<Record<string, string>>

export function readRepository(root: string): Specification {
  const paths = globSync('{contract,server,web,tests}/**/*.{ts,tsx}', { cwd: root }).sort()
  const files = Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
  return readSpecification(readFileSync(join(root, 'docs/specification.md'), 'utf8'), files)
}

/** Joins the rules of docs/specification.md with the tests that carry their numbers. */
export function readSpecification(markdown: string, files: Files): Specification {
  const { parts, problems } = readRules(markdown)
  const tests = Object.entries(files).filter(([path]) => isTest(path))
  const read = tests.map(([path, text]) => readProofs(path, text))
  const proofs = read.flatMap((file) => file.proofs)
  problems.push(
    ...read.flatMap((file) => file.problems),
    ...wrongNumbers(parts, proofs),
    ...misquotes(parts, proofs, files),
  )
  return { parts, proofs, problems }
}

function isTest(path: string): boolean {
  return /\.(test|spec)\.tsx?$/.test(path)
}

/** Source of the product. The gallery is built for the tests only. */
function isProduct(path: string): boolean {
  return !isTest(path) && !/^(tests|web\/gallery)\//.test(path)
}

/** Finds numbers without a rule, numbers that a test has twice, rules without a test, and rules without behaviour that have one. */
function wrongNumbers(parts: readonly Part[], proofs: readonly Proof[]): string[] {
  const rules = parts.flatMap((part) => part.rules)
  const known = new Set(rules.map(({ number }) => number))
  const carried = proofs.flatMap(({ file, title, rules: numbers }) =>
    numbers.map((number) => ({ number, where: `${file}: ${title.join(' › ')}` })),
  )
  const proved = new Set(carried.map(({ number }) => number))
  const carriers = Map.groupBy(carried, ({ number, where }) => `Rule ${number} stands twice at ${where}`)
  return [
    ...carried
      .filter(({ number }) => !known.has(number))
      .map(({ number, where }) => `There is no rule ${number}, as named at ${where}`),
    ...[...carriers].filter(([, found]) => found.length > 1).map(([sentence]) => sentence),
    ...rules
      .filter(({ number, has_no_behaviour }) => !has_no_behaviour && !proved.has(number))
      .map(({ number, text }) => `Rule ${number} is proved by no test: ${text}`),
    ...rules
      .filter(({ number, has_no_behaviour }) => has_no_behaviour && proved.has(number))
      .map(({ number }) => `Rule ${number} has no behaviour, and a test that proves it`),
  ]
}

/**
 * Finds quoted words that are missing or spelled in another way. Each “…” of a rule must be in a string of the product, and in
 * a string of a test file with the rule's number, or of a helper that this file imports. This proves the spelling on both
 * sides. That the words are shown in the right place is proved by the tests themselves.
 */
function misquotes(parts: readonly Part[], proofs: readonly Proof[], files: Files): string[] {
  const product = Object.keys(files).filter(isProduct)
  const strings = new Map<string, string[]>()
  const stands = (words: string, paths: readonly string[]) =>
    paths.some((path) => {
      const held = strings.get(path) ?? stringsOf(path, files[path] ?? '')
      strings.set(path, held)
      return held.some((string) => string.includes(words))
    })

  return parts
    .flatMap(({ rules }) => rules)
    .flatMap(({ number, text, has_no_behaviour }) => {
      const quotes = has_no_behaviour ? [] : [...text.matchAll(/“(.+?)”/g)]
      if (quotes.length === 0) return []
      const tests = proofs.filter(({ rules }) => rules.includes(number)).map(({ file }) => file)
      const sources = [...new Set(tests)].flatMap((file) => [file, ...helpersOf(file, files)])
      return quotes.flatMap(([quoted, words = '']) => [
        ...(stands(words, product) ? [] : [`Rule ${number} quotes ${quoted}, which no string of the product has`]),
        ...(stands(words, sources) ? [] : [`Rule ${number} quotes ${quoted}, which no test of this rule has`]),
      ])
    })
}

function helpersOf(path: string, files: Files): string[] {
  const imports = readSource(path, files[path] ?? '').imports
  return imports.map(({ target }) => target).filter((target) => target.startsWith('tests/') && target in files)
}

/** String literals, templates, regular expressions and JSX texts of a file, but not its comments. */
function stringsOf(path: string, text: string): string[] {
  const strings: string[] = []
  new Visitor({
    Literal(node) {
      if (typeof node.value === 'string') strings.push(node.value)
      if ('regex' in node) strings.push(node.regex.pattern)
    },
    TemplateElement({ value }) {
      strings.push(value.cooked ?? '')
    },
    JSXText({ value }) {
      strings.push(value)
    },
  }).visit(parseSync(path, text).program)
  return strings
}
