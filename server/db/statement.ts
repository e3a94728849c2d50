import { createHash } from 'node:crypto'
import type { QueryResultRow } from 'pg'

/** A row of a statement without a declared type. */
export type Row = QueryResultRow

/** The rows of a result, and how many rows the statement returned or changed. */
export type Result<T extends readonly unknown[]> = T & { readonly count: number }

export type Element = string | number | bigint | Date | Uint8Array | null

/** What may stand in `${}`: a value, which becomes a parameter, or a part of the text. */
export type Value = Element | boolean | readonly Element[] | Fragment | List | Rows | TypedValue

/** A statement as PostgreSQL gets it. */
export interface Compiled {
  text: string
  values: unknown[]
}

/** A piece of SQL. As a value of a statement it becomes part of its text. */
export interface Fragment {
  appendTo(compiled: Compiled): void
}

/**
 * A statement or a part of one. It is executed when it is awaited, once; as a value of another statement it is only a
 * part of its text.
 */
export class Statement<T extends readonly unknown[]> implements Fragment, Promise<Result<T>> {
  readonly [Symbol.toStringTag] = 'Statement'
  readonly #strings: readonly string[]
  readonly #values: readonly Value[]
  readonly #execute: (compiled: Compiled) => Promise<Result<T>>
  #result: Promise<Result<T>> | undefined

  constructor(
    strings: readonly string[],
    values: readonly Value[],
    execute: (compiled: Compiled) => Promise<Result<T>>,
  ) {
    this.#strings = strings
    this.#values = values
    this.#execute = execute
  }

  appendTo(compiled: Compiled): void {
    const [strings, values] = [this.#strings, this.#values]
    for (let index = 0; index < strings.length; index += 1) {
      const before = strings[index] ?? ''
      compiled.text += before
      if (index < values.length) appendValue(compiled, values[index], before)
    }
  }

  #run(): Promise<Result<T>> {
    if (!this.#result) {
      const compiled = { text: '', values: [] }
      try {
        this.appendTo(compiled)
        this.#result = this.#execute(compiled)
      } catch (error) {
        this.#result = Promise.reject(error)
      }
    }
    return this.#result
  }

  // biome-ignore lint/suspicious/noThenProperty: a statement is awaited
  then<A = Result<T>, B = never>(
    onDone?: ((result: Result<T>) => A | PromiseLike<A>) | null,
    onFailed?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#run().then(onDone, onFailed)
  }

  catch<B = never>(onFailed?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<Result<T> | B> {
    return this.#run().catch(onFailed)
  }

  finally(onSettled?: (() => void) | null): Promise<Result<T>> {
    return this.#run().finally(onSettled)
  }
}

/** Names of columns or tables, or the values of `in`, depending on what stands before it. */
export class List {
  readonly entries: readonly Element[]

  constructor(entries: readonly Element[]) {
    this.entries = entries
  }
}

/** Rows for `insert into x`, or the changes of one row for `set`. */
export class Rows {
  readonly rows: readonly object[]
  readonly columns: readonly string[]

  constructor(rows: readonly object[], columns: readonly string[]) {
    this.rows = rows
    this.columns = columns.length > 0 ? columns : Object.keys(rows[0] ?? {})
  }
}

/** A value that PostgreSQL shall read as this type. */
export class TypedValue {
  readonly value: string | null
  readonly type: string

