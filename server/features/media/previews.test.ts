import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { describe, expect, it, vi } from 'vitest'
import { createMedia } from '#server/media/media.ts'
import { makeUploadsFolder, uploadsFolder } from '#server/media/uploads.ts'
import { clip } from '#tests/support/files/clips.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'
import { NOBODY, type Person, world } from '#tests/support/world.ts'

const { ctx, creator, member, staff, visitor, subscribe } = await world({ STORY_AUTHORS: 'creator' })
const amy = await creator('amy')
const preview = (file: string | null, person: Person = visitor) => person.fetch(`${file}/preview.jpg`)

describe('Pictures that have no preview', () => {
  it('A protected, hidden or unknown picture, and a video, have none, for anybody', async () => {
    const [fan, moderator] = [await member('fan'), await staff('moderator', 'moderator')]
    await subscribe(fan, amy)
    const [locked, hidden] = [await amy.posts({ protected: true }), await amy.posts()]
    await fan.ask('POST', '/reports', { post_id: locked.id, reason: 'Inapropriate content' })
    await ctx.db`update posts set hidden_at = ${ctx.now()} where id = ${hidden.id}`
    const video = await amy.tells({ media: await clip('talking.mp4') })
    const video_id = video.media_path?.replace('.mp4', '') ?? ''
    const nobody = await preview(`/media/${NOBODY}`)
    expect(nobody.status).toBe(404)
    for (const file of [locked.file, hidden.file, video_id]) {
      for (const person of [visitor, fan, amy, moderator]) {
        const { status, text } = await preview(file, person)
        expect([status, text], String(file)).toEqual([404, nobody.text])
      }
    }
    expect((await preview('/media/not-an-id')).status).toBe(404)
  })

  it('A blocked member has none with their session, and a visitor still has it', async () => {
    const blocked = await member('blocked')
    const { file } = await amy.posts()
    expect((await preview(file, blocked)).headers['cache-control']).toBe('private, no-store')
    await amy.ask('POST', '/blocks', { username: (await blocked.ask('GET', '/user')).body.username })
    expect([(await preview(file, blocked)).status, (await preview(file)).status]).toEqual([404, 200])
  })

  it('Requests are limited by address', async () => {
    const limited = await world({ RATE_LIMITS: 'on' })
    const replies = await Promise.all(
      Array.from({ length: 121 }, () => limited.visitor.fetch(`/media/${NOBODY}/preview.jpg`)),
    )
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(1)
  })
})

describe('A preview', () => {
  it('A public picture comes as JPEG of at most 1200 pixels, not too tall, for a short time', async () => {
    const tall = sharp({ create: { width: 1400, height: 2800, channels: 3, background: '#7a3b4c' } })
    const { file } = await amy.posts({ file: await tall.jpeg().toBuffer() })
    const { status, bytes, headers } = await preview(file)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=300',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 1500 })
    const { exif, icc, xmp } = await sharp(bytes).metadata()
    expect([exif, icc, xmp]).toEqual([undefined, undefined, undefined])
  })

  it('A small picture is not enlarged, a transparent one lies on paper, and of an animation comes the first frame', async () => {
    const clear = await sharp({ create: { width: 60, height: 30, channels: 4, background: '#f000' } })
      .png()
      .toBuffer()
    const { bytes } = await preview((await amy.posts({ file: clear })).file)
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([60, 30])
    expect(Math.min(...data.subarray(0, 3))).toBeGreaterThan(225)
    const frames = await Promise.all([1, 2].map((seed) => noisePicture({ width: 50, height: 20, seed }, 'png')))
    const moving = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [50, 50] })
      .toBuffer()
    const first = await preview((await amy.posts({ file: moving })).file)
    expect(await sharp(first.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 50, height: 20 })
  })

  it('One encoding serves many requests, leaves no file behind, and is forgotten with the picture', async () => {
    const stored = await ctx.media.takeImage(await upload())
    const open = vi.spyOn(ctx.media.store, 'read')
    const made = await Promise.all(Array.from({ length: 20 }, () => ctx.media.preview(stored)))
    expect(open).toHaveBeenCalledTimes(1)
    for (const bytes of made) expect(bytes?.equals(made[0] ?? Buffer.alloc(0))).toBe(true)
    expect(await readdir(uploadsFolder(ctx.config))).toEqual([])
    await ctx.media.discard(stored)
    expect(await ctx.media.preview(stored)).toBeUndefined()
    open.mockRestore()
  })

  it('While too many wait, the next one is told to come back', async () => {
    const media = createMedia(ctx.config, ctx.log)
    const stored = await Promise.all(Array.from({ length: 24 }, async () => await media.takeImage(await upload())))
    const answers = await Promise.allSettled(stored.map((each) => media.preview(each)))
    const refused = answers.filter((answer) => answer.status === 'rejected')
    expect(refused.length).toBeGreaterThan(0)
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'busy', status: 503 })
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(21)
  })
})

async function upload() {
  const bytes = await noisePicture({ width: 40, height: 40 })
  const file = path.join(ctx.config.data_dir, `picture-${crypto.randomUUID()}`)
  await makeUploadsFolder(ctx.config)
  await writeFile(file, bytes)
  return { path: file, bytes: bytes.length }
}
