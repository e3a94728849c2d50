import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { pictureSize } from './picture-size.ts'

const canvas = sharp({ create: { width: 321, height: 123, channels: 3, background: '#8c1430' } })
/** Long metadata, as cameras write it before the frame header. */
const NOTES = 'x'.repeat(40_000)

async function sizeOf(bytes: Uint8Array): Promise<unknown> {
  return await pictureSize(new Blob([new Uint8Array(bytes)]))
}

describe('The size of a picture', () => {
  it.each(['jpeg', 'png', 'gif'] as const)(
    'The size of a picture is read from the first bytes of a %s',
    async (format) => {
      expect(await sizeOf(await canvas.clone().toFormat(format).toBuffer())).toEqual({ width: 321, height: 123 })
    },
  )

  it('The size of a progressive JPEG is found behind long metadata', async () => {
    const bytes = await canvas
      .clone()
      .jpeg({ progressive: true })
      .withExif({ IFD0: { ImageDescription: NOTES } })
      .toBuffer()
    expect(await sizeOf(bytes)).toEqual({ width: 321, height: 123 })
  })

  it('The size is unknown if the bytes are no picture, or end too early', async () => {
    const jpeg = await canvas.clone().jpeg().toBuffer()
    for (const bytes of [Buffer.alloc(0), Buffer.from('<svg/>'), Buffer.alloc(100, 'x'), jpeg.subarray(0, 60)])
      expect(await sizeOf(bytes)).toBeNull()
    // An endless chain of segments is not followed forever.
    expect(await sizeOf(Buffer.from([0xff, 0xd8, ...Array(5000).fill(0xff)]))).toBeNull()
  })
})
