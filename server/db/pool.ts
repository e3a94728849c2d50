import pg, { type ClientConfig, type QueryResult } from 'pg'
import { type Hosts, isWanted, readHosts, type ServerState } from '#server/database-hosts.ts'
import { columnTypes } from './column-types.ts'
import { DatabaseAwayError, endsConnection, isDatabaseError } from './database-errors.ts'

export interface PoolOptions {
  max: number
  application_name: string
  /** PostgreSQL settings for these connections. A pooler that refuses them gets none. */
  settings: Readonly<Record<string, string>>
  /** How long a statement waits for a connection, and how long a host may take to accept one. */
  connect_ms: number
  /** How long a statement may wait for its answer. After that the connection is given up. Undefined: for ever. */
  answer_ms: number | undefined
  /** Called when a connection was given up because the server did not answer. */
  onStuck: () => void
}

const KEEP_ALIVE_MS = 10_000

export interface Query {
  text: string
  values?: unknown[] | undefined
  name?: string | undefined
}

/** One connection. After a loss it answers every statement with the reason. */
export class Connection {
  readonly client: pg.Client
  readonly #answer_ms: number | undefined
  readonly #onStuck: () => void
  loss: unknown

  constructor(client: pg.Client, { answer_ms, onStuck }: Pick<PoolOptions, 'answer_ms' | 'onStuck'>) {
    this.client = client
    this.#answer_ms = answer_ms
    this.#onStuck = onStuck
  }

  run(query: Query): Promise<QueryResult | QueryResult[]> {
    if (this.loss !== undefined) return Promise.reject(awayOr(this.loss))
    const { promise, resolve, reject } = Promise.withResolvers<QueryResult>()
    const stuck =
      this.#answer_ms === undefined
        ? undefined
        : setTimeout(() => {
            this.give(new Error('the database did not answer in time'))
            this.#onStuck()
          }, this.#answer_ms)
    void this.client.query(query as pg.QueryConfig, (error: unknown, result) => {
      clearTimeout(stuck)
      if (!error) return resolve(result)
      if (endsConnection(error)) this.give(error)
      reject(awayOr(this.loss ?? error))
    })
    return promise
  }

  /** Gives the connection up: closes its socket at once, which also fails the statement that waits for an answer. */
  give(reason: unknown): void {
    this.loss ??= reason
    this.client.connection.stream.destroy()
  }
}

/** Errors of PostgreSQL keep their code. All others mean that there is no connection. */
function awayOr(error: unknown): unknown {
  return isDatabaseError(error) || error instanceof DatabaseAwayError ? error : new DatabaseAwayError(error)
}

/** A connection pool. A lost connection fails only the statement or the transaction that was using it. */
export class Pool {
  readonly #options: PoolOptions
  readonly #hosts: Hosts
  readonly #connections = new Set<Connection>()
  readonly #idle: Connection[] = []
  readonly #waiting = new Set<PromiseWithResolvers<Connection>>()
  #opening = 0
  /** The host that worked last is tried first. */
  #first = 0
  #hasSettings = true
  #ended: PromiseWithResolvers<void> | undefined

  constructor(url: string, options: PoolOptions) {
    this.#options = options
    this.#hosts = readHosts(url)
  }

