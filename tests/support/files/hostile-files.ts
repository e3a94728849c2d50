import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import {
  gif,
  gifComment,
  jpegOfScans,
  jpegSegment,
  PNG_HEAD,
  png,
  pngChunk,
  withJpegSize,
  withSegments,
} from './image-bytes.ts'
import { noisePicture } from './pictures.ts'

export interface HostileFile {
  what: string
  bytes: Buffer
  /** True for a valid picture: it may be accepted, but its payload must not be served. */
  is_picture?: true
}

/** Is part of every file with hidden content. */
export const PAYLOAD = '<script>alert("loge-payload")</script>'
const MEGABYTE = 1024 * 1024
const HUGE = { width: 50_000, height: 50_000 }

/** Pictures with a few random bytes changed. Some of them are still valid. */
export async function damagedPictures(random: () => number, count: number): Promise<HostileFile[]> {
  const jpeg = await noisePicture({ width: 200, height: 150 })
  const whole = [jpeg, await noisePicture({ width: 100, height: 80 }, 'png'), await sharp(jpeg).gif().toBuffer()]
  return Array.from({ length: count }, (_, index) => {
    const bytes = Buffer.from(whole[index % whole.length] ?? jpeg)
    for (let left = 1 + Math.floor(random() * 8); left > 0; left -= 1) {
      // Half of the changes are near the beginning, where the headers are.
      const at = Math.floor(random() * (random() < 0.5 ? Math.min(400, bytes.length) : bytes.length))
      bytes[at] = Math.floor(random() * 256)
    }
    return { what: `a damaged picture (${index})`, bytes, is_picture: true as const }
  })
}

