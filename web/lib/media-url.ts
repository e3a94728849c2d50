import { apiHost } from './api.ts'

/** Where the bytes of a picture are: its path stands below the API's host. */
export function mediaUrl(path: string): string {
  return `${apiHost()}${path}`
}
