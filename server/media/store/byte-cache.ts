/** Remembers bytes by their key, up to so many in all; what was not asked for the longest goes first. */
export class ByteCache {
  readonly #max_bytes: number
  // A Map keeps the order in which keys were put in, and so the order of use.
  readonly #kept = new Map<string, Buffer>()
  readonly #loading = new Map<string, Promise<Buffer | undefined>>()
  #bytes = 0

  constructor(max_bytes: number) {
    this.#max_bytes = max_bytes
  }

  get bytes(): number {
    return this.#bytes
  }

  /** However many ask at once for what is not here, it is loaded once. */
  async get(key: string, load: () => Promise<Buffer | undefined>): Promise<Buffer | undefined> {
    const kept = this.#kept.get(key)
    if (kept) {
      this.#kept.delete(key)
      this.#kept.set(key, kept)
      return kept
    }
    const loading = this.#loading.get(key) ?? this.#load(key, load)
    return await loading
  }

  forget(key: string): void {
    // What is being loaded is handed to who waits for it, and not kept.
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
