/** What the system or the database calls an error, where it calls it anything. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** For `catch`: what is not there is this instead; everything else is still thrown. */
export function ifAbsent<T>(instead: T): (error: unknown) => T {
  return (error) => {
    if (codeOf(error) !== 'ENOENT') throw error
    return instead
  }
}
