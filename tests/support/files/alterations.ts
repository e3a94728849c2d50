import sharp, { type Sharp } from 'sharp'

type Random = () => number
type Step = (picture: Sharp, random: Random) => Promise<Sharp>

/** What people do to a picture that they pass on, one step each. */
const STEPS: Record<string, Step> = {
  'quality 60': async (picture, random) =>
    await kept(random() < 0.5 ? picture.jpeg({ quality: 60 }) : picture.webp({ quality: 60, effort: 2 })),
  halved: async (picture) => await scaled(picture, 0.5),
  cropped: async (picture, random) => {
    const { width, height } = await picture.metadata()
    const size = { width: Math.round(width * 0.9), height: Math.round(height * 0.9) }
    const [left, top] = [Math.round((width - size.width) * random()), Math.round((height - size.height) * random())]
    return await plain(picture.extract({ left, top, ...size }))
  },
  /** A screen shows at most 1,600 pixels, and seldom less than half of what was sent. */
  screenshot: async (picture, random) => {
    const { width, height } = await picture.metadata()
    const most = Math.min(1.5, 1600 / Math.max(width, height))
    const shown = await scaled(picture, 0.5 + (most - 0.5) * random())
    const side = () => Math.round(140 * random())
    const background = { r: Math.round(255 * random()), g: Math.round(255 * random()), b: Math.round(255 * random()) }
    return await plain(shown.extend({ top: side(), bottom: side(), left: side(), right: side(), background }))
  },
}

/** Each step alone, and each pair of two, in both orders. */
export const ALTERATIONS: readonly (readonly string[])[] = Object.keys(STEPS).flatMap((one) => [
  [one],
  ...Object.keys(STEPS).flatMap((other) => (other === one ? [] : [[one, other]])),
])

/** A copy of a picture after these steps, saved as JPEG, WebP or PNG. */
export async function altered(picture: Buffer, steps: readonly string[], random: Random): Promise<Buffer> {
  let copy = sharp(picture)
  for (const step of steps) copy = (await STEPS[step]?.(copy, random)) ?? copy
  const format = Math.floor(random() * 3)
  if (steps.at(-1) === 'quality 60') return await copy.clone().png({ compressionLevel: 0 }).toBuffer()
  const quality = 65 + Math.round(25 * random())
  if (format === 0) return await copy.webp({ quality, effort: 0 }).toBuffer()
  if (format === 1) return await copy.png({ compressionLevel: 0 }).toBuffer()
  return await copy.jpeg({ quality }).toBuffer()
}

async function scaled(picture: Sharp, scale: number): Promise<Sharp> {
  const { width } = await picture.metadata()
  return await plain(picture.resize({ width: Math.round(width * scale) }))
}

/** The pixels so far, because the steps of one pipeline have an order of their own. */
async function plain(picture: Sharp): Promise<Sharp> {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
}

async function kept(encoded: Sharp): Promise<Sharp> {
  return await plain(sharp(await encoded.toBuffer()))
}
