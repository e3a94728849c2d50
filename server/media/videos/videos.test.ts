import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { box, CLIPS, clip, withNumbers } from '#tests/support/files/clips.ts'
import { refuseBombs } from './mp4-boxes.ts'
import { remux } from './remux.ts'
import { VideoRefusal } from './video-refusal.ts'
import { isVideoFile, remuxVideo } from './videos.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'loge-videos-'))
afterAll(() => rm(folder, { recursive: true }))
const sent = path.join(folder, 'sent')
const written = path.join(folder, 'written')

async function rewrite(video: Buffer) {
  await writeFile(sent, video)
  return await remuxVideo({ path: sent, bytes: 0 }, written)
}

const talking = await clip('talking.mp4')
const phone = await clip('phone.mov')

describe('Refused videos', () => {
  it.each([
    ['hevc.mp4', 415, 'This video is HEVC (H.265), which many browsers cannot play. Please send it as H.264'],
    ['av1.mp4', 415, 'Only H.264 videos can be played everywhere. Please send it as H.264'],
    ['raw-sound.mov', 415, 'The sound of a video must be AAC'],
    ['sound-only.mp4', 415, 'The file has no video in it'],
    ['sixty-one-seconds.mp4', 422, 'A video may last at most 60 seconds'],
  ])('The video %s is refused with %i and a text that says why', async (name, status, message) => {
    await expect(rewrite(await clip(name))).rejects.toMatchObject({ status, message })
  })

  it('A video that is incomplete is refused, wherever it was cut off', async () => {
    // The index of one is at its end, that of the other at its beginning.
    await remux(path.join(CLIPS, 'talking.mp4'), path.join(folder, 'indexed'), talking.length)
    for (const whole of [talking, await readFile(path.join(folder, 'indexed'))]) {
      for (let part = 0; part < 40; part += 1) {
        const bytes = whole.subarray(0, Math.floor((whole.length * part) / 40))
        await writeFile(sent, bytes)
        await expect(remux(sent, written, bytes.length), `${part} of 40`).rejects.toThrow()
      }
    }
  })

  const nested = Array.from({ length: 20_000 }).reduce<Buffer[]>((around) => {
    const inner = around.length * 8
    const header = Buffer.alloc(8)
    header.writeUInt32BE(160_008 - inner)
    header.write('trak', 4, 'latin1')
    around.push(header)
    return around
  }, [])
  const ftyp = talking.subarray(0, talking.readUInt32BE(0))
  const empty = Buffer.alloc(8_000_000, box('free'))
  const some = empty.subarray(0, 40_000)
  const large = box('moof', box('free', Buffer.alloc(3_000_000)))

  it.each([
    ['claims to have four billion frames', withNumbers(talking, 'stsz', { 4: 1, 8: 0xffffffff })],
    ['has a frame that lasts for ever', withNumbers(talking, 'stts', { 8: 0xffffffff })],
    ['has frames out of order for ever', withNumbers(talking, 'ctts', { 8: 0xffffffff })],
    ['has more chunks than bytes', withNumbers(talking, 'stsc', { 12: 0xffffffff })],
    ['has chunks behind its end', withNumbers(talking, 'stco', { 8: 0xfffffff0 })],
    ['has the same bytes in every frame', withNumbers(talking, 'stsz', { 4: 12_000 })],
    ['has a time scale of zero', withNumbers(talking, 'mdhd', { 12: 0 })],
    ['has an index that is larger than it', withNumbers(talking, 'moov', { [-8]: 0x7fffffff })],
    ['has an index that is smaller than its own length', withNumbers(talking, 'moov', { [-8]: 7 })],
    ['has an index of megabytes', Buffer.concat([ftyp, box('moov', box('free', Buffer.alloc(9_000_000)))])],
    ['has deeply nested boxes', Buffer.concat([ftyp, box('moov', Buffer.concat(nested))])],
    ['has no index', Buffer.concat([ftyp, box('mdat', Buffer.alloc(1000))])],
    ['has two indexes and nothing in the first', Buffer.concat([ftyp, box('moov'), talking.subarray(ftyp.length)])],
    ['is only the beginning of a video', ftyp],
    ['is wider than the maximum', withNumbers(talking, 'avc1', { 24: 0xffffffff })],
    ['has empty frames', Buffer.from(talking).fill(0, ftyp.length + 16, 4000)],
    ['is millions of empty boxes', Buffer.concat([ftyp, box('moov', empty), box('moov', empty)])],
    ['is a HEIC picture', Buffer.concat([box('ftyp', Buffer.from('heic\0\0\0\0mif1heic')), box('meta')])],
  ])('A video that %s is refused, and nobody else waits for it', async (_, video) => {
    await writeFile(sent, video)
    const before = process.threadCpuUsage()
    await expect(remuxVideo({ path: sent, bytes: 0 }, written)).rejects.toMatchObject({ status: 415 })
    // CPU time of this thread, not elapsed time: a busy machine changes nothing.
    expect(process.threadCpuUsage(before).user / 1000).toBeLessThan(200)
  })

  it.each([
    ['more boxes than a video has', box('moov', empty)],
    ['a second index', Buffer.concat([box('moov'), box('moov')])],
    ['more boxes than a video has, in many fragments', Buffer.concat(Array(20).fill(box('moof', some)))],
    ['fragments with megabytes of description', Buffer.concat([large, large, large])],
  ])('A video with %s is refused before it is read', async (_, boxes) => {
    await writeFile(sent, Buffer.concat([ftyp, boxes]))
    await expect(refuseBombs(sent)).rejects.toBeInstanceOf(VideoRefusal)
  })
})

