import { beforeEach, describe, expect, it } from 'vitest'
import { DecodeBudget } from '#server/media/decode-budget.ts'
import { createMedia } from '#server/media/media.ts'
import { createDecodePool } from '#server/media/pictures/decode-pool.ts'
import { encodeImage } from '#server/media/pictures/images.ts'
import { jpegOfScans } from '#tests/support/files/image-bytes.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'
import { type Person, world } from '#tests/support/world.ts'

const { ctx, creator } = await world({ RATE_LIMITS: 'on' })
const [mal, mel, amy] = [await creator('mal'), await creator('mel'), await creator('amy')]
const photo = await noisePicture()
const publish = (person: Person, file = photo) => person.send('POST', '/posts', { description: 'Hello', file })

/** How many pictures were given to a decoder. */
let decodes = 0
let now = 0

beforeEach(() => {
  decodes = 0
  const budget = new DecodeBudget({ max_ms: 1, now: () => now })
  const pool = createDecodePool({ at_once: 1, budget })
  const encodePooled: typeof pool.encode = (picture, sender) => {
    decodes += 1
    return pool.encode(picture, sender)
  }
  const encode: typeof encodeImage = (upload) => encodeImage(upload, { encode: encodePooled })
  ctx.media.takeImage = createMedia(ctx.config, ctx.log, { encode }).takeImage
})

describe('Slow pictures', () => {
  it('A creator can publish while two others send JPEGs of 2,647 scans, none of which reaches a decoder', async () => {
    const bomb = await jpegOfScans(2647, { width: 1200, height: 1200 })
    const attacks = [mal, mel, mal, mel].map((attacker) => publish(attacker, bomb))
    expect((await publish(amy)).status).toBe(201)
    for (const { status, body } of await Promise.all(attacks)) {
      expect([status, body.fields.file]).toEqual([422, 'The picture has more than 100 scans. Please save it anew'])
    }
    expect(decodes).toBe(1)
  })

  it('A creator whose decode seconds are used up waits for the end of the hour, and is told how long', async () => {
    expect((await publish(mal)).status).toBe(201)
    now += 600_000
    const { status, body, headers } = await publish(mal)
    expect([status, body.code, headers['retry-after']]).toEqual([429, 'rate_limited', '3000'])
    expect((await publish(amy)).status).toBe(201)
    now += 3_000_000
    expect((await publish(mal)).status).toBe(201)
  })

  it('Decode seconds are not limited where rate limits are switched off', async () => {
    ctx.config.rate_limits = false
    for (let i = 0; i < 2; i += 1) expect((await publish(mel)).status).toBe(201)
    ctx.config.rate_limits = true
  })
})
