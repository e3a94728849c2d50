import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { jpegOfScans, jpegSegment, png, withSegments } from '#tests/support/files/image-bytes.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'
import { createDecodePool } from './decode-pool.ts'
import { encodeImage } from './images.ts'
import { JPEG_MAX_SCANS, refuseSlowJpeg } from './jpeg-bombs.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'loge-survey-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const file = path.join(folder, 'upload')

async function survey(bytes: Buffer): Promise<void> {
  await writeFile(file, bytes)
  await refuseSlowJpeg(file)
}

const SMALL = { width: 64, height: 64 }
const photo = await noisePicture({ width: 300, height: 200 })

describe('JPEGs that are slow to decode', () => {
  it('A JPEG with 2,647 scans is refused before a decoder is started, and the answer names the file', async () => {
    await writeFile(file, await jpegOfScans(2647, { width: 1200, height: 1200 }))
    const pool = createDecodePool({ at_once: 1 })
    const message = 'The picture has more than 100 scans. Please save it anew'
    await expect(encodeImage({ path: file, bytes: 1, field: 'picture' }, pool)).rejects.toMatchObject({
      status: 422,
      message,
      fields: { picture: message },
    })
    expect(pool.pids()).toEqual([])
  })

  it('A JPEG with one scan more than the limit is refused, and one at the limit is accepted', async () => {
    await expect(survey(await jpegOfScans(JPEG_MAX_SCANS + 1, SMALL))).rejects.toThrow('more than 100 scans')
    const most = await jpegOfScans(JPEG_MAX_SCANS, SMALL)
    await survey(most)
    await writeFile(file, most)
    expect(await encodeImage({ path: file, bytes: most.length })).toHaveLength(1)
  })

  it('A JPEG that hides its scans behind fill bytes, restart markers and garbage is refused', async () => {
    const [jpeg, mark] = [await jpegOfScans(101, SMALL), Buffer.from([0xff, 0xda])]
    const behind = (...hidden: number[]) => {
      const pieces: Buffer[] = []
      let from = 0
      for (let at = jpeg.indexOf(mark); at >= 0; at = jpeg.indexOf(mark, at + 2)) {
        pieces.push(jpeg.subarray(from, at), Buffer.from(hidden))
        from = at
      }
      return Buffer.concat([...pieces, jpeg.subarray(from)])
    }
    for (const hidden of [
      [0xff, 0xff, 0xff],
      [0xff, 0xd0],
      [0xff, 0],
      [1, 2, 3],
      [0xff, 1, 0xff, 0, 7],
    ])
      await expect(survey(behind(...hidden)), String(hidden)).rejects.toThrow('more than 100 scans')
  })

  it('A JPEG with millions of empty segments, or with arithmetic coding, is refused', async () => {
    const empty = Buffer.alloc(4 * 5000, jpegSegment(0xe1, Buffer.alloc(0)))
    await expect(survey(withSegments(photo, empty))).rejects.toThrow('too much metadata')
    const arithmetic = Buffer.from(photo)
    arithmetic[arithmetic.indexOf(Buffer.from([0xff, 0xc0])) + 1] = 0xc9
    await expect(survey(arithmetic)).rejects.toThrow('arithmetic coding')
  })
})

describe('Ordinary pictures', () => {
  it('Ordinary pictures are accepted, from any encoder, with any metadata and with data after their end', async () => {
    const scans = Buffer.alloc(60_000, Buffer.from([0xff, 0xda, 0, 2]))
    const pictures = [
      photo,
      await sharp(photo).jpeg({ progressive: true }).toBuffer(),
      await sharp(photo).jpeg({ mozjpeg: true }).toBuffer(),
      // A thumbnail or a raw copy in the metadata; a video after the picture, as phones store it.
      withSegments(photo, ...Array<Buffer>(300).fill(jpegSegment(0xe1, scans))),
      Buffer.concat([photo, scans]),
      png(SMALL),
      Buffer.concat([png(SMALL), scans]),
      Buffer.alloc(0),
    ]
    for (const bytes of pictures) await survey(bytes)
  })

  it('The cost of the check grows linearly with the size of the file, whatever its bytes are', async () => {
    const workFor = async (megabytes: number, filling: Buffer) => {
      await writeFile(file, Buffer.concat([photo.subarray(0, 2), Buffer.alloc(megabytes * 1024 * 1024, filling)]))
      await refuseSlowJpeg(file)
      const before = process.threadCpuUsage()
      for (let i = 0; i < 3; i += 1) await refuseSlowJpeg(file)
      return process.threadCpuUsage(before).user
    }
    // Eight times the bytes: eight times the work, but sixty-four times if bytes were read again and again.
    for (const filling of [[0xff], [0xff, 0], [0xff, 0xd0], [0xff, 1]])
      expect((await workFor(8, Buffer.from(filling))) / (await workFor(1, Buffer.from(filling)))).toBeLessThan(24)
  })
})
