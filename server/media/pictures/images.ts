import type { ErrorCode } from '#contract/errors.ts'
import { AppError } from '#server/errors.ts'
import type { UploadedFile } from '#server/media/uploads.ts'
import { createDecodePool, type DecodePool, type Picture } from './decode-pool.ts'
import type { EncodedFile } from './image-encoder.ts'
import { refuseSlowJpeg } from './jpeg-bombs.ts'

/** One pool for the process, because its size follows from the cores of the machine. */
const shared = createDecodePool()

/** Refusals of the file itself, not of the queue in front of the decoders. */
const REFUSES_THE_FILE: ReadonlySet<ErrorCode> = new Set(['invalid', 'too_large', 'unsupported_type'])

/** Re-encodes an uploaded picture in every width. A refusal names the form field of the file. */
export async function encodeImage(
  { path, bytes, field = 'file', sender, is_portrait }: UploadedFile & Pick<Picture, 'is_portrait'>,
  pool: Pick<DecodePool, 'encode'> = shared,
): Promise<EncodedFile[]> {
  try {
    await refuseSlowJpeg(path)
    return await pool.encode({ path, bytes, ...(is_portrait && { is_portrait }) }, sender)
  } catch (error) {
    if (error instanceof AppError && REFUSES_THE_FILE.has(error.code))
      throw new AppError(error.code, error.message, { [field]: error.message })
    throw error
  }
}
