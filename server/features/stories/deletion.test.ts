import { describe, expect, it } from 'vitest'
import { clip } from '#tests/support/files/clips.ts'
import { storedFiles } from '#tests/support/files/stored-files.ts'
import { world } from '#tests/support/world.ts'

const { ctx, creator, member, staff, subscribe, visitor } = await world({ STORY_AUTHORS: 'creator' })
const amy = await creator('amy')
const fan = await member('fan')
await subscribe(fan, amy)

describe('Deleting stories', () => {
  // Spec 6.14
  it('Only its owner can delete a story; for others it is a 404', async () => {
    const { id } = await amy.tells()
    expect((await visitor.ask('DELETE', `/stories/${id}`)).status).toBe(401)
    const absent = await fan.ask('DELETE', '/stories/019ba4d2-0000-7000-8000-000000000000')
    for (const person of [fan, await creator('other'), await staff('admin', 'admin')]) {
      const reply = await person.ask('DELETE', `/stories/${id}`)
      expect([reply.status, reply.text]).toEqual([404, absent.text])
    }
    expect((await amy.ask('GET', '/stories/my_stories')).body.stories).toHaveLength(1)
    expect(await amy.ask('DELETE', `/stories/${id}`)).toMatchObject({ status: 200, body: {} })
  })

  it.each([
    ['a picture', undefined, false],
    ['a protected picture', undefined, true],
    ['a video', 'talking.mp4', false],
    ['a protected video', 'talking.mp4', true],
  ])('Deleting %s removes it at once from the lists, its path and the disk', async (_, name, isProtected) => {
    expect(await storedFiles(ctx)).toEqual([])
    const { id, media_path } = await amy.tells({ protected: isProtected, ...(name && { media: await clip(name) }) })
    const [seen] = (await fan.ask('GET', '/stories')).body.stories
    expect((await fan.fetch(seen.media_path)).status).toBe(200)
    expect(await storedFiles(ctx)).not.toEqual([])
    expect((await amy.ask('DELETE', `/stories/${id}`)).status).toBe(200)
    for (const at of [media_path, seen.media_path]) {
      expect((await amy.fetch(at)).status).toBe(404)
      expect((await fan.fetch(at, { headers: { range: 'bytes=0-1' } })).status).toBe(404)
    }
    expect((await fan.ask('GET', '/stories')).body.stories).toEqual([])
    expect(await storedFiles(ctx)).toEqual([])
    expect(await ctx.db`select from media`).toHaveLength(0)
  })
})
