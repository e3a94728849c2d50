/** How many pixels a picture has, read from its first bytes: decoding one of many megapixels would cost its memory. */

export interface PictureSize {
  width: number
  height: number
}

/** Null for what is no JPEG, PNG or GIF, or does not say its size where it should. */
export async function pictureSize(file: Blob): Promise<PictureSize | null> {
  const start = await bytesAt(file, 0, 24)
  if (start.byteLength < 24) return null
  if (start.getUint32(0) === 0x89504e47) return { width: start.getUint32(16), height: start.getUint32(20) }
  // "GIF8"; the only one of the three that is little-endian.
  if (start.getUint32(0) === 0x47494638) return { width: start.getUint16(6, true), height: start.getUint16(8, true) }
  return start.getUint16(0) === 0xffd8 ? await jpegSize(file) : null
}

/** A JPEG is a chain of segments, each with its length; one of them is the frame. A picture has a few dozen at most. */
const MOST_SEGMENTS = 200

async function jpegSize(file: Blob): Promise<PictureSize | null> {
  let at = 2
  for (let count = 0; count < MOST_SEGMENTS; count += 1) {
    const segment = await bytesAt(file, at, 9)
    if (segment.byteLength < 9 || segment.getUint8(0) !== 0xff) return null
    const kind = segment.getUint8(1)
    if (isFrame(kind)) return { width: segment.getUint16(7), height: segment.getUint16(5) }
    // Any number of 0xff may stand before a segment.
    at += kind === 0xff ? 1 : 2 + segment.getUint16(2)
  }
  return null
}

/** SOF0 to SOF15, without the tables (DHT, JPG, DAC) that have numbers between them. */
function isFrame(kind: number): boolean {
  return kind >= 0xc0 && kind <= 0xcf && kind !== 0xc4 && kind !== 0xc8 && kind !== 0xcc
}

async function bytesAt(file: Blob, at: number, length: number): Promise<DataView> {
  return new DataView(await file.slice(at, at + length).arrayBuffer())
}
