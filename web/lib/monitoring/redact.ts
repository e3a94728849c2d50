/** Query parameters with credentials. No URL that is sent to monitoring may contain one. */
const SECRET_PARAMETERS = /([?&#](?:reset_password_token|auth_token|token|ticket|key|x-amz-signature)=)([^&#\s"'\\]*)/gi
/** The path of a protected video is a signed URL. It is much longer than the path of a picture. */
const SIGNED_PATHS = /(\/media\/)([\w-]{60,})/gi
/** Whoever has the link of a statement of reasons can read it and appeal. */
const STATEMENT_PATHS = /(\/decisions\/)([\w.-]{60,})/gi
const SECRET_FIELDS = new Set([
  'authorization',
  'cookie',
  'auth_token',
  'token',
  'ticket',
  'reset_password_token',
  'password',
])
const REDACTED = '[redacted]'
const MAX_DEPTH = 12

/** Masks secrets with asterisks. The length stays the same, because headers of the payload may state it. */
export function maskSecrets(text: string): string {
  return replaceSecrets(text, (secret) => '*'.repeat(secret.length))
}

function replaceSecrets(text: string, replace: (secret: string) => string): string {
  const mask = (_: string, before: string, secret: string) => before + replace(secret)
  return text.replace(SECRET_PARAMETERS, mask).replace(SIGNED_PATHS, mask).replace(STATEMENT_PATHS, mask)
}

/** A deep copy of plain data with all secrets in URLs and fields redacted. Other objects are not copied. */
export function redact<T>(data: T): T
export function redact(data: unknown): unknown {
  return clean(data, 0)
}

function clean(data: unknown, depth: number): unknown {
  if (typeof data === 'string') return replaceSecrets(data, () => REDACTED)
  // Reports are shallow. The limit is for circular references.
  if (depth > MAX_DEPTH) return REDACTED
  if (Array.isArray(data)) return data.map((part) => clean(part, depth + 1))
  if (!isPlainObject(data)) return data
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, isSecret(name) ? REDACTED : clean(value, depth + 1)]),
  )
}

function isSecret(field: string): boolean {
  return SECRET_FIELDS.has(field.toLowerCase())
}

function isPlainObject(data: unknown): data is Record<string, unknown> {
  return typeof data === 'object' && data !== null && Object.getPrototypeOf(data) === Object.prototype
}
