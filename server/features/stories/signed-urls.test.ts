import { describe, expect, it } from 'vitest'
import type { Story } from '#contract/stories.ts'
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import { readConfig } from '#server/config.ts'
import { findSigningSecret } from '#server/store/secrets.ts'
import { clip } from '#tests/support/files/clips.ts'
import { PASSWORD, type Person, world } from '#tests/support/world.ts'

const { ctx, creator, member, subscribe, visitor, passes, mailsTo, logs } = await world({ STORY_AUTHORS: 'creator' })
const amy = await creator('amy')
const video = await clip('talking.mp4')
await amy.tells({ protected: true, media: video, description: 'protected' })

async function pathFor(person: Person, description = 'protected'): Promise<string> {
  const { stories } = (await person.ask('GET', '/stories')).body
  return stories.find((story: Story) => story.description === description).media_path
}

/** Requests media as a video element does, without a token. */
async function play(path: string, range = 'bytes=0-1') {
  return await visitor.fetch(path, { headers: { range } })
}

async function newFan(name: string, days = 30): Promise<Person> {
  const fan = await member(name)
  await subscribe(fan, amy, days)
  return fan
}

describe('Protected videos', () => {
  it('A protected video can be played by ranges without a token, Safari’s first one included, and is not cached', async () => {
    const path = await pathFor(await newFan('safari'))
    expect(path).toMatch(/^\/media\/[\w-]{91}\.mp4$/)
    const { bytes: whole, headers } = await visitor.fetch(path)
    expect(headers).toMatchObject({ 'content-type': 'video/mp4', 'cache-control': 'private, no-store' })
    const size = whole.length
    for (const [range, start, end] of [
      ['bytes=0-1', 0, 1],
      ['bytes=0-', 0, size - 1],
      ['bytes=100-199', 100, 199],
      ['bytes=-50', size - 50, size - 1],
      [`bytes=${size - 1}-`, size - 1, size - 1],
      [`bytes=10-${size + 99}`, 10, size - 1],
    ] as const) {
      const part = await play(path, range)
      expect(part.status, range).toBe(206)
      expect(part.headers['content-range']).toBe(`bytes ${start}-${end}/${size}`)
      expect(part.headers['content-length']).toBe(String(end - start + 1))
      expect(part.bytes.equals(whole.subarray(start, end + 1))).toBe(true)
    }
    expect((await play(path, `bytes=${size}-`)).status).toBe(416)
  })

  it('The signed URL of a protected video expires after five minutes', async () => {
    const path = await pathFor(await newFan('slow'))
    passes(2 * MINUTE_MS)
    expect((await play(path)).status).toBe(206)
    passes(3 * MINUTE_MS)
    expect((await play(path)).status).toBe(404)
  })

  it('The signed URL of a protected video ends with its session, though the person has another one', async () => {
    const fan = await newFan('leaving')
    const path = await pathFor(fan)
    await fan.ask('DELETE', '/users/sign_out')
    expect((await play(path)).status).toBe(404)
    expect((await fan.fetch(path)).status).toBe(401)
    await fan.signIn()
    expect((await play(path)).status).toBe(404)
    expect((await play(await pathFor(fan))).status).toBe(206)
  })

  it('The signed URL of a protected video ends when the password is reset', async () => {
    const fan = await newFan('forgetful')
    const path = await pathFor(fan)
    await visitor.ask('POST', '/users/password', { user: { email: fan.email } })
    const mail = (await mailsTo(fan.email)).at(-1)
    const reset_password_token = mail?.text?.match(/reset_password_token=([\w-]+)/)?.[1]
    const user = { reset_password_token, password: `${PASSWORD}!`, password_confirmation: `${PASSWORD}!` }
    expect((await play(path)).status).toBe(206)
    expect((await visitor.ask('PUT', '/users/password', { user })).status).toBe(200)
    expect((await play(path)).status).toBe(404)
  })

  it('The signed URL of a protected video ends with the subscription', async () => {
    const fan = await newFan('short', 1)
    passes(DAY_MS - MINUTE_MS)
    await fan.signIn()
    await amy.signIn()
    await amy.tells({ protected: true, media: video, description: 'late' })
    const path = await pathFor(fan, 'late')
    passes(MINUTE_MS - 1)
    expect((await play(path)).status).toBe(206)
    passes(1)
    expect((await play(path)).status).toBe(404)
    expect((await fan.ask('GET', '/stories')).body.stories).toMatchObject([{ accessible: false, media_path: null }])
  })

  it('The signed URL of a protected video ends with the story', async () => {
    const fan = await newFan('ending')
    const expires_at = new Date(ctx.now().getTime() + 2 * MINUTE_MS)
    const own = await amy.tells({ protected: true, media: video, description: 'brief', expires_at })
    const path = await pathFor(fan, 'brief')
    passes(2 * MINUTE_MS - 1)
    expect((await play(path)).status).toBe(206)
    passes(1)
    for (const ended of [path, own.media_path ?? '']) expect((await play(ended)).status).toBe(404)
  })

  it('The signed URL of a protected video ends when the story is deleted', async () => {
    const fan = await newFan('late')
    const { id } = await amy.tells({ protected: true, media: video, description: 'deleted' })
    const path = await pathFor(fan, 'deleted')
    expect((await play(path)).status).toBe(206)
    await amy.ask('DELETE', `/stories/${id}`)
    expect((await play(path)).status).toBe(404)
  })
})

