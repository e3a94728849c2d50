import { settle } from './api.ts'
import { ApiError } from './api-error.ts'
import { mediaUrl } from './media-url.ts'
import { sessionToken } from './session.ts'

/** How often a picture is asked for that the server has no time for. */
const ATTEMPTS_MAX = 4
const WAIT_MAX_SECONDS = 30

/**
 * Fetches a protected picture with the session token. Nothing is cached, so that the server checks the access again for
 * every request. When many open a new picture that carries their names, the server says when to come back.
 */
export async function fetchProtected(path: string, signal: AbortSignal): Promise<Blob> {
  // A path without a leading slash could change the host of the URL and send the token to it.
  if (!path.startsWith('/')) throw new TypeError('A media path begins at the root')
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await fetchOnce(path, signal)
    } catch (error) {
      const seconds = attempt < ATTEMPTS_MAX ? busyFor(error) : null
      if (seconds === null) throw error
      // Not all at the same time again.
      await pause(seconds * 1000 * (1 + Math.random()), signal)
    }
  }
}

function busyFor(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.code !== 'busy' || error.retryAfter === null) return null
  return error.retryAfter <= WAIT_MAX_SECONDS ? error.retryAfter : null
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}

async function fetchOnce(path: string, signal: AbortSignal): Promise<Blob> {
  const token = sessionToken()
  const response = await fetch(mediaUrl(path), {
    signal,
    headers: token ? { Authorization: token } : {},
    redirect: 'error',
    cache: 'no-store',
  })
  await settle(null, response, token)
  return await response.blob()
}

/** Whether the server denies access: the subscription has ended, or the post was deleted. */
export function isDenial(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 403 || error.status === 404)
}

/** Whether a public picture that failed to load is no longer public. An `<img>` does not report the status code. */
export async function isGone(path: string): Promise<boolean> {
  try {
    const { status } = await fetch(mediaUrl(path), { method: 'HEAD', redirect: 'manual', credentials: 'omit' })
    return status === 403 || status === 404
  } catch {
    return false
  }
}
