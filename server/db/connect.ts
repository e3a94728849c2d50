import type { QueryResult } from 'pg'
import { hasLostStatement, isDatabaseError } from './database-errors.ts'
import { type Connection, Pool } from './pool.ts'
import {
  arrayLiteral,
  type Compiled,
  type Element,
  List,
  type Result,
  type Row,
  Rows,
  Statement,
  statementName,
  TypedValue,
  type Value,
} from './statement.ts'

/** The pool or a transaction: anything that executes statements. */
export interface Queryable {
  /** A statement, executed when it is awaited, or a part of another one. Values become parameters. */
  <T extends readonly unknown[] = Row[]>(strings: TemplateStringsArray, ...values: readonly Value[]): Statement<T>
  /** The names of columns, or the values of `in`. */
  (entries: readonly Element[]): List
  /** The name of a table or a column. */
  (name: string): List
  /** The rows of an `insert`, or the changes of an `update … set`: all columns, or only these. */
  (rows: object, ...columns: string[]): Rows
  /** SQL as it stands. Without values it may consist of several statements; the rows are those of all of them. */
  unsafe<T extends readonly unknown[] = Row[]>(text: string, values?: readonly unknown[]): Statement<T>
  json(value: unknown): TypedValue
  /** An array of the type with this object id. */
  array(values: readonly (string | Uint8Array | null)[], type: number): TypedValue
}

/** A transaction. When it has ended, or its connection is lost, it executes nothing more. */
export interface Tx extends Queryable {
  /** Runs `work` in a savepoint: if it fails, only its own writes are rolled back. */
  savepoint<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

/** The connection pool. */
export interface Db extends Queryable {
  begin<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Gives up all connections, because the server was seen not to answer. */
  giveUp(): void
  /** Closes the pool. Running statements get at most `timeout` seconds. */
  end(options?: { timeout?: number }): Promise<void>
}

export interface ConnectOptions {
  max?: number
  application_name?: string
  /** PostgreSQL settings for these connections; they override those of the role. */
  settings?: Readonly<Record<string, string>>
  /** How long a statement waits for a connection, in milliseconds. */
  connect_ms?: number
  /** How long a statement may wait for its answer. Default: for ever. */
  answer_ms?: number | undefined
  /** Called when a connection was given up because the server did not answer. */
  onStuck?: () => void
}

const CONNECTIONS = 10
const CONNECT_MS = 15_000
const ARRAY_TYPES: Readonly<Record<number, string>> = { 1001: 'bytea[]', 1009: 'text[]', 2951: 'uuid[]' }

/** Opens a connection pool. Connections are made when they are needed. */
export function connect(url: string, options: ConnectOptions = {}): Db {
  const pool = new Pool(url, {
    max: options.max ?? CONNECTIONS,
    application_name: options.application_name ?? 'loge',
    settings: options.settings ?? {},
    connect_ms: options.connect_ms ?? CONNECT_MS,
    answer_ms: options.answer_ms,
    onStuck: options.onStuck ?? (() => {}),
  })

  async function runOnce<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await pool.acquire()
    try {
      return await work(connection)
    } finally {
      pool.release(connection)
    }
  }

  const execute: Execute = async (compiled) => {
    const run = () => runOnce((connection) => send(connection, compiled))
    try {
      return await run()
    } catch (error) {
      if (!hasLostStatement(error)) throw error
      return await run()
    }
  }

  return Object.assign(queryable(execute), {
    begin: <T>(work: (tx: Tx) => Promise<T>) => runOnce((connection) => runTransaction(connection, work)),
    giveUp: () => pool.giveUp('all'),
    end: ({ timeout = 5 } = {}) => pool.end(timeout),
  })
}

/** Runs `work` in a transaction of its own, or in a savepoint of the one that is running. */
export async function inTransaction<T>(db: Db | Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  return 'begin' in db ? await db.begin(work) : await db.savepoint(work)
}

type Execute = (compiled: Compiled & { isSimple?: boolean }) => Promise<Result<Row[]>>

