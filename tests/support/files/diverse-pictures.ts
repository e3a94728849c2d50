import sharp, { type Sharp } from 'sharp'
import { photoLike, randomOf } from './photo-like.ts'

/** What people publish: photographs, posters, drawings, scenes at night, and photographs with the noise of a small sensor. */
export const PICTURE_KINDS = ['photo', 'flat', 'line art', 'dark', 'noisy'] as const
export type PictureKind = (typeof PICTURE_KINDS)[number]

interface Size {
  width: number
  height: number
}

/** A picture of a kind, stored as the product stores pictures. */
export async function diversePicture(kind: PictureKind, seed: number, size: Size): Promise<Buffer> {
  if (kind === 'flat') return await stored(sharp(Buffer.from(poster(seed, size))))
  if (kind === 'line art') return await stored(sharp(Buffer.from(drawing(seed, size))))
  const photo = await photoLike(seed, size)
  if (kind === 'dark') return await stored(sharp(photo).linear(0.22, 2))
  if (kind === 'noisy') return await stored(sharp(await withNoise(photo, seed)))
  return photo
}

async function stored(picture: Sharp): Promise<Buffer> {
  return await picture.removeAlpha().webp({ quality: 80, effort: 1 }).toBuffer()
}

async function withNoise(photo: Buffer, seed: number): Promise<Buffer> {
  const { data, info } = await sharp(photo).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const random = randomOf(seed + 31)
  const spread = 30 + 40 * random()
  // The sum of two numbers is bell-shaped enough.
  for (let i = 0; i < data.length; i += 1)
    data[i] = Math.max(0, Math.min(255, Math.round((data[i] as number) + spread * (random() + random() - 1))))
  const { width, height } = info
  return await sharp(data, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
}

/** A few shapes, each of one colour. */
function poster(seed: number, { width, height }: Size): string {
  const random = randomOf(seed + 7)
  const colour = () => `rgb(${[0, 1, 2].map(() => Math.floor(256 * random())).join(' ')})`
  const shapes = Array.from({ length: 3 + Math.floor(4 * random()) }, () => {
    const [x, y, side] = [random() * width, random() * height, (0.1 + 0.3 * random()) * width]
    return random() < 0.5
      ? `<circle cx="${x}" cy="${y}" r="${side / 1.6}" fill="${colour()}"/>`
      : `<rect x="${x - side / 2}" y="${y - side / 2}" width="${side}" height="${side * (0.5 + random())}" fill="${colour()}" transform="rotate(${90 * random()} ${x} ${y})"/>`
  })
  return svg({ width, height }, colour(), shapes.join(''))
}

/** Ink on paper. */
function drawing(seed: number, { width, height }: Size): string {
  const random = randomOf(seed + 13)
  const point = () => `${(random() * width).toFixed(1)} ${(random() * height).toFixed(1)}`
  const strokes = Array.from({ length: 14 + Math.floor(20 * random()) }, () => {
    const thickness = (width / 480) * (1 + 3 * random())
    return `<path d="M${point()} C${point()} ${point()} ${point()}" fill="none" stroke="#111" stroke-width="${thickness.toFixed(1)}"/>`
  })
  return svg({ width, height }, '#fdfdfb', strokes.join(''))
}

function svg({ width, height }: Size, background: string, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${background}"/>${content}</svg>`
}
