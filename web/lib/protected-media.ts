import { settle } from './api.ts'
import { ApiError } from './api-error.ts'
import { mediaUrl } from './media-url.ts'
import { sessionToken } from './session.ts'

/**
 * The bytes of a picture that only some may see, fetched with the session's token. Nothing is kept: whoever wants them
 * again asks again, and the server decides again.
 */
export async function fetchProtected(path: string, signal: AbortSignal): Promise<Blob> {
  // A path that does not begin at the root could turn the API's host into another one, which would get the token.
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

/** The server was asked and does not hand it out: the subscription is over, or the post is gone. */
export function isDenial(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 403 || error.status === 404)
}

/** Whether a public picture that did not load is public no more. An `<img>` cannot tell that from a lost connection. */
export async function isGone(path: string): Promise<boolean> {
  try {
    const { status } = await fetch(mediaUrl(path), { method: 'HEAD', redirect: 'manual', credentials: 'omit' })
    return status === 403 || status === 404
  } catch {
    return false
  }
}
