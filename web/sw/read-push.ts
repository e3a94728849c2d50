import type { PushMessage } from '#contract/push.ts'

/** The message of a push, or null if it is anything else: another version of the server may have sent it. */
export function readPush(text: string): PushMessage | null {
  const found = parse(text)
  if (typeof found !== 'object' || found === null) return null
  const { title, body, tag, path, unread } = found as Record<string, unknown>
  const isText = (value: unknown): value is string => typeof value === 'string'
  if (!isText(title) || !isText(body) || !isText(tag) || !isText(path) || !isOwnPath(path)) return null
  return { title, body, tag, path, unread: Number.isInteger(unread) ? Math.max(0, Number(unread)) : 0 }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Whether a path stays on this site. `//elsewhere` and `/\elsewhere` would not. */
function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])/.test(path) && !/[\t\n\r]/.test(path)
}
