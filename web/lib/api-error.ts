import type { ErrorCode, VideoRefusalReason } from '#contract/errors.ts'

/** An answer of the API that says no. A failure of the network is not one: it is passed on as it came. */
export class ApiError extends Error {
  readonly status: number
  /** The server's own words, which are English; null when it had none. */
  readonly text: string | null
  /** One of the closed list; a newer server may know others, which `errorText` shows in the server's own words. */
  readonly code: ErrorCode | (string & {}) | null
  /** Why a video was refused; from a closed list as well. */
  readonly reason: VideoRefusalReason | (string & {}) | null
  readonly fields: Readonly<Record<string, string>>
  /** After a refusal for calling too often: the seconds to wait, if the answer says. */
  readonly retryAfter: number | null

  constructor(status: number, body: unknown, retryAfter: number | null) {
    const text = textIn(body, 'error') ?? null
    super(text ?? `The server answered ${status}`)
    this.name = 'ApiError'
    this.text = text
    this.status = status
    this.code = textIn(body, 'code') ?? null
    this.reason = textIn(body, 'reason') ?? null
    this.fields = fieldsIn(body)
    this.retryAfter = retryAfter
  }
}

export async function apiErrorFrom(response: Response): Promise<ApiError> {
  // A proxy in between may answer with a page instead of JSON.
  const body: unknown = await response.json().catch(() => null)
  const seconds = Number.parseInt(response.headers.get('retry-after') ?? '', 10)
  return new ApiError(response.status, body, Number.isNaN(seconds) ? null : seconds)
}

function textIn(body: unknown, key: string): string | undefined {
  const value: unknown = isRecord(body) ? body[key] : undefined
  return typeof value === 'string' ? value : undefined
}

function fieldsIn(body: unknown): Record<string, string> {
  const fields: unknown = isRecord(body) ? body.fields : undefined
  if (!isRecord(fields)) return {}
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Makes a deletion idempotent, as in `.catch(ignoreNotFound)`: what is gone already is what was asked for. */
export function ignoreNotFound(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error
}

/** The first of these fields that the server refused. */
export function refusedField<Name extends string>(error: Error | null, names: readonly Name[]): Name | undefined {
  return error instanceof ApiError ? names.find((name) => error.fields[name] !== undefined) : undefined
}
