import sharp, { type Metadata, type Sharp } from 'sharp'
import {
  GIF_MAX_BYTES,
  GIF_MAX_FRAMES,
  GIF_MAX_TOTAL_PIXELS,
  IMAGE_MAX_PIXELS,
  IMAGE_WIDTHS,
} from '#contract/limits.ts'
import { AppError, invalid } from '#server/errors.ts'

/** A picture as it will be served, in one of its widths. */
export interface EncodedFile {
  name: string
  width: number
  height: number
  bytes: Buffer
}

const FORMATS = ['jpeg', 'png', 'gif']

/** One thread a picture: how many are decoded at once is decided by who calls. */
sharp.concurrency(1)
sharp.cache(false)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile', 'VipsForeignLoadNsgifFile'] })

/** Draws an uploaded picture anew in every width: upright, and without anything but its pixels. */
export async function encodeImage(file: string, size: number): Promise<EncodedFile[]> {
  const about = await sharp(file, { limitInputPixels: false, failOn: 'error' }).metadata().catch(unreadable)
  if (!FORMATS.includes(about.format ?? '')) unreadable()
  if ((about.pages ?? 1) > 1) return [await encodeAnimation(file, about, size)]
  if (about.width * about.height > IMAGE_MAX_PIXELS) throw invalid('file', 'The picture has more than 50 megapixels')
  const picture = sharp(file, { limitInputPixels: IMAGE_MAX_PIXELS, failOn: 'error' }).autoOrient()
  const files: EncodedFile[] = []
  for (const width of IMAGE_WIDTHS) files.push(await encode(picture.clone(), width))
  return files
}

async function encodeAnimation(file: string, about: Metadata, size: number): Promise<EncodedFile> {
  const frames = about.pages ?? 1
  const height = about.pageHeight ?? about.height
  if (size > GIF_MAX_BYTES) throw new AppError('too_large', 'An animated GIF may have at most 10 MB')
  if (frames > GIF_MAX_FRAMES) throw invalid('file', 'An animated GIF may have at most 300 frames')
  if (frames * about.width * height > GIF_MAX_TOTAL_PIXELS)
    throw invalid('file', 'An animated GIF may have at most 100 million pixels in all its frames')
  const picture = sharp(file, { animated: true, limitInputPixels: GIF_MAX_TOTAL_PIXELS, failOn: 'error' })
  return await encode(picture, 960)
}

async function encode(picture: Sharp, width: number): Promise<EncodedFile> {
  const { data, info } = await picture
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: 80, effort: 4 })
    .toBuffer({ resolveWithObject: true })
    .catch(unreadable)
  return { name: `${width}.webp`, width: info.width, height: info.pageHeight ?? info.height, bytes: data }
}

function unreadable(): never {
  throw new AppError('unsupported_type', 'The file is not a readable JPEG, PNG or GIF picture')
}
