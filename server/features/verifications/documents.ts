import { IMAGE_MAX_PIXELS } from '#contract/media.ts'
import { invalid } from '#server/errors.ts'

/** How a document can be served. */
const TYPES = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const
type DocumentType = (typeof TYPES)[number]

interface Size {
  width: number
  height: number
}

const PDF_END_BYTES = 2048

/**
 * The type of a document by its content: name and declared type count for nothing. Only the structure is read, up to the
 * size of the picture; no decoder sees a document, and it is kept as it was sent. Throws if it is none, is cut off, or
 * would be too large for the browser of whoever looks at it.
 */
export function recogniseDocument(bytes: Buffer, field: string): DocumentType {
  if (isPdf(bytes)) return 'application/pdf'
  const [type, size] = readPicture(bytes)
  if (type === undefined) throw invalid(field, 'The file must be a picture (JPEG, PNG or WebP) or a PDF')
  if (!size || size.width === 0 || size.height === 0) throw invalid(field, 'The file is damaged or incomplete')
  if (size.width * size.height > IMAGE_MAX_PIXELS) throw invalid(field, 'The picture has more than 50 megapixels')
  return type
}

/** The size is undefined if the file is not complete. */
function readPicture(bytes: Buffer): [Exclude<DocumentType, 'application/pdf'> | undefined, Size | undefined] {
  if (bytes.subarray(0, 3).equals(JPEG)) return ['image/jpeg', sizeOfJpeg(bytes)]
  if (bytes.subarray(0, PNG.length).equals(PNG)) return ['image/png', sizeOfPng(bytes)]
  if (textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 4) === 'WEBP') return ['image/webp', sizeOfWebp(bytes)]
  return [undefined, undefined]
}

const JPEG = Buffer.from([0xff, 0xd8, 0xff])
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

function textAt(bytes: Buffer, at: number, length: number): string {
  return bytes.toString('latin1', at, at + length)
}

function isPdf(bytes: Buffer): boolean {
  return /^%PDF-[12]\.\d/.test(textAt(bytes, 0, 8)) && bytes.subarray(-PDF_END_BYTES).includes('%%EOF')
}

/** Walks the segments up to the frame header. Phones write data behind the end marker, so it need not be last. */
function sizeOfJpeg(bytes: Buffer): Size | undefined {
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] ?? 0
    // Fill bytes before a marker.
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (isFrameHeader(marker)) {
      const isWhole = bytes.includes(Buffer.from([0xff, 0xd9]), at)
      return isWhole ? { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) } : undefined
    }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

/** SOF0 to SOF15, without the tables DHT, JPG and DAC that have codes among them. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

function sizeOfPng(bytes: Buffer): Size | undefined {
  if (bytes.length < 24 || textAt(bytes, 12, 4) !== 'IHDR' || !bytes.includes('IEND', 24)) return undefined
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

function sizeOfWebp(bytes: Buffer): Size | undefined {
  if (bytes.length < 30 || bytes.readUInt32LE(4) + 8 > bytes.length) return undefined
  switch (textAt(bytes, 12, 4)) {
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
    }
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
    default:
      return undefined
  }
}
