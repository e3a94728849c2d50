import { apiHost } from './api.ts'
import { ApiError } from './api-error.ts'
import { sessionToken } from './session.ts'

/** The bytes of a picture that only some may see, fetched with the session's token. */
export async function fetchProtected(path: string, signal: AbortSignal): Promise<Blob> {
  const token = sessionToken()
  const response = await fetch(`${apiHost()}${path}`, { signal, headers: token ? { Authorization: token } : {} })
  if (!response.ok) throw new ApiError(response.status, null, null)
  return await response.blob()
}
