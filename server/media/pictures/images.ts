import type { ErrorCode } from '#contract/errors.ts'
import { AppError } from '#server/errors.ts'
import type { UploadedFile } from '#server/media/uploads.ts'
import { createDecodePool, type DecodePool } from './decode-pool.ts'
import type { EncodedFile } from './image-encoder.ts'
import { refuseSlowJpeg } from './jpeg-survey.ts'

/** The machine has its cores once, however many stores there are. */
const shared = createDecodePool()

/** What is said of the file, and not of the line in front of the decoders. */
const REFUSES_THE_FILE: ReadonlySet<ErrorCode> = new Set(['invalid', 'too_large', 'unsupported_type'])

/** Draws an uploaded picture anew in every width. What is refused names the part of the form it came in. */
export async function encodeImage(
  { path, bytes, field = 'file', sender }: UploadedFile,
  pool: Pick<DecodePool, 'draw'> = shared,
): Promise<EncodedFile[]> {
  try {
    await refuseSlowJpeg(path)
    return await pool.draw({ path, bytes }, sender)
  } catch (error) {
    if (error instanceof AppError && REFUSES_THE_FILE.has(error.code))
      throw new AppError(error.code, error.message, { [field]: error.message })
    throw error
  }
}
