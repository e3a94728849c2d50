import { open } from 'node:fs/promises'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { GIF_MAX_BYTES, IMAGE_MAX_BYTES, IMAGE_MAX_PIXELS, IMAGE_WIDTHS, PORTRAIT_WIDTH } from '#contract/media.ts'
import { AppError } from '#server/errors.ts'

/** An encoded picture in one of its widths. */
export interface EncodedFile {
  name: string
  width: number
  height: number
  bytes: Buffer
}

// One thread per picture: the pool decides how many are decoded at the same time.
sharp.concurrency(1)
sharp.cache(false)
// Only these three loaders of libvips are allowed, whatever a file claims to be.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile', 'VipsForeignLoadNsgifFile'] })

const GIF_MAX_FRAMES = 300
const GIF_MAX_TOTAL_PIXELS = 100_000_000
/** Refuses pictures with missing pixels, but tolerates the smaller errors that phones write. */
const FAIL_ON = 'error'
/** The maximum side of a WebP. A tall, narrow picture could exceed it. */
const WEBP_MAX_SIDE = 16_383
const [, MIDDLE_WIDTH, LARGEST_WIDTH] = IMAGE_WIDTHS
const STILL = { quality: 80, effort: 4 }
/** Less effort, because an animation may have a hundred million pixels: effort 4 takes nearly twice as long and saves a tenth. */
const ANIMATED = { quality: 80, effort: 2 }

/** Re-encodes a picture in every width: upright, and without metadata. */
export async function encodePicture(file: string, bytes: number, is_portrait = false): Promise<EncodedFile[]> {
  const kind = await sniffImage(file)
  if (kind === undefined) throw new AppError('unsupported_type', 'The file is not a JPEG, PNG or GIF picture')
  if (bytes > IMAGE_MAX_BYTES) throw new AppError('too_large', 'The file is too large: a picture may have up to 20 MB')
  // Reads only the header, so that a picture that is too large is never decoded.
  const about = await sharp(file, { limitInputPixels: false, failOn: FAIL_ON }).metadata().catch(damaged)
  if (about.format !== kind) damaged()
  if ((about.pages ?? 1) > 1) return [await encodeAnimation(file, about, bytes)]
  if (about.width * about.height > IMAGE_MAX_PIXELS) refuse('The picture has more than 50 megapixels')
  return await encodeStill(file, is_portrait ? [PORTRAIT_WIDTH, ...IMAGE_WIDTHS] : IMAGE_WIDTHS)
}

/** Decodes the picture once, in the largest width, and makes the others from that. */
async function encodeStill(file: string, widths: readonly number[]): Promise<EncodedFile[]> {
  const whole = sharp(file, { limitInputPixels: IMAGE_MAX_PIXELS, failOn: FAIL_ON }).autoOrient()
  const { data, info } = await shrink(whole, LARGEST_WIDTH)
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(damaged)
  const raw = { width: info.width, height: info.height, channels: info.channels }
  const files: EncodedFile[] = []
  for (const width of widths) {
    files.push(await encode(sharp(data, { raw }), width, STILL))
    // Pictures are not enlarged, so a wider one would be identical.
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

/** Magic numbers of the supported types. */
const SIGNATURES: ['jpeg' | 'png' | 'gif', Buffer][] = [
  ['jpeg', Buffer.from([0xff, 0xd8, 0xff])],
  ['png', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
  ['gif', Buffer.from('GIF87a')],
  ['gif', Buffer.from('GIF89a')],
]
const SIGNATURE_MAX = Math.max(...SIGNATURES.map(([, bytes]) => bytes.length))

/** The first bytes determine the type, not the name and not the content type of the upload. */
async function sniffImage(path: string) {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SIGNATURE_MAX), 0, SIGNATURE_MAX, 0)
    const head = buffer.subarray(0, bytesRead)
    return SIGNATURES.find(([, bytes]) => head.subarray(0, bytes.length).equals(bytes))?.[0]
  } finally {
    await file.close()
  }
}

function shrink(picture: Sharp, width: number): Sharp {
  return picture.resize({ width, height: WEBP_MAX_SIDE, fit: 'inside', withoutEnlargement: true })
}

/** The width for portraits, of a picture that is stored already. */
export async function encodePortrait(file: string): Promise<EncodedFile> {
  return await encode(sharp(file), PORTRAIT_WIDTH, STILL)
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
