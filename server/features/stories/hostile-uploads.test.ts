import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, describe, expect, it } from 'vitest'
import { IMAGE_MAX_BYTES } from '#contract/media.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { createMedia } from '#server/media/media.ts'
import { StoreUnavailable } from '#server/media/store/store.ts'
import { CLIPS, clip, withNumbers } from '#tests/support/files/clips.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'
import { storedFiles } from '#tests/support/files/stored-files.ts'
import { world } from '#tests/support/world.ts'

const { ctx, creator, passes } = await world({ STORY_AUTHORS: 'creator' })
const amy = await creator('amy')
const talking = await clip('talking.mp4')

afterEach(async () => {
  expect(await storedFiles(ctx)).toEqual([])
  expect(await ctx.db`select from media`).toHaveLength(0)
})

async function send(media: Buffer) {
  return await amy.send('POST', '/stories', { 'story[description]': 'Hello', 'story[media]': media })
}

/** Sends a form as a stream, with a file of this many bytes that begins like this. */
async function sendLarge(bytes: number, beginning: Buffer) {
  const boundary = 'a-line-between'
  const disposition = 'form-data; name="story[media]"; filename="film.mp4"'
  function* body() {
    yield `--${boundary}\r\ncontent-disposition: form-data; name="story[description]"\r\n\r\nHello\r\n`
    yield `--${boundary}\r\ncontent-disposition: ${disposition}\r\ncontent-type: video/mp4\r\n\r\n`
    yield beginning
    for (let left = bytes - beginning.length; left > 0; left -= 1 << 20) yield Buffer.alloc(Math.min(left, 1 << 20))
    yield `\r\n--${boundary}--\r\n`
  }
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  return await amy.ask('POST', '/stories', Readable.from(body()), { headers })
}

describe('Refused files', () => {
  it.each([
    ['cut off in the middle', () => talking.subarray(0, 9000), 415],
    ['without an end to its pictures', () => withNumbers(talking, 'stts', { 8: 0xffffffff }), 415],
    ['with boxes larger than itself', () => withNumbers(talking, 'trak', { [-8]: 0x7fffffff }), 415],
    ['with a video codec that few can play', () => clip('hevc.mp4'), 415],
    ['of one second too many', () => clip('sixty-one-seconds.mp4'), 422],
    ['with sound only', () => clip('sound-only.mp4'), 415],
    ['that calls itself a video and is text', () => Buffer.from('\0\0\0\x18ftypmp42 and nothing else'), 415],
    ['of text', () => Buffer.from('Once upon a time'), 415],
    ['with nothing in it', () => Buffer.alloc(0), 415],
  ])('A file %s is refused as a story, and nothing of it is left', async (_, media, expected) => {
    const { status, body } = await send(await media())
    expect(status).toBe(expected)
    expect(body.error).toMatch(/^[A-Z]/)
    expect(body.fields).toEqual({ 'story[media]': body.error })
  })

  it.each([
    ['cut off in the middle', () => talking.subarray(0, 9000), 'unreadable', /not a readable MP4 or MOV/],
    ['with a video codec that few can play', () => clip('hevc.mp4'), 'hevc', /HEVC/],
    ['with a video codec that is not H.264', () => clip('av1.mp4'), 'not_h264', /H\.264/],
    ['with an audio codec that few can play', () => clip('raw-sound.mov'), 'not_aac', /AAC/],
    ['with sound only', () => clip('sound-only.mp4'), 'no_video', /no video/],
    ['of one second too many', () => clip('sixty-one-seconds.mp4'), 'too_long', /60 seconds/],
    ['wider than the maximum', () => withNumbers(talking, 'avc1', { 24: 0x20000020 }), 'too_wide', /4096/],
  ])('A video %s is refused with a text for people and a reason for clients', async (_, media, reason, words) => {
    const { body } = await send(await media())
    expect(body.fields['story[media]']).toMatch(words)
    expect(body.reason).toBe(reason)
  })

  it('A file that is not a video is refused without a reason of a video', async () => {
    expect((await send(Buffer.from('Once upon a time'))).body).not.toHaveProperty('reason')
  })

  it('A picture that is larger than pictures may be is refused as a story', async () => {
    const { status, body } = await sendLarge(IMAGE_MAX_BYTES + 1, await noisePicture())
    expect([status, body.fields]).toEqual([413, { 'story[media]': body.error }])
  })

  it('Hostile files that are sent at once are refused, and the next valid one is accepted', async () => {
    const bomb = withNumbers(talking, 'ctts', { 8: 0xffffffff })
    const replies = await Promise.all(Array.from({ length: 6 }, () => send(bomb)))
    const statuses = replies.map(({ status }) => status)
    expect(statuses).toContain(415)
    // Two uploads of one person are processed; the others have to wait.
    expect(statuses.filter((status) => status !== 415 && status !== 429)).toEqual([])
    const { status, body } = await send(talking)
    expect(status).toBe(201)
    await amy.ask('DELETE', `/stories/${body.id}`)
  })
})

describe('Stories that end too early', () => {
  it('A story that would end before its video is ready is refused, and nothing of it is left', async () => {
    const { takeVideo } = ctx.media
    ctx.media.takeVideo = async (upload) => {
      passes(61_000)
      return await takeVideo(upload)
    }
    const { status, body } = await amy.send('POST', '/stories', {
      'story[description]': 'A minute',
      'story[expires_at]': new Date(ctx.now().getTime() + MINUTE_MS).toISOString(),
      'story[media]': talking,
    })
    ctx.media.takeVideo = takeVideo
    const words = 'The story would be over before its media is ready'
    expect([status, body]).toEqual([422, { error: words, code: 'invalid', fields: { 'story[expires_at]': words } }])
    expect(await ctx.db`select from stories`).toHaveLength(0)
  })
})

describe('Names of files', () => {
  // Spec 1.4, 5.20
  it('The name and the type of an upload are ignored: its bytes decide', async () => {
    // `send` calls everything picture.jpg.
    const video = (await send(talking)).body
    expect(video.media_path).toMatch(/\.mp4$/)
    const picture = (await sendLarge(0, await noisePicture())).body
    expect(picture.media_path).not.toMatch(/\.mp4$/)
    expect((await amy.fetch(picture.media_path)).headers['content-type']).toBe('image/webp')
    for (const { id } of [video, picture]) await amy.ask('DELETE', `/stories/${id}`)
  })
})

describe('Full disks', () => {
  it('A full disk is a 503, and leaves neither a story nor a part of its video', async () => {
    const { store } = ctx.media
    const { putFile } = store
    store.putFile = async () => {
      throw new StoreUnavailable(new Error('no space left'))
    }
    const { status, headers } = await send(talking)
    store.putFile = putFile
    expect([status, headers['retry-after']]).toEqual([503, '5'])
    expect((await amy.ask('GET', '/stories/my_stories')).body.stories).toEqual([])
  })

  it.each(['ENOSPC', 'EDQUOT'])('A disk that is full while a video is rewritten is a 503: %s', async (code) => {
    const data_dir = await mkdtemp(path.join(tmpdir(), 'loge-full-'))
    const remux = async () => {
      throw Object.assign(new Error('no space left on device'), { code, syscall: 'write' })
    }
    const full = createMedia({ ...ctx.config, data_dir }, ctx.log, { remux })
    const upload = { path: path.join(CLIPS, 'talking.mp4'), bytes: talking.length, field: 'story[media]' }
    await expect(full.takeVideo(upload)).rejects.toMatchObject({ status: 503, code: 'unavailable' })
    await rm(data_dir, { recursive: true })
  })
})
