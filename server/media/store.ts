import type { Readable } from 'node:stream'

/** Both ends are counted. */
export interface ByteRange {
  start: number
  end: number
}

/** Where bytes lie. Nobody outside reaches it by itself: who may see what is decided before it is asked. */
export interface MediaStore {
  /** Once it returns, the bytes are there whole and survive a crash. */
  put(key: string, bytes: Buffer): Promise<void>
  /** Undefined when nothing lies there. */
  read(key: string, range?: ByteRange): Promise<Readable | undefined>
  /** What is gone already is fine. */
  remove(key: string): Promise<void>
  /** Everything that lies there, for the sweep. */
  list(): AsyncIterable<{ key: string; written_at: Date }>
}
