import pg from 'pg'

/** An error that PostgreSQL answered with. `code` is the SQLSTATE. */
export type DatabaseError = pg.DatabaseError & { code: string }

export function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof pg.DatabaseError && error.code !== undefined
}

/**
 * The database could not be reached, did not answer in time, or the connection was lost. It is not known whether a
 * statement that had been sent was executed.
 */
export class DatabaseAwayError extends Error {
  override name = 'DatabaseAwayError'

  constructor(cause: unknown) {
    super(reasonOf(cause), { cause })
  }
}

/** The error of a host name with several addresses has one error for each and no message of its own. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.errors[0] instanceof Error) return cause.errors[0].message
  return cause instanceof Error ? cause.message : String(cause)
}

/**
 * SQLSTATE classes and codes that say nothing about the statement: the connection failed (08), a pooler cannot log in
 * (28), resources are exhausted (53), an operator intervened or a timeout ended it (57, 55P03, 25P03, 25P04), the server
 * is a standby (25006), the transaction lost against another one (40001, 40P01), or a prepared statement is gone (26000,
 * 42P05).
 */
const AWAY = /^(08|28|53|57)|^(25006|25P03|25P04|26000|40001|40P01|42P05|55P03)$/

/** True if the same request may succeed later, because the database is restarting, switching, overloaded or unreachable. */
export function isDatabaseAway(error: unknown): boolean {
  return error instanceof DatabaseAwayError || (isDatabaseError(error) && (AWAY.test(error.code) || isStalePlan(error)))
}

/** The server ends the connection after these: it shuts down, or a transaction was open for too long. */
const ENDED = /^(08|28|57P)|^(25P03|25P04|53300)$/

export function endsConnection(error: unknown): boolean {
  return !isDatabaseError(error) || ENDED.test(error.code) || error.severity === 'FATAL' || hasLostStatement(error)
}

/**
 * The connection and the driver disagree about prepared statements: a pooler has switched the server, or a migration has
 * changed the columns of a result. Nothing was executed, so the statement can be sent again through another connection.
 */
export function hasLostStatement(error: unknown): boolean {
  return isDatabaseError(error) && (error.code === '26000' || error.code === '42P05' || isStalePlan(error))
}

function isStalePlan({ code, routine }: DatabaseError): boolean {
  return code === '0A000' && routine === 'RevalidateCachedQuery'
}
