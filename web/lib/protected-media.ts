import { settle } from './api.ts'
import { ApiError } from './api-error.ts'
import { mediaUrl } from './media-url.ts'
import { sessionToken } from './session.ts'

/**
 * Fetches a protected picture with the session token. Nothing is cached, so that the server checks the access again for
 * every request.
 */
export async function fetchProtected(path: string, signal: AbortSignal): Promise<Blob> {
  // A path without a leading slash could change the host of the URL and send the token to it.
  if (!path.startsWith('/')) throw new TypeError('A media path begins at the root')
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