/** Prepares a statement once for each connection. SQL as it stands is not prepared. */
async function send(
  connection: Connection,
  { text, values, isSimple = false }: Parameters<Execute>[0],
): Promise<Result<Row[]>> {
  const answer = await connection.run(
    isSimple ? { text, ...(values.length > 0 && { values }) } : { text, values, name: statementName(text) },
  )
  return rowsOf(answer)
}

function rowsOf(answer: QueryResult | QueryResult[]): Result<Row[]> {
  const results = Array.isArray(answer) ? answer : [answer]
  const rows = results.length === 1 && results[0] ? results[0].rows : results.flatMap((result) => result.rows)
  const count = results.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0)
  return Object.defineProperty(rows, 'count', { value: count }) as Result<Row[]>
}

function isRow(entry: unknown): boolean {
  return typeof entry === 'object' && entry !== null && !(entry instanceof Uint8Array || entry instanceof Date)
}

function queryable(execute: Execute): Queryable {
  function sql(first: TemplateStringsArray | string | object | readonly string[], ...rest: unknown[]) {
    if (typeof first === 'string') return new List([first])
    if (!Array.isArray(first)) return new Rows([first], rest as string[])
    if ('raw' in first) return new Statement(first, rest as Value[], execute)
    return isRow(first[0]) ? new Rows(first, rest as string[]) : new List(first)
  }
  return Object.assign(sql, {
    unsafe: (text: string, values: readonly unknown[] = []) =>
      new Statement([text], [], (compiled) => execute({ ...compiled, values: values.map(plainValue), isSimple: true })),
    json: (value: unknown) => new TypedValue(JSON.stringify(value), 'jsonb'),
    array: (values: readonly (string | Uint8Array | null)[], type: number) =>
      new TypedValue(arrayLiteral(values), ARRAY_TYPES[type] ?? 'text[]'),
  }) as Queryable
}

/** Values of SQL as it stands: those of the job queue. The driver encodes the rest. */
function plainValue(value: unknown): unknown {
  return value instanceof Date ? value.toISOString() : value
}

async function runTransaction<T>(connection: Connection, work: (tx: Tx) => Promise<T>): Promise<T> {
  // Statements are sent one after the other, also if they were not awaited.
  let previous: Promise<unknown> = Promise.resolve()
  const inTurn: Execute = (compiled) => {
    const answer = previous.then(() => send(connection, compiled))
    previous = answer.catch(() => {})
    return answer
  }
  const control = async (text: string) => await inTurn({ text, values: [], isSimple: true })

  await control('begin')
  const result = await runScope({ inTurn, undo: () => control('rollback'), control, depth: 0 }, work)
  await control('commit')
  return result
}

interface Scope {
  inTurn: Execute
  control(text: string): Promise<unknown>
  undo(): Promise<unknown>
  depth: number
}

/**
 * Runs the work of a transaction or a savepoint. It fails if one of its statements has failed, also if the work has
 * caught the error, because PostgreSQL has then aborted it. Later statements are refused.
 */
async function runScope<T>({ inTurn, control, undo, depth }: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
  let failure: { error: unknown } | undefined
  let isOver = false
  const execute: Execute = async (compiled) => {
    if (isOver) throw new Error('The transaction has ended.')
    try {
      return await inTurn(compiled)
    } catch (error) {
      failure ??= { error }
      throw error
    }
  }
  const tx: Tx = Object.assign(queryable(execute), {
    async savepoint<S>(inner: (tx: Tx) => Promise<S>): Promise<S> {
      if (isOver) throw new Error('The transaction has ended.')
      const name = `s${depth}`
      await control(`savepoint ${name}`)
      return await runScope({ inTurn, control, undo: () => control(`rollback to ${name}`), depth: depth + 1 }, inner)
    },
  })
  try {
    const result = await work(tx)
    if (failure) throw failure.error
    return result
  } catch (error) {
    isOver = true
    // Nothing can be undone through a lost connection: PostgreSQL has done it.
    await undo().catch(() => {})
    throw isAborted(error) && failure ? failure.error : error
  } finally {
    isOver = true
  }
}

/** The statement was refused because an earlier one of the same transaction had failed. */
function isAborted(error: unknown): boolean {
  return isDatabaseError(error) && error.code === '25P02'
}
