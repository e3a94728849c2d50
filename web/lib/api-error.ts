import type { ErrorCode, VideoRefusalReason } from '#contract/errors.ts'

/** An error response of the API. Network failures are not wrapped: `fetch` rejects with a `TypeError`. */
export class ApiError extends Error {
  readonly status: number
  /** The English message of the server, or null. */
  readonly text: string | null
  /** A code of the closed list. A newer server may send others, for which `errorText` shows the server's message. */
  readonly code: ErrorCode | (string & {}) | null
  /** Why a video was refused, also from a closed list. */
  readonly reason: VideoRefusalReason | (string & {}) | null
  readonly fields: Readonly<Record<string, string>>
  /** Why an account is frozen, and until when; null means for good. Empty for every other error. */
  readonly freeze: { ends_at: string | null; ground: string; facts: string; statement: string | null }
  /** Everything that was answered, for the few errors that have more. */
  readonly body: unknown
  /** Seconds to wait after a 429, from the `Retry-After` header. */
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
    this.freeze = {
      ends_at: textIn(body, 'ends_at') ?? null,
      ground: textIn(body, 'ground') ?? '',
      facts: textIn(body, 'facts') ?? '',
      // The path of the page with the reasons. A server before this version has none.
      statement: textIn(body, 'statement') ?? null,
    }
    this.body = body
    this.retryAfter = retryAfter
  }
}

export async function apiErrorFrom(response: Response): Promise<ApiError> {
  // A proxy may answer with HTML instead of JSON.
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

/** Makes a deletion idempotent, as in `.catch(ignoreNotFound)`: a 404 means that it was deleted before. */
export function ignoreNotFound(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 404)) throw error
}

/** The first of these fields that the server rejected. */
export function refusedField<Name extends string>(error: Error | null, names: readonly Name[]): Name | undefined {
  return error instanceof ApiError ? names.find((name) => error.fields[name] !== undefined) : undefined
}