describe('Signed URLs of videos', () => {
  it('A signed URL is refused together with the token of another session, or with an invalid one', async () => {
    const [fan, thief] = [await newFan('honest'), await newFan('thief')]
    const path = await pathFor(fan, 'late')
    expect((await fan.fetch(path)).status).toBe(200)
    expect((await thief.fetch(path)).status).toBe(404)
    const { status } = await visitor.fetch(path, { headers: { authorization: 'made-up' } })
    expect(status).toBe(401)
  })

  it('A signed URL gives access neither to another video nor to anything else', async () => {
    const fan = await newFan('curious')
    await amy.tells({ protected: true, media: video, description: 'another' })
    const [one, other] = [await pathFor(fan, 'late'), await pathFor(fan, 'another')]
    const name = (path: string) => path.slice('/media/'.length, -'.mp4'.length)
    // The beginning names the video, the end is the signature.
    const forged = name(other).slice(0, 22) + name(one).slice(22)
    for (const path of [`${forged}.mp4`, name(one), `${name(one)}.mov`, `${name(one)}.MP4`, `${name(one)}.mp4.mp4`])
      expect((await visitor.fetch(`/media/${path}`)).status, path).toBe(404)
  })

  it('Every process on the same database uses the same signing secret, which is created once', async () => {
    const secrets = await Promise.all(Array.from({ length: 5 }, () => findSigningSecret(ctx.db, ctx.config)))
    for (const secret of secrets) expect(secret.equals(ctx.secret)).toBe(true)
    const config = readConfig({ SECRET_KEY: 'a key of forty characters or so, at least' })
    const chosen = await findSigningSecret(ctx.db, config)
    expect(chosen.equals(ctx.secret)).toBe(false)
    expect((await findSigningSecret(ctx.db, config)).equals(chosen)).toBe(true)
  })

  it('A signed URL is never written to the log', async () => {
    const path = await pathFor(await newFan('logged'), 'late')
    await play(path)
    await play(`${path.slice(0, 30)}${path.slice(31)}`)
    await visitor.ask('GET', `${path}/further`)
    const signed = path.slice('/media/'.length, -'.mp4'.length)
    expect(logs.join('')).toContain('/api/media/:name')
    for (let start = 0; start + 24 <= signed.length; start += 8)
      expect(logs.join('')).not.toContain(signed.slice(start, start + 24))
  })
})