/** Files that are not pictures, damaged pictures, decompression bombs, and pictures with hidden content. */
export async function hostileFiles(): Promise<HostileFile[]> {
  const jpeg = await noisePicture({ width: 200, height: 150 })
  const progressive = await sharp(jpeg).jpeg({ progressive: true }).toBuffer()
  const still = await noisePicture({ width: 100, height: 80 }, 'png')
  const moving = await sharp(jpeg).gif().toBuffer()
  const text = (what: string, ...lines: string[]) => ({ what, bytes: Buffer.from(lines.join('\n'), 'latin1') })
  const encoded = async (format: 'webp' | 'avif' | 'tiff', what: string) => ({
    what,
    bytes: await sharp(jpeg).toFormat(format).toBuffer(),
  })
  const cut = (what: string, bytes: Buffer, part: number) => ({
    what: `${what}, cut at ${part * 100} %`,
    bytes: bytes.subarray(0, Math.floor(bytes.length * part)),
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${PAYLOAD}</svg>`

  return [
    text('nothing'),
    text('one byte', '\xff'),
    text('a page', '<!doctype html>', PAYLOAD),
    text('a page that begins like a GIF', `GIF89a/*`, `*/=1;${PAYLOAD}`),
    text('a drawing with a script', svg),
    text('a drawing behind a declaration', '<?xml version="1.0"?>', svg),
    text('a drawing that reads a file', '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>', svg),
    text('a document', '%PDF-1.7', PAYLOAD, '%%EOF'),
    text('PostScript', '%!PS-Adobe-3.0 EPSF-3.0', '%%BoundingBox: 0 0 9 9', 'quit'),
    text('an archive', 'PK\x03\x04', PAYLOAD),
    text('a compressed file', '\x1f\x8b\x08\0', PAYLOAD),
    text('a video', '\0\0\0\x18ftypmp42\0\0\0\0mp42isom', PAYLOAD),
    text('a QuickTime video', '\0\0\0\x14ftypqt  \0\0\0\0', PAYLOAD),
    text('a HEIC photo', '\0\0\0\x18ftypheic\0\0\0\0mif1heic', PAYLOAD),
    text('a JPEG XL', '\xff\x0a', PAYLOAD),
    text('a JPEG 2000', '\0\0\0\x0cjP  \r\n\x87\n', PAYLOAD),
    text('a bitmap', 'BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x01\0\0\0\x01\0\0\0\x01\0\x18\0', PAYLOAD),
    text('an icon', '\0\0\x01\0\x01\0\x10\x10\0\0\x01\0\x20\0', PAYLOAD),
    text('a Photoshop file', '8BPS\0\x01', PAYLOAD),
    text('a portable pixmap', 'P3 1 1 255', '1 2 3'),
    text('a Radiance picture', '#?RADIANCE', 'FORMAT=32-bit_rle_rgbe', '', '-Y 1 +X 1', 'xxxx'),
    text('a FITS picture', 'SIMPLE  =                    T'),
    text('a table that is a picture to libvips', '1 2 3', '4 5 6'),
    text('a libvips picture', '\x08\xf2\xa6\xb6', PAYLOAD),
    text('a program', '\x7fELF\x02\x01\x01', PAYLOAD),
    text('a Windows program', 'MZ\x90\0', PAYLOAD),
    text('a script', '#!/bin/sh', 'touch /tmp/loge-payload'),
    text('an ImageMagick script', 'push graphic-context', 'image over 0,0 0,0 "https://example.com"'),
    await encoded('webp', 'a WebP'),
    await encoded('avif', 'an AVIF'),
    await encoded('tiff', 'a TIFF'),
    { what: 'the beginning of a JPEG and a TIFF', bytes: Buffer.concat([jpeg.subarray(0, 4), await tiff(jpeg)]) },
    { what: 'the beginning of a PNG and a page', bytes: Buffer.concat([PNG_HEAD, Buffer.from(PAYLOAD)]) },
    { what: 'the beginning of a JPEG and noise', bytes: Buffer.concat([jpeg.subarray(0, 3), still]) },
    { what: '19 MB of zeros behind the beginning of a JPEG', bytes: padded(jpeg.subarray(0, 20)) },

    ...[0.001, 0.02, 0.1, 0.3, 0.5, 0.8, 0.99].map((part) => cut('a JPEG', jpeg, part)),
    ...[0.02, 0.5, 0.99].map((part) => cut('a progressive JPEG', progressive, part)),
    ...[0.001, 0.01, 0.3, 0.7, 0.95].map((part) => cut('a PNG', still, part)),
    ...[0.001, 0.2, 0.6].map((part) => cut('a GIF', moving, part)),

    {
      what: 'a PNG of 50,000 × 50,000',
      bytes: png({ width: 50_000, height: 50_000, pixels: deflateSync(Buffer.alloc(9)) }),
    },
    { what: 'a JPEG of 50,000 × 50,000', bytes: withJpegSize(jpeg, 50_000, 50_000) },
    { what: 'a GIF of 50,000 × 50,000', bytes: gif({ ...HUGE, frames: 1, covers: [50_000, 50_000] }) },
    { what: 'an animation of 50,000 × 50,000', bytes: gif({ ...HUGE, frames: 3, covers: [50_000, 50_000] }) },
    {
      what: 'a PNG of two thousand million pixels a side',
      bytes: png({ width: 0x7fffffff, height: 0x7fffffff, pixels: deflateSync(Buffer.alloc(9)) }),
    },
    { what: 'a PNG without width', bytes: png({ width: 0, height: 10, pixels: deflateSync(Buffer.alloc(9)) }) },
    { what: 'a GIF without height', bytes: gif({ width: 10, height: 0, frames: 1 }).subarray(0, 13) },
    { what: 'a JPEG without height', bytes: withJpegSize(jpeg, 200, 0) },
    { what: 'a PNG just above 50 megapixels', bytes: png({ width: 7072, height: 7072 }) },
    {
      what: 'a PNG whose pixels unpack to 1 GB',
      bytes: png({ width: 60_000, height: 17_000, pixels: deflateSync(Buffer.alloc(100 * MEGABYTE)) }),
    },
    {
      what: 'a PNG whose pixels are missing',
      bytes: png({ width: 2000, height: 2000, pixels: deflateSync(Buffer.alloc(100)) }),
    },
    { what: 'a PNG whose pixels are no zlib', bytes: png({ width: 100, height: 100, pixels: Buffer.from(PAYLOAD) }) },
    { what: 'a PNG with a wrong checksum in its header', bytes: brokenHeader() },
    { what: 'a GIF of 10,000 frames', bytes: gif({ width: 10, height: 10, frames: 10_000 }) },
    { what: 'a GIF of 301 frames', bytes: gif({ width: 10, height: 10, frames: 301 }) },
    { what: 'a GIF of 200 frames, 101 million pixels', bytes: gif({ width: 711, height: 711, frames: 200 }) },
    {
      what: 'an animated GIF of 11 MB',
      bytes: gif({ width: 9, height: 9, frames: 2, blocks: [gifComment('x'.repeat(11 * MEGABYTE))] }),
    },
    { what: 'a JPEG of 2,647 scans', bytes: await jpegOfScans(2647, { width: 1200, height: 1200 }) },
    { what: 'a JPEG of 65,535 × 65,535', bytes: withJpegSize(jpeg, 65_535, 65_535) },
    { what: 'a JPEG of millions of segments', bytes: withSegments(jpeg, Buffer.alloc(16 * MEGABYTE, tiny)) },
    { what: 'a JPEG with arithmetic coding', bytes: withCoding(jpeg, 0xc9) },
    { what: 'a progressive JPEG with arithmetic coding', bytes: withCoding(progressive, 0xca) },
    { what: 'a GIF of 800,000 frames', bytes: gif({ width: 10, height: 10, frames: 800_000 }) },
    { what: 'a GIF without a frame', bytes: gif({ width: 10, height: 10, frames: 0 }) },

    { what: 'a GIF whose frames each bring the one before back', bytes: restoring(), is_picture: true },
    {
      what: 'a PNG of a thousand texts that unpack to 8 MB each',
      bytes: png({ width: 9, height: 9, chunks: Array<Buffer>(1000).fill(pngChunk('zTXt', bomb('x', 8))) }),
      is_picture: true,
    },
    { what: 'a JPEG that says it is higher than it is', bytes: withJpegSize(jpeg, 200, 3000), is_picture: true },
    { what: 'a GIF of one pixel on a huge canvas', bytes: gif({ ...HUGE, frames: 1 }), is_picture: true },
    {
      what: 'a JPEG with an archive behind it',
      bytes: Buffer.concat([jpeg, Buffer.from(`PK\x03\x04${PAYLOAD}`)]),
      is_picture: true,
    },
    {
      what: 'a JPEG with a page in its comment',
      bytes: withSegments(jpeg, jpegSegment(0xfe, Buffer.from(PAYLOAD))),
      is_picture: true,
    },
    { what: 'a JPEG with 15 MB of metadata', bytes: withSegments(jpeg, ...metadataBomb()), is_picture: true },
    {
      what: 'a GIF that is a script',
      bytes: gif({ width: 9, height: 9, frames: 1, blocks: [gifComment(`*/=1;${PAYLOAD}`)] }),
      is_picture: true,
    },
    {
      what: 'a PNG with a page in its text',
      bytes: png({ width: 9, height: 9, chunks: [pngChunk('tEXt', Buffer.from(`Comment\0${PAYLOAD}`))] }),
      is_picture: true,
    },
    {
      what: 'a PNG whose text unpacks to 100 MB',
      bytes: png({ width: 9, height: 9, chunks: [pngChunk('zTXt', bomb('Comment'))] }),
      is_picture: true,
    },
    {
      what: 'a PNG whose colour profile unpacks to 100 MB',
      bytes: png({ width: 9, height: 9, chunks: [pngChunk('iCCP', bomb('x'))] }),
      is_picture: true,
    },
    { what: 'a PNG that is 1 × 65,535', bytes: png({ width: 1, height: 65_535 }), is_picture: true },
    { what: 'a PNG that is 65,535 × 1', bytes: png({ width: 65_535, height: 1 }), is_picture: true },
    {
      what: 'a PNG that says it is animated',
      bytes: png({ width: 9, height: 9, chunks: [pngChunk('acTL', Buffer.from([0, 0, 0xff, 0xff, 0, 0, 0, 0]))] }),
      is_picture: true,
    },
  ]
}

const tiff = async (picture: Buffer): Promise<Buffer> => await sharp(picture).tiff().toBuffer()
const padded = (head: Buffer): Buffer => Buffer.concat([head, Buffer.alloc(19 * MEGABYTE)])
const bomb = (name: string, megabytes = 100): Buffer =>
  Buffer.concat([Buffer.from(`${name}\0\0`), deflateSync(Buffer.alloc(megabytes * MEGABYTE))])
const tiny = jpegSegment(0xe1, Buffer.alloc(0))

/** The same JPEG with another marker for its coding. */
function withCoding(jpeg: Buffer, marker: number): Buffer {
  const changed = Buffer.from(jpeg)
  changed[changed.findIndex((byte, at) => byte === 0xff && [0xc0, 0xc2].includes(changed[at + 1] ?? 0)) + 1] = marker
  return changed
}

/** A GIF in which each frame has the disposal method "restore to previous". */
function restoring(): Buffer {
  const bytes = gif({ width: 300, height: 300, frames: 60 })
  const control = Buffer.from([0x21, 0xf9, 4])
  for (let at = bytes.indexOf(control); at >= 0; at = bytes.indexOf(control, at + 3)) bytes[at + 3] = (3 << 2) | 1
  return bytes
}

function brokenHeader(): Buffer {
  const bytes = png({ width: 9, height: 9 })
  bytes.writeUInt32BE(0xdeadbeef, 29)
  return bytes
}

function metadataBomb(): Buffer[] {
  return Array.from({ length: 240 }, () => jpegSegment(0xe1, Buffer.from(`Exif\0\0${PAYLOAD.repeat(1600)}`)))
}
