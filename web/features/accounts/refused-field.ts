import { ApiError } from '#web/lib/api-error.ts'

/** The first of these fields that the server says no to. */
export function refusedField<Name extends string>(error: Error | null, names: readonly Name[]): Name | undefined {
  return error instanceof ApiError ? names.find((name) => error.fields[name] !== undefined) : undefined
}
