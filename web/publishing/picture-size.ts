export interface PictureSize {
  width: number
  height: number
}

/**
 * Reads the dimensions from the header of a JPEG, PNG or GIF. Decoding the picture would allocate memory for all of its
 * pixels. Returns null for other formats and for broken headers.
 */
export async function pictureSize(file: Blob): Promise<PictureSize | null> {
  const start = await bytesAt(file, 0, 24)
  if (start.byteLength < 24) return null
  if (start.getUint32(0) === 0x89504e47) return { width: start.getUint32(16), height: start.getUint32(20) }
  // "GIF8". GIF is the only little-endian format of the three.
  if (start.getUint32(0) === 0x47494638) return { width: start.getUint16(6, true), height: start.getUint16(8, true) }
  return start.getUint16(0) === 0xffd8 ? await jpegSize(file) : null
}

/** A real JPEG has a few dozen segments at most; the limit ends the loop for a crafted file. */
const MAX_SEGMENTS = 200

/** Follows the chain of segments, each of which has a length, up to the frame header. */
async function jpegSize(file: Blob): Promise<PictureSize | null> {
  let at = 2
  for (let count = 0; count < MAX_SEGMENTS; count += 1) {
    const segment = await bytesAt(file, at, 9)
    if (segment.byteLength < 9 || segment.getUint8(0) !== 0xff) return null
    const kind = segment.getUint8(1)
    if (isFrame(kind)) return { width: segment.getUint16(7), height: segment.getUint16(5) }
    // Any number of 0xff fill bytes may precede a segment.
    at += kind === 0xff ? 1 : 2 + segment.getUint16(2)
  }
  return null
}

/** The markers SOF0 to SOF15, without DHT, JPG and DAC, which have numbers in that range. */
function isFrame(kind: number): boolean {
  return kind >= 0xc0 && kind <= 0xcf && kind !== 0xc4 && kind !== 0xc8 && kind !== 0xcc
}

async function bytesAt(file: Blob, at: number, length: number): Promise<DataView> {
  return new DataView(await file.slice(at, at + length).arrayBuffer())
}
