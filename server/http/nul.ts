import { invalid } from '#server/errors.ts'

/** PostgreSQL keeps no NUL in a text: what contains one is refused here rather than failing there. */
export function refuseNul(...values: unknown[]): void {
  if (hasNul(...values)) throw invalid('body', 'A text must not contain NUL characters')
}

/** Walks without recursion, because a body may be nested as deep as it is long. */
export function hasNul(...values: unknown[]): boolean {
  for (let value = values.pop(); value !== undefined || values.length > 0; value = values.pop()) {
    if (typeof value === 'string' && value.includes('\0')) return true
    if (typeof value === 'object' && value !== null) values.push(...Object.values(value))
  }
  return false
}
