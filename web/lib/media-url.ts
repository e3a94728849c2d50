import { type ASKED_WIDTHS, PORTRAIT_WIDTH } from '#contract/media.ts'
import { apiHost } from './api.ts'

/** The URL of a media path. Without a width the server sends the middle one. */
export function mediaUrl(path: string, width?: (typeof ASKED_WIDTHS)[number]): string {
  return `${apiHost()}${path}${width === undefined ? '' : `?w=${width}`}`
}

/** The URL of a profile picture for an avatar. */
export function portraitUrl(path: string | null): string | null {
  return path && mediaUrl(path, PORTRAIT_WIDTH)
}
