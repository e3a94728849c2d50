import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import {
  gif,
  gifComment,
  jpegSegment,
  png,
  pngChunk,
  webpChunks,
  withSegments,
} from '#tests/support/files/image-bytes.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'
import { world } from '#tests/support/world.ts'

const { creator } = await world()
const amy = await creator('amy')

/** Is in everything that a camera or a program may write beside the pixels. */
const SECRET = 'Amelia Example 48.8584N 2.2945E serial 0815-4711'
const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><creator>${SECRET}</creator></x:xmpmeta>`

/** A photo as a phone makes it, with place, author and device. */
async function phonePhoto(): Promise<Buffer> {
  const photo = await sharp(await noisePicture({ width: 1700, height: 90 }))
    .withExif({
      IFD0: { Artist: SECRET, Copyright: SECRET, ImageDescription: SECRET, Make: 'Camera', Model: SECRET },
      IFD2: { BodySerialNumber: SECRET, UserComment: SECRET },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 30/1', GPSLongitudeRef: 'E', GPSLongitude: '2/1 17/1 40/1' },
    })
    .withXmp(XMP)
    .withIccProfile('p3')
    .jpeg()
    .toBuffer()
  const iptc = Buffer.from(`Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0${SECRET}`, 'latin1')
  const marked = withSegments(photo, jpegSegment(0xfe, Buffer.from(SECRET)), jpegSegment(0xed, iptc))
  return Buffer.concat([marked, Buffer.from(`\0\0\0\x18ftypmp42 ${SECRET}`)])
}

function screenshot(): Buffer {
  const text = (kind: string) => pngChunk(kind, Buffer.from(`Author\0${kind === 'iTXt' ? '\0\0\0\0' : ''}${SECRET}`))
  return png({ width: 700, height: 300, chunks: [text('tEXt'), text('iTXt'), pngChunk('loGe', Buffer.from(SECRET))] })
}

const FILES: [string, () => Promise<Buffer> | Buffer][] = [
  ['a photo', phonePhoto],
  ['a PNG', screenshot],
  ['a GIF', () => gif({ width: 30, height: 20, frames: 1, blocks: [gifComment(SECRET)] })],
  ['an animated GIF', () => gif({ width: 30, height: 20, frames: 3, blocks: [gifComment(SECRET)] })],
]
/** Pixels, transparency and timing: these chunks hold nothing else. */
const PIXELS_ONLY = ['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF']

async function expectPixelsOnly(path: string): Promise<void> {
  for (const w of [480, 960, 1600]) {
    const { status, bytes } = await amy.fetch(`${path}?w=${w}`)
    expect(status).toBe(200)
    expect(bytes.includes('Example')).toBe(false)
    expect(bytes.includes('0815')).toBe(false)
    expect(webpChunks(bytes).filter((chunk) => !PIXELS_ONLY.includes(chunk))).toEqual([])
  }
}

describe('Metadata of pictures', () => {
  // Spec 5.18
  it.each(FILES)('The metadata of %s is removed from a post', async (_, make) => {
    const file = await make()
    expect(file.includes(SECRET)).toBe(true)
    const post = await amy.posts({ file })
    await expectPixelsOnly(post.file ?? '')
  })

  it.each(FILES)('The metadata of %s is removed from a profile picture', async (_, make) => {
    const { status, body } = await amy.send('PUT', `/profiles/${amy.id}`, { profile_pic: await make() })
    expect(status).toBe(200)
    await expectPixelsOnly(body.profile_pic)
  })
})
