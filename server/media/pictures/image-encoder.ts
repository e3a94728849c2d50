import sharp, { type Metadata, type Sharp } from 'sharp'
import {
  GIF_MAX_BYTES,
  GIF_MAX_FRAMES,
  GIF_MAX_TOTAL_PIXELS,
  IMAGE_MAX_BYTES,
  IMAGE_MAX_PIXELS,
  IMAGE_WIDTHS,
} from '#contract/limits.ts'
import { AppError } from '#server/errors.ts'
import { sniffImage } from './sniff.ts'

/** A picture as it will be served, in one of its widths. */
export interface EncodedFile {
  name: string
  width: number
  height: number
  bytes: Buffer
}

// One thread a picture: how many are decoded at once is decided by who calls.
sharp.concurrency(1)
sharp.cache(false)
// Of the decoders that come along only these three can run, whatever a file makes of itself.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile', 'VipsForeignLoadNsgifFile'] })

/** Missing pixels are refused; what phones get wrong around them is not. */
const FAIL_ON = 'error'
/** No WebP is larger than this, and a picture may be very high and narrow. */
const WEBP_MAX_SIDE = 16_383
const [, MIDDLE_WIDTH, LARGEST_WIDTH] = IMAGE_WIDTHS
const STILL = { quality: 80, effort: 4 }
/** Up to a hundred million pixels: the usual effort takes nearly twice as long for a tenth of the size. */
const ANIMATED = { quality: 80, effort: 2 }

/** Draws an uploaded picture anew in every width: upright, and without anything but its pixels. */
export async function encodePicture(file: string, bytes: number): Promise<EncodedFile[]> {
  const kind = await sniffImage(file)
  if (kind === undefined) throw new AppError('unsupported_type', 'The file is not a JPEG, PNG or GIF picture')
  if (bytes > IMAGE_MAX_BYTES) throw new AppError('too_large', 'The file is too large: a picture may have up to 20 MB')
  // Only the header is read here, so that what is too large is never unpacked.
  const about = await sharp(file, { limitInputPixels: false, failOn: FAIL_ON }).metadata().catch(damaged)
  if (about.format !== kind) damaged()
  if ((about.pages ?? 1) > 1) return [await encodeAnimation(file, about, bytes)]
  if (about.width * about.height > IMAGE_MAX_PIXELS) refuse('The picture has more than 50 megapixels')
  return await encodeStill(file)
}

/** Decoded once, in the largest width; the others are made from that. */
async function encodeStill(file: string): Promise<EncodedFile[]> {
  const whole = sharp(file, { limitInputPixels: IMAGE_MAX_PIXELS, failOn: FAIL_ON }).autoOrient()
  const { data, info } = await shrink(whole, LARGEST_WIDTH)
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(damaged)
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const files: EncodedFile[] = []
  for (const width of IMAGE_WIDTHS) {
    files.push(await encode(sharp(data, { raw }), width, STILL))
    // Nothing is enlarged: a wider one would be the same again.
    if (info.width <= width) break
  }
  return files
}

async function encodeAnimation(file: string, about: Metadata, bytes: number): Promise<EncodedFile> {
  const frames = about.pages ?? 1
  const height = about.pageHeight ?? about.height
  if (bytes > GIF_MAX_BYTES) throw new AppError('too_large', 'An animated GIF may have at most 10 MB')
  if (frames > GIF_MAX_FRAMES) refuse('An animated GIF may have at most 300 frames')
  if (frames * about.width * height > GIF_MAX_TOTAL_PIXELS)
    refuse('An animated GIF may have at most 100 million pixels in all its frames')
  const picture = sharp(file, { animated: true, limitInputPixels: GIF_MAX_TOTAL_PIXELS, failOn: FAIL_ON })
  return await encode(picture, MIDDLE_WIDTH, ANIMATED)
}

function shrink(picture: Sharp, width: number): Sharp {
  return picture.resize({ width, height: WEBP_MAX_SIDE, fit: 'inside', withoutEnlargement: true })
}

async function encode(
  picture: Sharp,
  width: number,
  options: { quality: number; effort: number },
): Promise<EncodedFile> {
  const { data, info } = await shrink(picture, width).webp(options).toBuffer({ resolveWithObject: true }).catch(damaged)
  return { name: `${width}.webp`, width: info.width, height: info.pageHeight ?? info.height, bytes: data }
}

function refuse(message: string): never {
  throw new AppError('invalid', message)
}

function damaged(): never {
  refuse('The picture is damaged or incomplete')
}
