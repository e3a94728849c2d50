import { describe, expect, it } from 'vitest'
import { REPORT_REASONS } from '#contract/posts.ts'
import type { ReportedPost } from '#contract/reports.ts'
import { PAGE_SIZE } from '#server/paging.ts'
import { insertPosts } from '#tests/support/database/post-rows.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'
import { NOBODY, type Person, world } from '#tests/support/world.ts'

const { ctx, creator, member, staff, subscribe, visitor, passes } = await world()
const [amy, zoe] = [await creator('amy'), await creator('zoe')]
const [bob, eve] = [await member('bob'), await member('eve')]
const moderator = await staff('moderator', 'moderator')
const admin = await staff('admin', 'admin')
const [INAPPROPRIATE, IDENTITY] = REPORT_REASONS

/** Reports a post, a second after whatever was before. */
async function report(person: Person, post_id: string, reason: string = INAPPROPRIATE, description?: string) {
  passes(1000)
  expect((await person.ask('POST', '/reports', { post_id, reason, description })).status).toBe(201)
}

const nameOf = async (person: Person) => (await person.ask('GET', '/user')).body.username
const listed = async (state = 'open', person = moderator) =>
  (await person.ask('GET', `/admin/reports?state=${state}`)).body as ReportedPost[]

/** The descriptions of a whole list, page by page. */
async function readAll(state: string): Promise<string[][]> {
  const pages: string[][] = []
  let query: string | undefined = `?state=${state}`
  while (query !== undefined) {
    const { body, headers } = await moderator.ask('GET', `/admin/reports${query}`)
    pages.push(body.map(({ description }: ReportedPost) => description))
    query = /^<(\?[^>]+)>; rel="next"$/.exec(String(headers.link ?? ''))?.[1]
  }
  return pages
}

describe('The list of open reports', () => {
  it('The list of reports is refused to everybody but staff', async () => {
    expect((await visitor.ask('GET', '/admin/reports')).status).toBe(401)
    for (const person of [bob, amy]) expect((await person.ask('GET', '/admin/reports')).status).toBe(403)
    for (const person of [moderator, admin]) expect((await person.ask('GET', '/admin/reports')).status).toBe(200)
  })

  it.each(['state=', 'state=closed', 'cursor=', 'cursor=x', `cursor=${NOBODY}`, `cursor=1763287200000_`, 'cursor=%00'])(
    'The list of reports is refused with %s',
    async (query) => {
      expect((await moderator.ask('GET', `/admin/reports?${query}`)).status).toBe(422)
    },
  )

  it('The list of reports is empty while nobody has reported anything', async () => {
    await amy.posts()
    const { body, headers } = await moderator.ask('GET', '/admin/reports')
    expect([body, headers['x-total-count'], headers.link]).toEqual([[], '0', undefined])
  })

  // Spec 2.88, 7.17
  it('The list of open reports shows the latest first, with all that was said and a picture that staff can see', async () => {
    const open = await amy.posts({ description: 'Open' })
    passes(1)
    const kept = await amy.posts({ description: 'Kept', protected: true })
    await report(bob, open.id, IDENTITY, 'Not hers')
    await report(bob, kept.id)
    await report(eve, open.id, IDENTITY)
    expect((await moderator.ask('POST', '/like', { post_id: open.id })).status).toBe(200)
    const { body, headers } = await moderator.ask('GET', '/admin/reports')
    expect(headers['x-total-count']).toBe('2')
    const [first, second] = body
    const shared = { id: expect.any(String), reason: IDENTITY, created_at: expect.stringMatching(/^20.*Z$/) }
    expect(first).toEqual({
      ...open,
      liked: true,
      likes_count: 1,
      reports: [
        { ...shared, author: await nameOf(bob), description: 'Not hers' },
        { ...shared, author: await nameOf(eve), description: null },
      ],
      reports_count: 2,
      handled: null,
    })
    expect(second).toMatchObject({ id: kept.id, username: await nameOf(amy), protected: true, accessible_until: null })
    expect(second.file).toBe(kept.file)
    expect((await moderator.fetch(second.file)).status).toBe(200)
    expect(body).toEqual((await moderator.ask('GET', '/admin/reports?state=open')).body)
  })

  it('The list of open reports has pages, with each post once', async () => {
    const many = Array.from({ length: PAGE_SIZE + 2 }, (_, index) => `post ${index}`)
    for (const post_id of await insertPosts(ctx, zoe, many)) await report(bob, post_id)
    const pages = await readAll('open')
    expect(pages.map((page) => page.length)).toEqual([PAGE_SIZE, 4])
    expect(pages.flat()).toEqual([...many.reverse(), 'Open', 'Kept'])
  })
})

