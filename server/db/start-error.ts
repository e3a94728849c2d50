/** The server cannot start. The message is one sentence for the operator: what is wrong, which setting, what to do. */
export class StartError extends Error {
  override name = 'StartError'
}

/** For a database that does not answer or refuses the connection. */
export function databaseUnusable(error: unknown): StartError {
  const reason = error instanceof Error ? error.message : error
  return new StartError(
    `The database cannot be used: ${reason}. If DATABASE_URL is set, check it and the PostgreSQL server that it names.`,
  )
}