describe('Recognising videos', () => {
  it.each([
    ['talking.mp4', true],
    ['phone.mov', true],
  ])('A video is recognised by its bytes: %s', async (name, expected) => {
    expect(await isVideoFile(path.join(CLIPS, name))).toBe(expected)
  })

  it('A file is not recognised as a video by its name', async () => {
    for (const bytes of [Buffer.from('GIF89a'), Buffer.from('RIFF0000WAVE'), Buffer.alloc(0)]) {
      await writeFile(path.join(folder, 'film.mp4'), bytes)
      expect(await isVideoFile(path.join(folder, 'film.mp4'))).toBe(false)
    }
  })
})

/** The rotation of a video: the matrix of its first track. */
function matrixIn(video: Buffer): string {
  const at = video.indexOf('tkhd') + 4 + 40
  return video.toString('hex', at, at + 36)
}

/** The boxes of a file, or those inside of a box. */
function boxesIn(bytes: Buffer): { name: string; content: Buffer }[] {
  const boxes = []
  for (let at = 0; at < bytes.length; ) {
    const short = bytes.readUInt32BE(at)
    const [size, header] = short === 1 ? [Number(bytes.readBigUInt64BE(at + 8)), 16] : [short, 8]
    boxes.push({ name: bytes.toString('latin1', at + 4, at + 8), content: bytes.subarray(at + header, at + size) })
    at += size
  }
  return boxes
}

describe('Rewritten videos', () => {
  it('A rewritten video is an MP4 that begins with its index, from MP4, MOV or fragments', async () => {
    for (const name of ['talking.mp4', 'phone.mov', 'fragmented.mp4', 'sixty-seconds.mp4']) {
      await rewrite(await clip(name))
      const boxes = boxesIn(await readFile(written))
      expect(boxes.map((found) => found.name)).toEqual(['ftyp', 'moov', 'free', 'mdat'])
      expect(boxes[0]?.content.toString('latin1', 0, 4)).toBe('isom')
    }
  })

  it('A rewritten video keeps its rotation', async () => {
    expect(await rewrite(talking)).toEqual({ width: 160, height: 120 })
    expect(await rewrite(phone)).toEqual({ width: 120, height: 160 })
    // A quarter turn, as the phone was held.
    expect(matrixIn(await readFile(written))).toEqual(matrixIn(phone))
    expect(matrixIn(phone)).not.toEqual(matrixIn(talking))
  })

  it('A rewritten video has lost the place, the device, the date and the name of the encoder', async () => {
    const planted = Buffer.concat([
      phone,
      box('udta', box('©xyz', Buffer.from('+48.8719+002.3316/'))),
      box('uuid', Buffer.from('0123456789abcdefTelephone 16')),
      box('free', Buffer.from('secret in the free box')),
    ])
    for (const word of ['+48.8719+002.3316', 'Telephone 15', 'x264', 'udta', 'uuid'])
      expect(planted.toString('latin1')).toContain(word)
    await rewrite(planted)
    const bytes = await readFile(written)
    const text = bytes.toString('latin1')
    for (const word of ['48.8719', 'Telephone', 'x264', 'udta', 'uuid', 'meta', 'secret', '2026', 'apple'])
      expect(text).not.toContain(word)
    for (const name of ['mvhd', 'tkhd', 'mdhd']) {
      for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, at + 4))
        expect(bytes.readBigUInt64BE(at + 8), name).toBe(0n)
    }
    const [, , free] = boxesIn(bytes)
    expect(free?.content.every((byte) => byte === 0)).toBe(true)
  })
})
