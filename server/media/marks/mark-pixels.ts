import sharp, { type Sharp } from 'sharp'
import { chipsOf, type Grid } from './chips.ts'
import { embedMark, type Pixels, sampledSize, strengthsOf } from './embed.ts'
import { type Plane, trimBorders } from './planes.ts'

/** The longer sides with which marks are read: enough for every cell, and no more, because each pixel costs time. */
const ORIGINAL_SIDE = 640
const COPY_SIDE = 720

/**
 * How a marked picture is encoded. Finer than the stored file, because it is the second time, and with the preset that smooths
 * flat places least; less effort, because somebody waits.
 */
export const MARKED_WEBP = { quality: 86, effort: 2, preset: 'photo' } as const

/** The invisible mark in the pixels of a picture, in place. All widths of a picture have the grid of its smallest file. */
export async function markPixels(pixels: Pixels, key: Buffer, grid: Grid): Promise<void> {
  const size = sampledSize(grid)
  const { width, height, channels } = pixels
  const raw = { width, height, channels: channels as 3 | 4 }
  const sampled = await planeOf(sharp(pixels.data, { raw }).resize({ ...size, fit: 'fill' }))
  embedMark(pixels, { grid, chips: chipsOf(key, grid), strengths: strengthsOf(sampled, grid) })
}

/** The brightness of a stored picture. */
export async function originalPlane(picture: Sharp): Promise<Plane> {
  return await planeOf(fitting(picture, ORIGINAL_SIDE))
}

/** The brightness of what somebody sent, without a plain border around it. */
export async function copyPlane(picture: Sharp): Promise<Plane> {
  return trimBorders(await planeOf(fitting(picture, COPY_SIDE)))
}

function fitting(picture: Sharp, side: number): Sharp {
  return picture.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
}

async function planeOf(picture: Sharp): Promise<Plane> {
  const { data, info } = await picture
    .flatten({ background: '#808080' })
    .greyscale()
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, values: Float32Array.from(data) }
}
