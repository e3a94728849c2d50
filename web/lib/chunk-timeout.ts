import { SECOND_MS } from '#contract/time.ts'

export const CHUNK_TIMEOUT_MS = 120 * SECOND_MS

/** A chunk could not be loaded: the connection is too slow or lost, or a newer release has removed the file. */
export class ChunkError extends Error {
  constructor(cause?: unknown) {
    super('A part of the page could not be loaded', { cause })
    this.name = 'ChunkError'
  }
}

/** Timeout for a dynamic import. Every failure is thrown as a `ChunkError`. */
export async function withChunkTimeout<T>(loading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkError()), CHUNK_TIMEOUT_MS)
  })
  try {
    return await Promise.race([loading, timeout])
  } catch (error) {
    throw error instanceof ChunkError ? error : new ChunkError(error)
  } finally {
    clearTimeout(timer)
  }
}
