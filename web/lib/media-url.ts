import type { IMAGE_WIDTHS } from '#contract/limits.ts'
import { apiHost } from './api.ts'

/** Where the bytes of a picture are: its path stands below the API's host. Without a width it is the middle one. */
export function mediaUrl(path: string, width?: (typeof IMAGE_WIDTHS)[number]): string {
  return `${apiHost()}${path}${width === undefined ? '' : `?w=${width}`}`
}

/** A portrait is small wherever it is round. */
export function portraitUrl(path: string | null): string | null {
  return path && mediaUrl(path, 480)
}
