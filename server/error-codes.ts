/** The code of an error of Node, the system or the database, if it has one. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** A handler for `.catch()`: returns a default if a file does not exist (ENOENT), and rethrows all other errors. */
export function ifAbsent<T>(instead: T): (error: unknown) => T {
  return (error) => {
    if (codeOf(error) !== 'ENOENT') throw error
    return instead
  }
}