  /** The caller must `release` it. */
  async acquire(): Promise<Connection> {
    if (this.#ended) throw new DatabaseAwayError(new Error('the connection pool is closed'))
    const idle = this.#idle.pop()
    if (idle) return idle
    const waiter = Promise.withResolvers<Connection>()
    this.#waiting.add(waiter)
    const timer = setTimeout(
      () => this.#refuse(waiter, new Error('no connection to the database became free in time')),
      this.#options.connect_ms,
    )
    this.#openForWaiting()
    try {
      return await waiter.promise
    } finally {
      clearTimeout(timer)
    }
  }

  release(connection: Connection): void {
    if (connection.loss !== undefined) return
    const [waiter] = this.#waiting
    if (this.#ended) this.#close(connection)
    else if (!waiter) this.#idle.push(connection)
    else {
      this.#waiting.delete(waiter)
      waiter.resolve(connection)
    }
  }

  /** Gives up connections that may be as dead as one that did not answer: those that nobody uses, or all. */
  giveUp(which: 'idle' | 'all'): void {
    for (const connection of which === 'all' ? [...this.#connections] : [...this.#idle]) {
      connection.give(new Error('the database did not answer in time'))
    }
  }

  /** Waits for running statements, but at most this long. */
  async end(seconds: number): Promise<void> {
    this.#ended ??= Promise.withResolvers()
    for (const waiter of this.#waiting) this.#refuse(waiter, new Error('the connection pool is closed'))
    for (const connection of this.#idle.splice(0)) this.#close(connection)
    this.#settle()
    const timer = setTimeout(() => {
      for (const connection of [...this.#connections]) connection.give(new Error('the connection pool is closed'))
    }, seconds * 1000)
    await this.#ended.promise
    clearTimeout(timer)
  }

  #openForWaiting(): void {
    while (this.#opening < this.#waiting.size && this.#connections.size + this.#opening < this.#options.max) {
      this.#opening += 1
      void this.#open().then(
        (connection) => {
          this.#opening -= 1
          this.release(connection)
        },
        (error: unknown) => {
          this.#opening -= 1
          // Whoever waits gets a connection that is in use, as soon as it is free.
          if (isFull(error) && this.#connections.size > 0) return
          const [waiter] = this.#waiting
          if (waiter) this.#refuse(waiter, error)
          this.#openForWaiting()
          this.#settle()
        },
      )
    }
  }

  #refuse(waiter: PromiseWithResolvers<Connection>, error: unknown): void {
    if (this.#waiting.delete(waiter))
      waiter.reject(error instanceof DatabaseAwayError ? error : new DatabaseAwayError(error))
  }

  async #open(): Promise<Connection> {
    const { hosts, target: wanted } = this.#hosts
    let problem: unknown
    // Somebody who prefers a standby takes any other server in the second round.
    for (const target of wanted === 'prefer-standby' ? ([wanted, 'any'] as const) : [wanted]) {
      for (let turn = 0; turn < hosts.length; turn += 1) {
        const number = (this.#first + turn) % hosts.length
        try {
          const client = await this.#connect(hosts[number] ?? {})
          const connection = this.#watch(client)
          if (target === 'any' || isWanted(target, await stateOf(connection))) {
            this.#first = number
            return connection
          }
          this.#close(connection)
          problem ??= new Error(`none of the hosts is a server for target_session_attrs=${wanted}`)
        } catch (error) {
          problem = error
        }
      }
    }
    throw problem
  }

  async #connect(host: ClientConfig): Promise<pg.Client> {
    const { application_name, settings } = this.#options
    const own = this.#hasSettings ? Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`) : []
    const client = new pg.Client({
      ...host,
      application_name,
      options: [this.#hosts.options, ...own].filter(Boolean).join(' '),
      connectionTimeoutMillis: this.#options.connect_ms,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      types: columnTypes,
    })
    // Without a listener an error that arrives after the attempt has failed would end the process.
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch (error) {
      client.connection.stream.destroy()
      if (!this.#hasSettings || !isRefusedSetting(error)) throw explain(error)
      this.#hasSettings = false
      return await this.#connect(host)
    }
  }

  #watch(client: pg.Client): Connection {
    const connection = new Connection(client, {
      answer_ms: this.#options.answer_ms,
      onStuck: () => {
        this.giveUp('idle')
        this.#options.onStuck()
      },
    })
    this.#connections.add(connection)
    client.on('error', (error) => {
      connection.loss ??= error
    })
    client.once('end', () => {
      connection.loss ??= new Error('the connection to the database was lost')
      this.#connections.delete(connection)
      const place = this.#idle.indexOf(connection)
      if (place >= 0) this.#idle.splice(place, 1)
      this.#openForWaiting()
      this.#settle()
    })
    return connection
  }

  #close(connection: Connection): void {
    connection.loss ??= new Error('the connection pool is closed')
    void connection.client.end().catch(() => {})
  }

  #settle(): void {
    if (this.#connections.size === 0 && this.#opening === 0) this.#ended?.resolve()
  }
}

async function stateOf(connection: Connection): Promise<ServerState> {
  const text = `select pg_is_in_recovery() as in_recovery, current_setting('transaction_read_only') = 'on' as read_only`
  const { rows } = (await connection.run({ text })) as QueryResult<ServerState>
  return rows[0] ?? { in_recovery: false, read_only: false }
}

/** Another service, such as a web server, closes the connection or says nothing. */
function explain(error: unknown): unknown {
  const isForeign = error instanceof Error && /terminated|timeout expired/.test(error.message)
  return isForeign ? new Error('the server at that address does not answer like PostgreSQL', { cause: error }) : error
}

/** The server has no connection left, for this role or for anybody. */
function isFull(error: unknown): boolean {
  return isDatabaseError(error) && error.code === '53300'
}

/** PgBouncer refuses startup parameters that it does not know, such as `statement_timeout`. */
function isRefusedSetting(error: unknown): boolean {
  return isDatabaseError(error) && error.message.includes('unsupported startup parameter')
}
