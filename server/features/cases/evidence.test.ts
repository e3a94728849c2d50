import { describe, expect, it } from 'vitest'
import type { CaseFile } from '#contract/cases.ts'
import { REPORT_REASONS } from '#contract/posts.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { StoreUnavailable } from '#server/media/store/store.ts'
import { clip } from '#tests/support/files/clips.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'
import { storedFiles } from '#tests/support/files/stored-files.ts'
import { NOBODY, PASSWORD, type Person, world } from '#tests/support/world.ts'

const { ctx, creatorNamed, member, staff, visitor, anotherDevice, subscribe, passes, runJob, mailsTo } = await world({
  STORY_AUTHORS: 'creator',
})
const amy = await creatorNamed('amy')
const bob = await member('bob')
const [moderator, admin] = [await staff('moderator', 'moderator'), await staff('admin', 'admin')]
const [post_reason] = REPORT_REASONS

const report = async (person: Person, body: object) => {
  const { status } = await person.ask('POST', '/reports', { reason: 'harassment', ...body })
  expect(status).toBe(201)
}
async function idOf(object_id: string): Promise<string> {
  const [row] = await ctx.db`select id from cases where object_id = ${object_id} and state <> 'decided'`
  return row?.id
}
const open = (person: Person, id: string) => person.fetch(`/admin/cases/${id}/evidence`)
const read = async (id: string): Promise<CaseFile> => (await moderator.ask('GET', `/admin/cases/${id}`)).body
const looks = async (id: string) => [
  ...(await ctx.db`
    select staff_id, user_id, created_at from audit_log
    where action = 'evidence_viewed' and details ->> 'case_id' = ${id} order by id`),
]
/** The bytes of the largest file of a picture, as its author sees it. */
const original = async (path: string | null) => (await amy.fetch(`${path}?w=1600`)).bytes

/** Time passes, and whoever was signed in signs in again. */
async function daysPass(days: number, ...people: Person[]): Promise<void> {
  passes(days * DAY_MS)
  for (const person of [moderator, ...people]) {
    person.token = (await anotherDevice(person.email.split('@')[0] ?? '')).token
  }
}

describe('Who opens the evidence', () => {
  it('Nobody but staff opens the evidence of a case, and an unknown case has none', async () => {
    const story = await amy.tells()
    await report(bob, { story_id: story.id })
    const id = await idOf(story.id)
    expect((await open(visitor, id)).status).toBe(401)
    for (const person of [bob, amy]) expect((await open(person, id)).status).toBe(403)
    for (const unknown of [NOBODY, 'x', '%00']) expect((await open(moderator, unknown)).status).not.toBe(200)
    expect(await looks(id)).toEqual([])
  })

  it('Every opening is in the audit log before the first byte, and no cache stores it', async () => {
    const story = await amy.tells({ protected: true, media: await noisePicture({ width: 2000, height: 900 }) })
    await subscribe(bob, amy)
    await report(bob, { story_id: story.id })
    const id = await idOf(story.id)
    const bytes = await original(story.media_path)
    await ctx.jobs.runDue()
    for (const person of [moderator, moderator, admin]) {
      passes(1)
      const { status, headers, bytes: seen } = await open(person, id)
      expect([status, headers['content-type'], headers['cache-control']]).toEqual([
        200,
        'image/webp',
        'private, no-store',
      ])
      expect(seen.equals(bytes)).toBe(true)
    }
    expect((await looks(id)).map(({ staff_id, user_id }) => [staff_id, user_id])).toEqual(
      [moderator, moderator, admin].map((person) => [person.id, amy.id]),
    )
    // If the line cannot be written, nothing is shown.
    await ctx.db`alter table audit_log rename to audit_log_away`
    expect((await open(moderator, id)).status).toBe(500)
    await ctx.db`alter table audit_log_away rename to audit_log`
  })

  it('The sealed copy is not reachable as media, by its key or by an id', async () => {
    const story = await amy.tells()
    await report(bob, { story_id: story.id })
    await ctx.jobs.runDue()
    const [row] = await ctx.db`select id, sealed_key from cases where object_id = ${story.id}`
    for (const name of [row?.id, row?.sealed_key, encodeURIComponent(row?.sealed_key), row?.sealed_key.slice(3)])
      for (const person of [moderator, amy, bob, visitor])
        expect((await person.fetch(`/media/${name}`)).status).toBe(404)
    expect((await moderator.ask('GET', `/admin/cases/${row?.id}`)).text).not.toContain(row?.sealed_key)
  })

  it('A moderator opens no evidence by their own report, and a case about themselves is absent', async () => {
    const story = await amy.tells()
    await report(moderator, { story_id: story.id })
    const id = await idOf(story.id)
    expect((await open(moderator, id)).status).toBe(404)
    expect(await read(id)).toMatchObject({ evidence: null, sealed_type: null })
    expect((await open(admin, id)).status).toBe(200)
    await report(bob, { story_id: story.id })
    expect((await open(moderator, id)).status).toBe(200)
    await ctx.db`update users set role = 'moderator' where id = ${amy.id}`
    expect((await open(amy, id)).status).toBe(404)
    expect((await amy.ask('GET', `/admin/cases/${id}`)).status).toBe(404)
    expect((await amy.ask('GET', '/admin/cases')).text).not.toContain(id)
    await ctx.db`update users set role = null where id = ${amy.id}`
  })

  it('After the decision nobody opens the evidence, and an appeal opens it again', async () => {
    const post = await amy.posts({ protected: true })
    await report(bob, { post_id: post.id, reason: post_reason })
    const id = await idOf(post.id)
    await ctx.jobs.runDue()
    expect((await open(moderator, id)).status).toBe(200)
    await moderator.ask('POST', `/admin/reports/${post.id}/dismiss`, {})
    expect((await open(moderator, id)).status).toBe(404)
    expect((await read(id)).evidence).toBeNull()
    await ctx.db`update cases set state = 'appealed' where id = ${id}`
    expect((await open(moderator, id)).status).toBe(200)
  })
})

