/** An LRU cache of buffers, limited by their total size. */
export class ByteCache {
  readonly #max_bytes: number
  // A Map keeps insertion order. Each hit is inserted again, so this is the order of use.
  readonly #kept = new Map<string, Buffer>()
  readonly #loading = new Map<string, Promise<Buffer | undefined>>()
  #bytes = 0

  constructor(max_bytes: number) {
    this.#max_bytes = max_bytes
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Concurrent misses of the same key are loaded once (single flight). */
  async get(key: string, load: () => Promise<Buffer | undefined>): Promise<Buffer | undefined> {
    return this.peek(key) ?? (await (this.#loading.get(key) ?? this.#load(key, load)))
  }

  /** What is in the cache, without loading it. */
  peek(key: string): Buffer | undefined {
    const kept = this.#kept.get(key)
    if (!kept) return undefined
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    return kept
  }

  forget(key: string): void {
    // A load in progress still answers those who wait for it, but its result is not cached.
    this.#loading.delete(key)
    this.#bytes -= this.#kept.get(key)?.length ?? 0
    this.#kept.delete(key)
  }

  #load(key: string, load: () => Promise<Buffer | undefined>): Promise<Buffer | undefined> {
    const loading = load().then(
      (bytes) => {
        if (this.#loading.get(key) === loading) this.#keep(key, bytes)
        return bytes
      },
      (error: unknown) => {
        if (this.#loading.get(key) === loading) this.#loading.delete(key)
        throw error
      },
    )
    this.#loading.set(key, loading)
    return loading
  }

  #keep(key: string, bytes: Buffer | undefined): void {
    this.#loading.delete(key)
    if (!bytes || bytes.length > this.#max_bytes) return
    this.#kept.set(key, bytes)
    this.#bytes += bytes.length
    for (const [oldest] of this.#kept) {
      if (this.#bytes <= this.#max_bytes) break
      this.forget(oldest)
    }
  }
}
