import type { Readable } from 'node:stream'
import { AppError } from '#server/errors.ts'

/** Both ends are counted. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * Where bytes lie. Nobody outside reaches it by itself: who may see what is decided before it is asked. What lies under a
 * key never changes, so that it may be remembered. Whatever keeps it from answering is `StoreUnavailable`.
 */
export interface MediaStore {
  /** Once it returns, the bytes are there whole and survive a crash. */
  put(key: string, bytes: Buffer, content_type: string): Promise<void>
  /** The same for what lies in a file, which may be gone afterwards. It is never in memory whole. */
  putFile(key: string, file: string, content_type: string): Promise<void>
  /** Undefined when nothing lies there. Who gets a stream reads it to its end, or destroys it. */
  read(key: string, range?: ByteRange): Promise<Readable | undefined>
  /** What is gone already is fine. */
  remove(key: string): Promise<void>
  /** The keys of every file of every picture, for the sweep. Of what could not be looked into it is told, and goes on. */
  list(onUnreadable?: (error: unknown) => void): AsyncIterable<string>
  /** Takes away what was begun before then and never became whole. */
  removeUnfinished(before: Date): Promise<void>
  /** Fails when nothing could be stored now. */
  probe(): Promise<void>
  /** Where everyone can fetch this by themselves, for some minutes; only for what is public. */
  signAddress?(key: string, content_type: string): Promise<SignedAddress>
}

export interface SignedAddress {
  url: string
  /** For how many seconds it may be remembered. */
  max_age: number
}

/** The disk is full, the bucket is out of reach: whoever asked may come back later. */
export class StoreUnavailable extends AppError {
  constructor(cause: unknown) {
    super('unavailable', 'The pictures are out of reach at the moment. Please try again.')
    this.cause = cause
  }
}

/** For `catch`. */
export function unavailable(cause: unknown): never {
  throw new StoreUnavailable(cause)
}

const KEY = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/

/** Where files of pictures and videos lie. Whatever else is there is none of the sweep's business. */
const PICTURE_KEY = /^[0-9a-f]{2}\/[a-z0-9][a-z0-9._-]*\/[a-z0-9][a-z0-9._-]*$/

export function isPictureKey(text: string): boolean {
  return PICTURE_KEY.test(text)
}

/** A key is made by us; one that could lead anywhere else is a mistake, whoever made it. */
export function checkKey(key: string): string {
  if (!KEY.test(key)) throw new Error('this is no key of the media store')
  return key
}