describe('What the author cannot take away', () => {
  it.each([
    ['deletes it', (id: string) => amy.ask('DELETE', `/posts/${id}`)],
    [
      'replaces all of its pictures',
      async (id: string) =>
        amy.send('PUT', `/posts/${id}`, { picture: ['new'], file: [await noisePicture({ seed: 59 })] }),
    ],
  ])(
    'All pictures of a reported album are evidence, each sealed, opened and erased, also if its author %s',
    async (_, act) => {
      const file = await Promise.all([51, 52, 53].map((seed) => noisePicture({ width: 60, height: 70, seed })))
      const { body: post } = await amy.send('POST', '/posts', { description: 'An album', file })
      const bytes = await Promise.all(post.files.map(async ({ file: path }: { file: string }) => await original(path)))
      await report(bob, { post_id: post.id, reason: post_reason })
      const id = await idOf(post.id)
      const picture = (place: number | string) => moderator.fetch(`/admin/cases/${id}/evidence?picture=${place}`)
      expect((await act(post.id)).status).toBe(200)
      for (const { file: path } of post.files) expect((await amy.fetch(path)).status).toBe(404)
      // Before they are sealed the originals are held; afterwards there is one copy of each.
      for (let round = 0; round < 2; round += 1) {
        expect((await read(id)).sealed_count).toBe(3)
        for (const [index, original_bytes] of bytes.entries())
          expect((await picture(index + 1)).bytes.equals(original_bytes)).toBe(true)
        await ctx.jobs.runDue()
        await runJob('sweep_media')
      }
      expect((await picture(4)).status).toBe(404)
      for (const place of [0, 11, 'x']) expect((await picture(place)).status).toBe(422)
      const rows = await ctx.db<{ sealed_key: string; source_key: string | null }[]>`
      select sealed_key, source_key from case_files where case_id = ${id}
      union all select sealed_key, source_key from cases where id = ${id}`
      expect(rows.map(({ source_key }) => source_key)).toEqual([null, null, null])
      const copies = async () =>
        (await storedFiles(ctx)).filter((name) => rows.some(({ sealed_key }) => name.startsWith(sealed_key))).length
      expect(await copies()).toBe(3)
      await ctx.db`
      update cases set state = 'decided', decided_at = ${ctx.now()}, erase_at = ${ctx.now()} where id = ${id}`
      expect((await picture(2)).status).toBe(404)
      await runJob('erase_evidence')
      expect(await copies()).toBe(0)
      expect(await ctx.db`select from case_files where case_id = ${id}`).toHaveLength(0)
    },
  )

  it('An author who deletes a reported post at once loses nothing of the evidence', async () => {
    const post = await amy.posts({ description: 'Soon gone', file: await noisePicture({ seed: 41 }) })
    const bytes = await original(post.file)
    await report(bob, { post_id: post.id, reason: post_reason })
    expect((await amy.ask('DELETE', `/posts/${post.id}`)).status).toBe(200)
    const id = await idOf(post.id)
    expect((await open(moderator, id)).bytes.equals(bytes)).toBe(true)
    await ctx.jobs.runDue()
    expect((await open(moderator, id)).bytes.equals(bytes)).toBe(true)
    expect(await read(id)).toMatchObject({ state: 'open', evidence: { text: 'Soon gone' } })
    // The original is gone, and only the copy is left.
    const [row] = await ctx.db`select sealed_key from cases where id = ${id}`
    const left = (await storedFiles(ctx)).filter((file) => file.startsWith(row?.sealed_key))
    expect(left).toHaveLength(1)
  })

  it('Whatever comes first, a report or the deletion, an accepted report always has its evidence', async () => {
    for (let round = 0; round < 8; round += 1) {
      const post = await amy.posts({ file: await noisePicture({ seed: 60 + round }) })
      const [reply] = await Promise.all([
        bob.ask('POST', '/reports', { post_id: post.id, reason: post_reason }),
        amy.ask('DELETE', `/posts/${post.id}`),
      ])
      if (reply.status === 404) continue
      expect(reply.status).toBe(201)
      const id = await idOf(post.id)
      await ctx.jobs.runDue()
      expect((await open(moderator, id)).status).toBe(200)
    }
  })

  it('A story that is over, a picture that is replaced and an erased account stay in their cases', async () => {
    const zoe = await creatorNamed('zoe')
    const pictures = [await noisePicture({ seed: 42 }), await noisePicture({ seed: 43 })]
    await zoe.send('PUT', `/profiles/${zoe.id}`, { bio: 'A bio', profile_pic: pictures[0] ?? '' })
    const story = await zoe.tells({ description: 'A film', media: await clip('talking.mp4') })
    await subscribe(bob, zoe)
    const { id: thread } = await bob.writes(zoe, 'Hello')
    const said = await zoe.says(thread, 'A threat')
    await report(bob, { story_id: story.id })
    await report(bob, { username: 'zoe' })
    await report(bob, { message_id: said.id })
    const ids = { film: await idOf(story.id), profile: await idOf(zoe.id), message: await idOf(said.id) }
    await zoe.send('PUT', `/profiles/${zoe.id}`, { profile_pic: pictures[1] ?? '' })
    await daysPass(1, zoe)
    await runJob('sweep_stories')
    expect((await zoe.ask('POST', '/user/deletion', { current_password: PASSWORD })).status).toBe(200)
    passes(20 * DAY_MS)
    await runJob('erase_accounts')
    for (let day = 0; day < 3; day += 1) {
      passes(DAY_MS)
      await runJob('sweep_media')
    }
    await daysPass(0)
    const film = await open(moderator, ids.film)
    expect([film.status, film.headers['content-type']]).toEqual([200, 'video/mp4'])
    expect((await open(moderator, ids.profile)).status).toBe(200)
    expect(await read(ids.profile)).toMatchObject({
      subject: { id: zoe.id, username: null },
      evidence: { username: 'zoe', text: 'A bio' },
    })
    expect((await read(ids.message)).evidence?.messages.map(({ content }) => content)).toEqual(['Hello', 'A threat'])
    expect(await read(ids.film)).toMatchObject({ evidence: { text: 'A film' }, sealed_type: 'video/mp4' })
  })

  it('While the media store is away the originals are held, and the copy is made later', async () => {
    const story = await amy.tells({ media: await noisePicture({ seed: 44 }) })
    const bytes = await original(story.media_path)
    const { read: readStore } = ctx.media.store
    ctx.media.store.read = () => Promise.reject(new StoreUnavailable(new Error('away')))
    await report(bob, { story_id: story.id })
    await expect(ctx.jobs.runDue()).rejects.toThrow()
    ctx.media.store.read = readStore
    expect((await amy.ask('DELETE', `/stories/${story.id}`)).status).toBe(200)
    for (let day = 0; day < 3; day += 1) {
      passes(DAY_MS)
      await ctx.jobs.send('sweep_media', {})
      await ctx.jobs.runDue().catch(() => 0)
    }
    await daysPass(0, amy, bob)
    await runJob('seal_evidence')
    const [row] = await ctx.db`select source_key, sealed_key from cases where object_id = ${story.id}`
    expect(row).toEqual({ source_key: null, sealed_key: expect.any(String) })
    expect((await open(moderator, await idOf(story.id))).bytes.equals(bytes)).toBe(true)
  })

  it('A reporter whose account is erased takes their words along, and the case stays', async () => {
    const kim = await member('kim')
    const story = await amy.tells()
    await report(kim, { story_id: story.id, description: 'In my words' })
    expect((await kim.ask('POST', '/user/deletion', { current_password: PASSWORD })).status).toBe(200)
    passes(20 * DAY_MS)
    await runJob('erase_accounts')
    await daysPass(0, amy, bob)
    expect(await read(await idOf(story.id))).toMatchObject({
      reports_count: 1,
      reports: [{ author: null, reason: 'harassment', description: null }],
    })
  })
})