  constructor(value: string | null, type: string) {
    this.value = value
    this.type = type
  }
}

/** `before` is the piece of the text that ends where the value stands. */
function appendValue(compiled: Compiled, value: Value | undefined, before = ''): void {
  if (value instanceof Statement) value.appendTo(compiled)
  else if (value instanceof List) appendNamesOrValues(compiled, value, before)
  else if (value instanceof Rows) appendRows(compiled, value)
  else appendParameter(compiled, value)
}

/** Only the end of the text is searched, because the search of a long text for every name was measurable. */
function appendNamesOrValues(compiled: Compiled, { entries }: List, before: string): void {
  const isValues = /\bin\s*$/i.test(before.trim() === '' ? compiled.text.slice(-ENDING_LENGTH) : before)
  const [only] = entries
  if (!isValues && entries.length === 1) compiled.text += quotedName(String(only))
  else if (!isValues) compiled.text += entries.map((entry) => quotedName(String(entry))).join(', ')
  else if (entries.length === 0) compiled.text += '(null)'
  else appendList(compiled, entries)
}

function appendRows(compiled: Compiled, { rows, columns }: Rows): void {
  const [first = {}] = rows
  if (/\bset\s*$/i.test(compiled.text)) {
    for (const [index, column] of columns.entries()) {
      compiled.text += `${index > 0 ? ', ' : ''}${quoted(column)} = `
      appendValue(compiled, Reflect.get(first, column))
    }
    return
  }
  compiled.text += `(${columns.map(quoted).join(', ')}) values `
  for (const [index, row] of rows.entries()) {
    if (index > 0) compiled.text += ', '
    appendList(
      compiled,
      columns.map((column) => Reflect.get(row, column)),
    )
  }
}

function appendList(compiled: Compiled, values: readonly Value[]): void {
  compiled.text += '('
  for (const [index, value] of values.entries()) {
    if (index > 0) compiled.text += ', '
    appendValue(compiled, value)
  }
  compiled.text += ')'
}

/**
 * The type is named where JavaScript has one that PostgreSQL would not guess. Texts and numbers get theirs from the
 * statement.
 */
function appendParameter(compiled: Compiled, value: Value | undefined): void {
  if (value === undefined) throw new TypeError('A value of a statement is undefined: use null.')
  const [wire, type] = value instanceof TypedValue ? [value.value, value.type] : encode(value)
  compiled.values.push(wire)
  compiled.text += `$${compiled.values.length}${type && `::${type}`}`
}

function encode(value: unknown): [unknown, string] {
  if (value === null || typeof value === 'string') return [value, '']
  if (typeof value === 'boolean') return [String(value), 'boolean']
  if (value instanceof Date) return [value.toISOString(), 'timestamptz']
  if (value instanceof Uint8Array) return [value, 'bytea']
  if (Array.isArray(value)) return [arrayLiteral(value), '']
  if (typeof value === 'object') return [JSON.stringify(value), 'jsonb']
  return [String(value), '']
}

/** An array literal: every element is quoted, so that commas, braces and empty texts need no rule of their own. */
export function arrayLiteral(elements: readonly unknown[]): string {
  return `{${elements.map((element) => (element === null || element === undefined ? 'NULL' : quotedElement(element))).join(',')}}`
}

function quotedElement(element: unknown): string {
  const text =
    element instanceof Uint8Array
      ? `\\x${Buffer.from(element).toString('hex')}`
      : element instanceof Date
        ? element.toISOString()
        : String(element)
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`
}

/** `a.b` is a column of a table. */
function quoted(name: string): string {
  return `"${name.replaceAll('"', '""').replaceAll('.', '"."')}"`
}

/** Longer than `in` and the spaces after it. */
const ENDING_LENGTH = 200

/** The names of columns and tables that fragments contain; there are a few hundred. */
const quoted_names = new Map<string, string>()

function quotedName(name: string): string {
  const known = quoted_names.get(name)
  if (known !== undefined) return known
  if (quoted_names.size >= NAMES_MAX) quoted_names.clear()
  const text = quoted(name)
  quoted_names.set(name, text)
  return text
}

const names = new Map<string, string>()
/** Far more than the server has statements. Lists of `in` make one for every length. */
const NAMES_MAX = 5000

/** The name under which a connection prepares a statement: the same text has the same name in every process. */
export function statementName(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= NAMES_MAX) names.clear()
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 24)
  names.set(text, name)
  return name
}
