import { describe, expect, it } from 'vitest'
import type { Post } from '#contract/posts.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { publishRows } from '#server/features/drafts/actions.ts'
import { publishDue } from '#server/features/drafts/publish-due.ts'
import { lockDueDraft } from '#server/store/drafts.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'
import { type Person, world } from '#tests/support/world.ts'

const { ctx, creator, member, subscribe, passes, beat, logs } = await world({ LOG_LEVEL: 'error' })
const [amy, zoe] = [await creator('amy'), await creator('zoe')]
const fan = await member('fan')
await subscribe(fan, amy)
const file = await noisePicture({ width: 40, height: 50 })

const at = (ms: number) => new Date(ctx.now().getTime() + ms).toISOString()

/** Schedules a post, and returns its number as a draft. */
async function schedule(person: Person, publish_at: string, description = 'Later'): Promise<string> {
  const { status, body } = await person.send('POST', '/posts', { description, file: [file, file], publish_at })
  expect(status).toBe(201)
  return body.id
}
const published = async (draft_id: string) => [
  ...(await ctx.db<{ id: string; created_at: Date }[]>`
    select id, created_at from posts where draft_id = ${draft_id}`),
]
const isDraft = async (id: string) => (await ctx.db`select from drafts where id = ${id}`).length === 1

describe('Scheduled posts', () => {
  it('A scheduled post is out with the first beat at its time and not before, once, and its audience is told', async () => {
    const id = await schedule(amy, at(HOUR_MS))
    passes(HOUR_MS - 1)
    await beat()
    expect(await published(id)).toEqual([])
    expect((await fan.ask('GET', '/posts')).body).toEqual([])
    passes(1)
    await Promise.all([beat(), beat(), beat()])
    await beat()
    const posts = await published(id)
    expect(posts).toEqual([{ id: expect.any(String), created_at: ctx.now() }])
    const [listed] = (await fan.ask('GET', '/posts')).body as Post[]
    expect(listed).toMatchObject({ id: posts[0]?.id, description: 'Later', files: [{}, {}] })
    for (const { file } of listed?.files ?? []) expect((await fan.fetch(file)).status).toBe(200)
    expect(await ctx.db`select from member_notices where user_id = ${fan.id} and kind = 'new_post'`).toHaveLength(1)
    // Whoever presses the button at the same moment gets the same post.
    expect((await amy.ask('POST', `/posts/drafts/${id}/publish`)).body.id).toBe(posts[0]?.id)
  })

  it('What became due while nothing ran comes out once as soon as processes run, dated when it came out', async () => {
    const ids = [
      await schedule(amy, at(2 * HOUR_MS)),
      await schedule(amy, at(HOUR_MS)),
      await schedule(zoe, at(HOUR_MS)),
    ]
    passes(3 * DAY_MS)
    // Three processes start at the same moment.
    await Promise.all([publishDue(ctx), publishDue(ctx), publishDue(ctx)])
    for (const id of ids) expect(await published(id)).toEqual([{ id: expect.any(String), created_at: ctx.now() }])
  })

  it('A process that is killed while it publishes has published nothing, and the next one does it once', async () => {
    const id = await schedule(amy, at(HOUR_MS))
    passes(HOUR_MS)
    // The connection is lost before the commit, as after kill -9. Meanwhile another process skips the draft.
    const killed = ctx.db.begin(async (db) => {
      const draft = await lockDueDraft(db, id, ctx.now())
      if (draft) await publishRows(db, draft, ctx.now())
      expect(await db`select from posts where draft_id = ${id}`).toHaveLength(1)
      await beat()
      throw new Error('killed')
    })
    await expect(killed).rejects.toThrow('killed')
    expect([await isDraft(id), await published(id)]).toEqual([true, []])
    await beat()
    expect([await isDraft(id), (await published(id)).length]).toEqual([false, 1])
  })

  it('One that cannot be published does not hold up the others, and comes out when it can be', async () => {
    const [broken, fine] = [await schedule(amy, at(HOUR_MS)), await schedule(zoe, at(HOUR_MS + 1))]
    const pictures = await ctx.db`delete from draft_pictures where draft_id = ${broken} returning *`
    passes(2 * HOUR_MS)
    await beat()
    expect([await isDraft(broken), (await published(fine)).length]).toEqual([true, 1])
    expect(logs.filter((line) => line.includes(broken))).toHaveLength(1)
    await ctx.db`insert into draft_pictures ${ctx.db([...pictures])}`
    passes(MINUTE_MS)
    await beat()
    expect(await published(broken)).toHaveLength(1)
  })

  it('Who has moved the time, or taken it away, sees the post out at the new time, or not', async () => {
    const [moved, taken] = [await schedule(amy, at(HOUR_MS)), await schedule(amy, at(HOUR_MS))]
    const same = at(HOUR_MS)
    await amy.ask('PATCH', `/posts/drafts/${moved}`, { publish_at: at(2 * HOUR_MS) })
    await amy.ask('PATCH', `/posts/drafts/${taken}`, { publish_at: null })
    const kept = await schedule(amy, same)
    passes(HOUR_MS)
    // The form sends a time that is not changed, also when it is now.
    const { status } = await amy.ask('PATCH', `/posts/drafts/${kept}`, { description: 'New words', publish_at: same })
    expect(status).toBe(200)
    await beat()
    expect([(await published(moved)).length, (await published(kept)).length]).toEqual([0, 1])
    passes(HOUR_MS)
    await beat()
    expect([(await published(moved)).length, await isDraft(taken)]).toEqual([1, true])
  })

  it('Of a creator who is frozen or leaves nothing comes out until they are back', async () => {
    const [frozen, leaving] = [await creator('frozen'), await creator('leaving')]
    const ids = [await schedule(frozen, at(HOUR_MS)), await schedule(leaving, at(HOUR_MS))]
    await ctx.db`
      update users set frozen_at = ${ctx.now()}, frozen_until = 'infinity', frozen_ground = 'x', frozen_facts = 'x'
      where id = ${frozen.id}`
    await ctx.db`update users set erased_at = ${ctx.now()} where id = ${leaving.id}`
    passes(DAY_MS)
    await beat()
    for (const id of ids) expect([await isDraft(id), await published(id)]).toEqual([true, []])
    await ctx.db`
      update users set frozen_at = null, frozen_until = null, frozen_ground = null, frozen_facts = null, erased_at = null
      where id in ${ctx.db([frozen.id, leaving.id])}`
    await beat()
    for (const id of ids) expect(await published(id)).toHaveLength(1)
  })
})
