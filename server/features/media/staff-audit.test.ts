import { describe, expect, it } from 'vitest'
import { REPORT_REASONS } from '#contract/posts.ts'
import { MINUTE_MS } from '#contract/time.ts'
import { listAuditEntries } from '#server/store/staff/audit.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'
import { type Person, world } from '#tests/support/world.ts'

const { ctx, creator, member, staff, subscribe, passes } = await world()
const amy = await creator('amy')
const bob = await member('bob')
const [moderator, admin] = [await staff('moderator', 'moderator'), await staff('admin', 'admin')]
let seed = 50

async function reportedPost() {
  seed += 1
  passes(MINUTE_MS)
  const post = await amy.posts({ protected: true, file: await noisePicture({ width: 1700, height: 90, seed }) })
  await bob.ask('POST', '/reports', { post_id: post.id, reason: REPORT_REASONS[0] })
  return { id: post.id, file: post.file ?? '' }
}

const looksAt = async (post_id: string) => [
  ...(await ctx.db`
    select staff_id, action, user_id, details ->> 'media_id' as media_id, created_at
    from audit_log where post_id = ${post_id} order by id`),
]

describe('The audit of staff who see a protected picture', () => {
  it.each([
    ['look at a protected picture', {}],
    ['ask for its headers', { method: 'HEAD' as const }],
    ['ask for a part of it', { headers: { range: 'bytes=5-9' } }],
    ['ask for a part that it does not have', { headers: { range: 'bytes=99999999-' } }],
    ['ask whether it is still the same', { headers: { 'if-none-match': '*' } }],
  ])('An entry of the audit names who, whose, which and when after staff %s', async (_, options) => {
    const { id, file } = await reportedPost()
    expect((await moderator.fetch(file, options)).status).toBeLessThan(417)
    const [media_id] = file.split('/').slice(-1)
    const created_at = ctx.now()
    expect(await looksAt(id)).toEqual([
      { staff_id: moderator.id, action: 'media_viewed', user_id: amy.id, media_id, created_at },
    ])
  })

  it('The audit has one entry a minute for each member of staff, however many ranges and widths they fetch at once', async () => {
    const { id, file } = await reportedPost()
    const minute = async (person: Person) => {
      const paths = ['', '?w=480', '?w=960', '?w=1600'].map((query) => `${file}${query}`)
      const answers = [...paths, ...paths].map((path) => person.fetch(path, { headers: { range: 'bytes=0-9' } }))
      for (const { status } of await Promise.all(answers)) expect(status).toBe(206)
    }
    await minute(moderator)
    await minute(admin)
    expect((await looksAt(id)).map(({ staff_id }) => staff_id).sort()).toEqual([moderator.id, admin.id].sort())
    passes(MINUTE_MS)
    await minute(moderator)
    expect(await looksAt(id)).toHaveLength(3)
  })

  it('The audit has no entry for pictures that staff may see in their own right, and none for other users', async () => {
    const fan = await staff('fan', 'moderator')
    await subscribe(fan, amy)
    const own = await staff('own', 'admin')
    await ctx.db`insert into profiles (id, created_at) values (${own.id}, ${ctx.now()})`
    const { id, file } = await reportedPost()
    for (const person of [fan, amy]) expect((await person.fetch(file)).status).toBe(200)
    expect((await bob.fetch(file)).status).toBe(404)
    expect(await looksAt(id)).toEqual([])
    const mine = await own.posts({ protected: true, file: await noisePicture({ seed: 90 }) })
    const open = await amy.posts({ file: await noisePicture({ seed: 91 }) })
    for (const post of [mine, open]) {
      await bob.ask('POST', '/reports', { post_id: post.id, reason: REPORT_REASONS[0] })
      expect((await own.fetch(post.file ?? '')).status).toBe(200)
      expect(await looksAt(post.id)).toEqual([])
    }
  })

  it('Staff see no protected picture when the audit cannot be written', async () => {
    const { id, file } = await reportedPost()
    await ctx.db`alter table audit_log add constraint is_full check (false) not valid`
    const { status, bytes, headers } = await moderator.fetch(file)
    await ctx.db`alter table audit_log drop constraint is_full`
    expect([status, headers['content-type']]).toEqual([500, expect.stringContaining('json')])
    expect(bytes.length).toBeLessThan(200)
    expect(await looksAt(id)).toEqual([])
  })

  it('The command that prints the audit lists looks at protected pictures', async () => {
    const { id, file } = await reportedPost()
    await admin.fetch(file)
    const [newest] = await listAuditEntries(ctx.db, 1)
    const { body } = await admin.ask('GET', '/user')
    expect(newest).toMatchObject({ who: body.username, action: 'media_viewed', post: id, when: ctx.now() })
  })
})
