/** Limits of uploads. The web app tells them before the upload; the server checks the actual bytes. */
const MEGABYTE = 1024 * 1024
export const IMAGE_MAX_BYTES = 20 * MEGABYTE
export const IMAGE_MAX_PIXELS = 50_000_000
export const GIF_MAX_BYTES = 10 * MEGABYTE
export const VIDEO_MAX_BYTES = 100 * MEGABYTE
export const VIDEO_MAX_SECONDS = 60
/** The side of a 4K video. */
export const VIDEO_MAX_SIDE = 4096

/** The widths in which the server stores every picture. */
export const IMAGE_WIDTHS = [480, 960, 1600] as const

/** Profile pictures are also stored in this width: for round portraits of up to 64 pixels, on screens with twice as many. */
export const PORTRAIT_WIDTH = 160

/** What a page can ask for. The server sends the smallest file of at least this width. */
export const ASKED_WIDTHS = [PORTRAIT_WIDTH, ...IMAGE_WIDTHS] as const
