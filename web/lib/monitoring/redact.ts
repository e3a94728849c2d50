/** Parameters that let their holder in: no address that leaves for monitoring may carry one. */
const SECRET_PARAMETERS = /([?&#](?:reset_password_token|auth_token|token|ticket|x-amz-signature)=)([^&#\s"'\\]*)/gi
/** Nor the path to a protected video, which is a ticket itself, and much longer than the name of any picture. */
const SIGNED_PATHS = /(\/media\/)([\w-]{60,})/gi
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
const DEEPEST = 12

/** The same text with the secrets painted over. Its length stays: what is on its way may have announced it. */
export function blacken(text: string): string {
  return replaceSecrets(text, (secret) => '*'.repeat(secret.length))
}

function replaceSecrets(text: string, replace: (secret: string) => string): string {
  const paint = (_: string, before: string, secret: string) => before + replace(secret)
  return text.replace(SECRET_PARAMETERS, paint).replace(SIGNED_PATHS, paint)
}

/** A copy of plain data in which every address and every field is clean. What is not plain data is left as it is. */
export function redact<T>(data: T): T
export function redact(data: unknown): unknown {
  return clean(data, 0)
}

function clean(data: unknown, depth: number): unknown {
  if (typeof data === 'string') return replaceSecrets(data, () => REDACTED)
  // Reports are shallow; the limit is for one that contains itself.
  if (depth > DEEPEST) return REDACTED
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
