import { CHUNK_TIMEOUT_MS } from '#contract/limits.ts'

/** A part of the app that did not come: the connection is too slow or gone, or a newer version has replaced it. */
export class ChunkError extends Error {
  constructor(cause?: unknown) {
    super('A part of the page could not be loaded', { cause })
    this.name = 'ChunkError'
  }
}

export async function withPatience<T>(loading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const patience = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkError()), CHUNK_TIMEOUT_MS)
  })
  try {
    return await Promise.race([loading, patience])
  } catch (error) {
    throw error instanceof ChunkError ? error : new ChunkError(error)
  } finally {
    clearTimeout(timer)
  }
}
