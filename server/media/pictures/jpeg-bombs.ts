import { open } from 'node:fs/promises'
import { IMAGE_MAX_BYTES } from '#contract/media.ts'
import { AppError } from '#server/errors.ts'

/**
 * Protects against JPEG bombs by walking the markers without decoding. A decoder passes over the whole picture once for
 * each scan and keeps every segment in memory, so a small file with thousands of either is refused before it is decoded.
 */

/** Progressive JPEGs have about 10 scans, 64 at most. */
export const JPEG_MAX_SCANS = 100
/** Large metadata is split into segments of 64 KB; the largest valid file has about 320 of them. */
const SEGMENTS_MAX = 2000
const CHUNK_BYTES = 256 * 1024

/** The second byte of markers without a length. All other markers begin a segment with a length. */
const [RST0, RST7, SOI, EOI, SOS, TEM] = [0xd0, 0xd7, 0xd8, 0xd9, 0xda, 0x01]
/** SOF9 to SOF15: arithmetic coding is several times slower to decode, and no browser supports it. */
const ARITHMETIC_CODING: ReadonlySet<number> = new Set([0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf])

type State = 'data' | 'marker' | 'length' | 'length_end'

/**
 * Refuses a JPEG that would take very long to decode; any other file passes. The walk treats bytes as libjpeg does: it skips
 * everything between two markers, including restart markers and stuffed zeros, and stops at the end marker.
 */
export async function refuseSlowJpeg(path: string): Promise<void> {
  const file = await open(path)
  try {
    const chunk = Buffer.alloc(CHUNK_BYTES)
    const head = await file.read(chunk, 0, 2, 0)
    if (head.bytesRead < 2 || chunk[0] !== 0xff || chunk[1] !== SOI) return
    const markers = new MarkerWalk()
    for (let position = 2; position < IMAGE_MAX_BYTES; ) {
      const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, position)
      if (bytesRead === 0) return
      const walked = markers.walk(chunk, bytesRead)
      if (walked === 'end') return
      position += walked
    }
  } finally {
    await file.close()
  }
}

class MarkerWalk {
  #state: State = 'data'
  #length = 0
  #scans = 0
  #segments = 0

  /** Returns the offset from the start of the chunk at which to continue. It may be beyond its end if a segment is skipped. */
  walk(chunk: Buffer, size: number): number | 'end' {
    let at = 0
    while (at < size) {
      // The fast path: nearly all bytes of a picture are skipped here.
      if (this.#state === 'data') while (at < size && chunk[at] !== 0xff) at += 1
      if (at >= size) break
      const byte = chunk[at] ?? 0
      at += 1
      if (this.#state === 'data') {
        this.#state = 'marker'
      } else if (this.#state === 'marker') {
        if (byte === EOI) return 'end'
        this.#state = this.#readMarker(byte)
      } else if (this.#state === 'length') {
        this.#length = byte << 8
        this.#state = 'length_end'
      } else {
        this.#length += byte
        // The length includes its own two bytes. If it is smaller, every decoder stops here.
        if (this.#length < 2) return 'end'
        at += this.#length - 2
        this.#state = 'data'
      }
    }
    return at
  }

  #readMarker(byte: number): State {
    if (byte === 0xff) return 'marker'
    if (byte === 0 || byte === TEM || (byte >= RST0 && byte <= RST7) || byte === SOI) return 'data'
    if (ARITHMETIC_CODING.has(byte)) refuse('The picture is a JPEG with arithmetic coding, which no browser shows')
    if (byte === SOS) this.#scans += 1
    else this.#segments += 1
    if (this.#scans > JPEG_MAX_SCANS) refuse(`The picture has more than ${JPEG_MAX_SCANS} scans. Please save it anew`)
    if (this.#segments > SEGMENTS_MAX) refuse('The picture has too much metadata. Please save it anew')
    return 'length'
  }
}

function refuse(message: string): never {
  throw new AppError('invalid', message)
}
