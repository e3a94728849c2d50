import { describe, expect, it } from 'vitest'
import { damagedPictures, hostileFiles, PAYLOAD } from '#tests/support/files/hostile-files.ts'
import { filesLeft } from '#tests/support/files/stored-files.ts'
import { isLongForm, seedOfTheRun } from '#tests/support/long-form.ts'
import { seededRandom } from '#tests/support/network/hostile-frames.ts'
import { world } from '#tests/support/world.ts'

const { ctx, creator, member } = await world()
const amy = await creator('amy')
const bob = await member('bob')

describe('Hostile files', async () => {
  const damaged = await damagedPictures(seededRandom(seedOfTheRun(9)), isLongForm ? 600 : 12)
  const files = [...(await hostileFiles()), ...damaged]

  it(`A hostile file is refused with a clear text, or becomes nothing but a picture (${files.length} of them)`, async () => {
    expect(files.length).toBeGreaterThanOrEqual(60)
    const memory = process.memoryUsage().rss
    const wrong: string[] = []
    let served = 0
    for (const { what, bytes, is_picture } of files) {
      const upload = amy.send('POST', '/posts', { description: 'Hello', file: bytes })
      // Nobody else waits for it.
      if ((await bob.ask('GET', '/user')).status === 200) served += 1
      const { status, body, text } = await upload
      if (status === 201 && is_picture) {
        for (const w of [480, 960, 1600]) {
          const variant = await amy.fetch(`${body.file}?w=${w}`)
          if (variant.bytes.subarray(8, 12).toString() !== 'WEBP') wrong.push(`${what}: is no WebP`)
          if (variant.bytes.includes(PAYLOAD)) wrong.push(`${what}: the payload came out`)
        }
        expect((await amy.ask('DELETE', `/posts/${body.id}`)).status).toBe(200)
        continue
      }
      const isClear = typeof body.error === 'string' && body.error.length > 10 && body.fields?.file === body.error
      if (![413, 415, 422].includes(status) || !isClear) wrong.push(`${what}: ${status} ${text}`)
    }
    expect(wrong).toEqual([])
    expect(served).toBe(files.length)
    expect(await filesLeft(ctx)).toEqual([])
    expect((await amy.ask('GET', '/posts')).body).toEqual([])
    // The files themselves take about 100 MB in the test; the pictures are decoded in another process.
    expect(process.memoryUsage().rss - memory).toBeLessThan(400 * 1024 * 1024)
  })
})