describe('How long evidence is kept', () => {
  it('Evidence is erased 180 days after the decision, unless it is on legal hold', async () => {
    const ids: string[] = []
    for (const seed of [45, 46, 47]) {
      const post = await amy.posts({ file: await noisePicture({ seed }) })
      await report(bob, { post_id: post.id, reason: post_reason })
      ids.push(await idOf(post.id))
      await ctx.jobs.runDue()
      if (seed !== 47) await moderator.ask('POST', `/admin/reports/${post.id}/dismiss`, {})
    }
    const [erased = '', held = '', undecided = ''] = ids
    await ctx.db`update cases set legal_hold = true where id = ${held}`
    const keys = await ctx.db<
      { id: string; sealed_key: string }[]
    >`select id, sealed_key from cases where id in ${ctx.db(ids)}`
    const isStored = async (id: string) => {
      const key = keys.find((row) => row.id === id)?.sealed_key ?? 'none'
      return (await storedFiles(ctx)).some((file) => file.startsWith(key))
    }
    passes(180 * DAY_MS - HOUR_MS)
    await runJob('erase_evidence')
    expect([await isStored(erased), await isStored(held), await isStored(undecided)]).toEqual([true, true, true])
    passes(HOUR_MS)
    await runJob('erase_evidence')
    expect([await isStored(erased), await isStored(held), await isStored(undecided)]).toEqual([false, true, true])
    const [row] = await ctx.db`select evidence, sealed_key, sealed_type, erase_at from cases where id = ${erased}`
    expect(row).toEqual({ evidence: null, sealed_key: null, sealed_type: null, erase_at: null })
    await ctx.db`update cases set legal_hold = false where id = ${held}`
    await runJob('erase_evidence')
    expect(await isStored(held)).toBe(false)
  })

  it('Who deletes an account is told which evidence stays on legal hold, and the erasure leaves it', async () => {
    const ned = await creatorNamed('ned')
    const post = await ned.posts({ file: await noisePicture({ seed: 48 }) })
    await bob.signIn()
    await report(bob, { post_id: post.id, reason: post_reason })
    const id = await idOf(post.id)
    await ctx.jobs.runDue()
    await admin.signIn()
    expect((await admin.ask('PUT', `/admin/cases/${id}/legal_hold`, { legal_hold: true })).status).toBe(200)
    expect((await admin.ask('POST', `/admin/reports/${post.id}/dismiss`, {})).status).toBe(200)
    const [row] = await ctx.db`select number, sealed_key from cases where id = ${id}`
    expect((await ned.ask('POST', '/user/deletion', { current_password: PASSWORD })).status).toBe(200)
    await ctx.jobs.runDue()
    expect((await mailsTo(ned.email)).at(-1)?.text).toContain(`the evidence of case ${row?.number}`)
    passes(200 * DAY_MS)
    await runJob('erase_accounts')
    await runJob('erase_evidence')
    expect((await storedFiles(ctx)).some((file) => file.startsWith(row?.sealed_key))).toBe(true)
    const [kept] = await ctx.db`select evidence from cases where id = ${id}`
    expect(kept?.evidence).toMatchObject({ username: 'ned' })
  })
})
