import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Builds pictures byte by byte, which no normal encoder would write. */

export function pngChunk(type: string, data: Buffer, crc?: number): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([u32(data.length), body, u32(crc ?? crc32(body))])
}

export const PNG_HEAD = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const PNG_END = pngChunk('IEND', Buffer.alloc(0))

interface Png {
  width: number
  height: number
  /** Chunks between the header and the pixels. */
  chunks?: Buffer[]
  /** Replaces the compressed pixels. */
  pixels?: Buffer
}

/** A grey PNG. Without `pixels` it has as many pixels as its header says. */
export function png({ width, height, chunks = [], pixels }: Png): Buffer {
  const header = Buffer.concat([u32(width), u32(height), Buffer.from([8, 0, 0, 0, 0])])
  const data = pixels ?? deflateSync(Buffer.alloc((width + 1) * height))
  return Buffer.concat([PNG_HEAD, pngChunk('IHDR', header), ...chunks, pngChunk('IDAT', data), PNG_END])
}

interface Gif {
  width: number
  height: number
  frames: number
  /** Blocks before the first frame. */
  blocks?: Buffer[]
  /** The size that each frame declares; by default one pixel in the corner. */
  covers?: [width: number, height: number]
}

/** A GIF. The data of every frame is one pixel, whatever size it declares. */
export function gif({ width, height, frames, blocks = [], covers = [1, 1] }: Gif): Buffer {
  const head = Buffer.concat([Buffer.from('GIF89a'), u16(width), u16(height), Buffer.from([0x80, 0, 0])])
  const palette = Buffer.from([0, 0, 0, 255, 255, 255])
  const frame = Buffer.concat([
    Buffer.from([0x21, 0xf9, 4, 4, 10, 0, 0, 0]),
    Buffer.from([0x2c, 0, 0, 0, 0]),
    u16(covers[0]),
    u16(covers[1]),
    Buffer.from([0, 2, 2, 0x44, 1, 0]),
  ])
  return Buffer.concat([head, palette, ...blocks, ...Array<Buffer>(frames).fill(frame), Buffer.from(';')])
}

export function gifComment(text: string): Buffer {
  const blocks = Buffer.from(text)
    .toString('latin1')
    .match(/[\s\S]{1,255}/g)
    ?.map((piece) => Buffer.concat([Buffer.from([piece.length]), Buffer.from(piece, 'latin1')]))
  return Buffer.concat([Buffer.from([0x21, 0xfe]), ...(blocks ?? []), Buffer.from([0])])
}

/** A segment of a JPEG. */
export function jpegSegment(marker: number, data: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0xff, marker]), u16be(data.length + 2), data])
}

/** Inserts segments after the start marker of a JPEG. */
export function withSegments(jpeg: Buffer, ...segments: Buffer[]): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])
}

/** The same JPEG with another size in its header. */
export function withJpegSize(jpeg: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(jpeg)
  const frame = changed.findIndex((byte, at) => byte === 0xff && [0xc0, 0xc2].includes(changed[at + 1] ?? 0))
  changed.writeUInt16BE(height, frame + 5)
  changed.writeUInt16BE(width, frame + 7)
  return changed
}

interface JpegPart {
  marker: number
  start: number
  end: number
}

/** The segments of a valid JPEG. A scan includes its data. */
function partsOf(jpeg: Buffer): JpegPart[] {
  const parts: JpegPart[] = []
  for (let at = 2; (jpeg[at + 1] ?? 0xd9) !== 0xd9; ) {
    const marker = jpeg[at + 1] ?? 0
    let end = at + 2 + jpeg.readUInt16BE(at + 2)
    const isData = () => jpeg[end] !== 0xff || jpeg[end + 1] === 0 || ((jpeg[end + 1] ?? 0) & 0xf8) === 0xd0
    while (marker === 0xda && isData()) end += 1
    parts.push({ marker, start: at, end })
    at = end
  }
  return parts
}

/**
 * A progressive JPEG of one colour with many scans: valid and small, but each scan costs the decoder as much as a picture.
 * It repeats its second scan, which says in a few bytes that all blocks are empty.
 */
export async function jpegOfScans(scans: number, size: { width: number; height: number }): Promise<Buffer> {
  const plain = sharp({ create: { ...size, channels: 3, background: '#888' } }).toColourspace('b-w')
  const jpeg = await plain.jpeg({ progressive: true }).toBuffer()
  const parts = partsOf(jpeg)
  const [first, second] = parts.filter(({ marker }) => marker === 0xda)
  if (!first || !second) throw new Error('The picture has too few scans')
  const scan = Buffer.from(jpeg.subarray(second.start, second.end))
  // All coefficients except the first, with all their bits. Decoders accept such a scan more than once.
  scan.set([1, 63, 0], 7)
  const before = jpeg.subarray(0, second.start)
  return Buffer.concat([before, ...Array<Buffer>(scans - 1).fill(scan), Buffer.from([0xff, 0xd9])])
}

/** The names of the chunks of a WebP, including those of its frames. */
export function webpChunks(bytes: Buffer): string[] {
  return [...chunksFrom(bytes, 12, bytes.length)]
}

function* chunksFrom(bytes: Buffer, start: number, end: number): Generator<string> {
  for (let at = start; at + 8 <= end; ) {
    const name = bytes.toString('latin1', at, at + 4)
    const size = bytes.readUInt32LE(at + 4)
    yield name
    if (name === 'ANMF') yield* chunksFrom(bytes, at + 8 + 16, at + 8 + size)
    at += 8 + size + (size % 2)
  }
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}
function u16be(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}
