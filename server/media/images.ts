import { AppError } from '#server/errors.ts'
import { createDecodePool } from './decode-pool.ts'
import type { EncodedFile } from './image-encoder.ts'

/** The machine has its cores once, however many stores there are. */
const pool = createDecodePool()

/** Draws an uploaded picture anew in every width. What is refused names the part of the form it came in. */
export async function encodeImage(path: string, bytes: number, field = 'file'): Promise<EncodedFile[]> {
  try {
    return await pool.draw({ path, bytes })
  } catch (error) {
    if (error instanceof AppError && error.status < 500)
      throw new AppError(error.code, error.message, { [field]: error.message })
    throw error
  }
}
