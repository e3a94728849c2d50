import { GIF_MAX_BYTES, IMAGE_MAX_BYTES, IMAGE_MAX_PIXELS, VIDEO_MAX_BYTES } from '#contract/media.ts'
import { pictureSize } from './picture-size.ts'

export type FileProblem = 'file_type' | 'file_too_large' | 'gif_too_large' | 'too_many_pixels'

/** The types that the file picker offers and the server decodes. The server decides by the content. */
export const POST_MEDIA_TYPES = ['image/jpeg', 'image/png', 'image/gif'] as const
/** The `accept` attribute of a file input for pictures. */
export const PICTURE_TYPES = POST_MEDIA_TYPES.join(',')
export const PICTURE_MAX_MB = megabytes(IMAGE_MAX_BYTES)
export const GIF_MAX_MB = megabytes(GIF_MAX_BYTES)
export const PICTURE_MAX_MEGAPIXELS = IMAGE_MAX_PIXELS / 1_000_000
export const VIDEO_MAX_MB = megabytes(VIDEO_MAX_BYTES)

function megabytes(bytes: number): number {
  return bytes / 1024 / 1024
}

/**
 * Client-side validation of a picture before the upload. It also checks the type, because a dropped file is not filtered by
 * `accept`. The server checks the actual bytes.
 */
export async function pictureProblem(file: File): Promise<FileProblem | null> {
  return typeOrSizeProblem(file) ?? ((await hasTooManyPixels(file)) ? 'too_many_pixels' : null)
}

function typeOrSizeProblem({ type, size }: File): FileProblem | null {
  if (!POST_MEDIA_TYPES.some((accepted) => accepted === type)) return 'file_type'
  if (type === 'image/gif' && size > GIF_MAX_BYTES) return 'gif_too_large'
  return size > IMAGE_MAX_BYTES ? 'file_too_large' : null
}

async function hasTooManyPixels(file: File): Promise<boolean> {
  // A file that cannot be read is not rejected here: the upload will fail with an error message.
  const size = await pictureSize(file).catch(() => null)
  return size !== null && size.width * size.height > IMAGE_MAX_PIXELS
}
