import { VideoRefusal } from './video-refusal.ts'

/** H.264 in MP4 (AVCC): a sequence of NAL units, each preceded by its length. */

const SEI = 6

/** The size of the length fields, from the configuration of the track. */
export function nalLengthSize(configuration: ArrayBufferView | ArrayBufferLike | undefined): number | undefined {
  if (!configuration) return undefined
  const bytes = ArrayBuffer.isView(configuration)
    ? new Uint8Array(configuration.buffer, configuration.byteOffset, configuration.byteLength)
    : new Uint8Array(configuration)
  const fifth = bytes[4]
  return fifth === undefined ? undefined : (fifth & 3) + 1
}

/**
 * Removes supplemental enhancement information (SEI). Decoders do not need it, and cameras write places, times and names
 * into it.
 */
export function withoutSei(sample: Uint8Array, lengthSize: number): Uint8Array {
  const kept: Uint8Array[] = []
  let position = 0
  while (position < sample.length) {
    let length = 0
    for (let i = 0; i < lengthSize; i += 1) length = length * 256 + (sample[position + i] ?? 0)
    const end = position + lengthSize + length
    if (length === 0 || end > sample.length) throw new VideoRefusal('unreadable')
    if (((sample[position + lengthSize] ?? 0) & 0x1f) !== SEI) kept.push(sample.subarray(position, end))
    position = end
  }
  if (kept.length === 0) throw new VideoRefusal('unreadable')
  return kept.length === 1 && kept[0] ? kept[0] : Buffer.concat(kept)
}