describe('The list of handled reports', () => {
  it('The list of handled reports shows the latest event first, answers included, page by page', async () => {
    const waiting = (await readAll('open')).flat().length
    const judged: string[] = []
    for (let rest = await listed(); rest.length > 0; rest = await listed()) {
      for (const { id, description } of rest) {
        passes(1000)
        expect((await moderator.ask('POST', `/admin/reports/${id}/dismiss`, {})).status).toBe(200)
        judged.unshift(description)
      }
    }
    expect(judged).toHaveLength(waiting)
    expect((await readAll('handled')).flat()).toEqual(judged)
    expect(judged[0]).not.toBe('post 31')
    passes(1000)
    await ctx.db`
      update report_cases set answer = 'But it is mine', answered_at = ${ctx.now()} where description = 'post 31'`
    const { body, headers } = await moderator.ask('GET', '/admin/reports?state=handled')
    expect(headers['x-total-count']).toBe(String(waiting))
    expect(body[0]).toMatchObject({
      description: 'post 31',
      handled: { answer: 'But it is mine', answered_at: ctx.now().toISOString() },
    })
    expect((await readAll('handled')).flat()).toEqual(['post 31', ...judged.filter((name) => name !== 'post 31')])
  })

  it('A handled report shows the reports, who decided, when and why, and the picture only if it is public', async () => {
    const open = await amy.posts({ description: 'Open to all' })
    const kept = await amy.posts({ description: 'Kept from most', protected: true })
    for (const { id } of [open, kept]) {
      await report(bob, id, IDENTITY, 'Look')
      expect((await admin.ask('POST', `/admin/reports/${id}/dismiss`, { note: ' Nothing\r\nwrong ' })).status).toBe(200)
    }
    const cases = await listed('handled')
    const dismissed = (id: string) => cases.find((post) => post.id === id)
    expect(dismissed(open.id)).toEqual({
      ...open,
      reports: [{ id: expect.any(String), author: await nameOf(bob), reason: IDENTITY, description: 'Look' }],
      reports_count: 1,
      handled: {
        outcome: 'dismissed',
        by: await nameOf(admin),
        at: expect.any(String),
        note: 'Nothing\nwrong',
        answer: null,
        answered_at: null,
      },
    })
    expect(dismissed(kept.id)).toMatchObject({ protected: true, file: null })
  })
})

describe('Protected pictures of reported posts', () => {
  it('Staff see a protected picture only while a report is open, and no cache stores it', async () => {
    const { id, file } = await amy.posts({ protected: true })
    const statusFor = async (person: Person) => (await person.fetch(file ?? '')).status
    expect([await statusFor(moderator), await statusFor(admin)]).toEqual([404, 404])
    await report(bob, id)
    for (const person of [moderator, admin]) {
      const { status, headers } = await person.fetch(file ?? '')
      expect([status, headers['cache-control']]).toEqual([200, 'private, no-store'])
    }
    expect([await statusFor(visitor), await statusFor(bob), await statusFor(zoe)]).toEqual([404, 404, 404])
    await moderator.ask('POST', `/admin/reports/${id}/dismiss`, {})
    expect([await statusFor(moderator), await statusFor(admin), await statusFor(amy)]).toEqual([404, 404, 200])
  })

  it('A moderator sees a protected picture only through a report of somebody else', async () => {
    const { id, file } = await amy.posts({ protected: true, file: await noisePicture({ seed: 31 }) })
    const other = await staff('other', 'moderator')
    await report(moderator, id)
    const asked = [
      {},
      { method: 'HEAD' as const },
      { headers: { range: 'bytes=0-9' } },
      { headers: { 'if-none-match': '*' } },
    ]
    for (const options of asked) {
      for (const query of ['', '?w=480', '?w=1600'])
        expect((await moderator.fetch(`${file}${query}`, options)).status).toBe(404)
    }
    const seenBy = async (person: Person) => (await listed('open', person)).find((post) => post.id === id)
    expect(await seenBy(moderator)).toMatchObject({ file: null, protected: true, reports_count: 1 })
    // For a colleague it is the report of somebody else.
    expect((await seenBy(other))?.file).toBe(file)
    expect((await other.fetch(file ?? '')).status).toBe(200)
    await report(bob, id)
    expect((await seenBy(moderator))?.file).toBe(file)
    expect((await moderator.fetch(file ?? '')).status).toBe(200)
    // Once that report is deleted, their own is not enough again.
    await ctx.db`delete from reports where post_id = ${id} and author_id = ${bob.id}`
    expect((await moderator.fetch(file ?? '')).status).toBe(404)
  })

  it('A moderator who reported a post still sees a picture that they may see in their own right', async () => {
    const fan = await staff('fan', 'moderator')
    const { id, file } = await amy.posts({ protected: true, file: await noisePicture({ seed: 32 }) })
    await subscribe(fan, amy)
    await report(fan, id)
    expect((await fan.fetch(file ?? '')).status).toBe(200)
    expect((await listed('open', fan)).find((post) => post.id === id)?.file).toBe(file)
    const open = await amy.posts({ file: await noisePicture({ seed: 33 }) })
    await report(moderator, open.id)
    expect((await listed()).find((post) => post.id === open.id)?.file).toBe(open.file)
  })

  it('Former staff no longer see the protected picture of a reported post', async () => {
    const former = await staff('former', 'moderator')
    const { id, file } = await amy.posts({ protected: true })
    await report(bob, id)
    expect((await former.fetch(file ?? '')).status).toBe(200)
    await ctx.db`update users set role = null where id = ${former.id}`
    expect((await former.fetch(file ?? '')).status).toBe(404)
  })

  it('A report opens no other picture and no story of the same creator', async () => {
    const narrator = await staff('narrator', 'admin')
    await ctx.db`insert into profiles (id, created_at) values (${narrator.id}, ${ctx.now()})`
    const [reported, other] = [await narrator.posts({ protected: true }), await narrator.posts({ protected: true })]
    const story = await narrator.tells({ protected: true })
    await report(bob, reported.id)
    expect((await moderator.fetch(reported.file ?? '')).status).toBe(200)
    for (const path of [other.file, story.media_path]) expect((await moderator.fetch(path ?? '')).status).toBe(404)
  })

  it('In the list of all posts, protected pictures stay locked for staff', async () => {
    const { id, file } = await amy.posts({ protected: true })
    await report(bob, id, IDENTITY)
    const find = async (person: Person) =>
      (await person.ask('GET', '/posts')).body.find((post: ReportedPost) => post.id === id)
    expect(await find(moderator)).toMatchObject({ file: null, reports: [{ reason: IDENTITY }] })
    expect((await find(bob)).reports).toEqual([])
    await subscribe(moderator, amy)
    expect((await find(moderator)).file).toBe(file)
  })
})
