import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { gif } from '#tests/support/files/image-bytes.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'
import { encodeImage } from './images.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'loge-images-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

async function encode(bytes: Buffer) {
  const file = path.join(folder, 'upload')
  await writeFile(file, bytes)
  return await encodeImage({ path: file, bytes: bytes.length })
}

/** The name of the colour at a position between 0 and 1. */
async function colourAt(bytes: Buffer, x: number, y: number): Promise<string> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
  const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3)
  const light = [r > 128 && 'red', g > 128 && 'green', b > 128 && 'blue'].filter(Boolean)
  return light.join(' ') || 'black'
}

/** A test picture: red on the left, blue on the right, green below. */
function testPicture() {
  const box = (width: number, height: number, background: string) => ({
    create: { width, height, channels: 3 as const, background },
  })
  return sharp(box(60, 40, '#00f')).composite([
    { input: box(30, 40, '#f00'), left: 0, top: 0 },
    { input: box(60, 10, '#0f0'), left: 0, top: 30 },
  ])
}

describe('Encoding pictures', () => {
  it('A picture is encoded in three widths, and never enlarged', async () => {
    const sizes = async (width: number, height: number) =>
      (await encode(await noisePicture({ width, height }))).map(({ name, ...size }) => [name, size.width, size.height])
    expect(await sizes(2000, 100)).toEqual([
      ['480.webp', 480, 24],
      ['960.webp', 960, 48],
      ['1600.webp', 1600, 80],
    ])
    expect(await sizes(700, 70)).toEqual([
      ['480.webp', 480, 48],
      ['960.webp', 700, 70],
    ])
    expect(await sizes(100, 50)).toEqual([['480.webp', 100, 50]])
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'A picture with the EXIF orientation %i is encoded upright',
    async (orientation) => {
      // What the camera would have stored: the picture with the opposite rotation.
      const turns: Record<number, (picture: Sharp) => Sharp> = {
        1: (picture) => picture,
        2: (picture) => picture.flop(),
        3: (picture) => picture.rotate(180),
        4: (picture) => picture.flip(),
        5: (picture) => picture.rotate(270).flop(),
        6: (picture) => picture.rotate(270),
        7: (picture) => picture.rotate(90).flop(),
        8: (picture) => picture.rotate(90),
      }
      const upright = await testPicture().png().toBuffer()
      const turned = await (turns[orientation] ?? turns[1])?.(sharp(upright)).png().toBuffer()
      const stored = await sharp(turned).withMetadata({ orientation }).jpeg({ quality: 100 }).toBuffer()
      expect((await sharp(stored).metadata()).orientation ?? 1).toBe(orientation)
      const [drawn] = await encode(stored)
      const bytes = drawn?.bytes ?? Buffer.alloc(0)
      expect([drawn?.width, drawn?.height]).toEqual([60, 40])
      expect(await colourAt(bytes, 0.2, 0.2)).toBe('red')
      expect(await colourAt(bytes, 0.8, 0.2)).toBe('blue')
      expect(await colourAt(bytes, 0.5, 0.9)).toBe('green')
      expect((await sharp(bytes).metadata()).orientation).toBeUndefined()
    },
  )

  it('A picture keeps its transparency', async () => {
    const clear = await sharp({ create: { width: 50, height: 50, channels: 4, background: '#f000' } })
      .png()
      .toBuffer()
    const [drawn] = await encode(clear)
    const { data } = await sharp(drawn?.bytes).raw().toBuffer({ resolveWithObject: true })
    expect(data[3]).toBe(0)
  })

  it('A picture is converted to sRGB from every colour profile', async () => {
    const wide = await testPicture().withIccProfile('p3').jpeg({ quality: 100 }).toBuffer()
    const print = await testPicture().toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer()
    expect((await sharp(print).metadata()).space).toBe('cmyk')
    for (const bytes of [wide, print]) {
      const [drawn] = await encode(bytes)
      expect((await sharp(drawn?.bytes).metadata()).space).toBe('srgb')
      expect((await sharp(drawn?.bytes).metadata()).icc).toBeUndefined()
      expect(await colourAt(drawn?.bytes ?? Buffer.alloc(0), 0.2, 0.2)).toBe('red')
    }
  })

  it('A picture with small mistakes is accepted, and an incomplete one is refused', async () => {
    const photo = await noisePicture({ width: 300, height: 200 })
    const untidy = Buffer.concat([photo.subarray(0, 20), Buffer.alloc(3), photo.subarray(20), Buffer.alloc(500)])
    expect(await encode(untidy)).toHaveLength(1)
    await expect(encode(photo.subarray(0, -50))).rejects.toThrow('The picture is damaged or incomplete')
  })
})

describe('Animated GIFs', () => {
  it('An animated GIF keeps its frames, delays and loops, in one width', async () => {
    const frames = await Promise.all([1, 2, 3].map((seed) => noisePicture({ width: 1200, height: 20, seed }, 'png')))
    const moving = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [50, 200, 70], loop: 4, effort: 1 })
      .toBuffer()
    const [drawn, ...others] = await encode(moving)
    expect(others).toEqual([])
    expect(drawn).toMatchObject({ width: 960, height: 16 })
    expect(await sharp(drawn?.bytes, { animated: true }).metadata()).toMatchObject({
      pages: 3,
      loop: 4,
      delay: [50, 200, 70],
    })
  })

  it('An animated GIF may have 300 frames and no more', async () => {
    expect(await encode(gif({ width: 10, height: 10, frames: 300 }))).toHaveLength(1)
    await expect(encode(gif({ width: 10, height: 10, frames: 301 }))).rejects.toThrow('at most 300 frames')
  })
})
