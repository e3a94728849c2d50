import type { IMAGE_WIDTHS } from '#contract/media.ts'
import { apiHost } from './api.ts'

/** The URL of a media path. Without a width the server sends the middle one. */
export function mediaUrl(path: string, width?: (typeof IMAGE_WIDTHS)[number]): string {
  return `${apiHost()}${path}${width === undefined ? '' : `?w=${width}`}`
}

/** The URL of a profile picture for an avatar, in the smallest width. */
export function portraitUrl(path: string | null): string | null {
  return path && mediaUrl(path, 480)
}
