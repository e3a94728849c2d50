import { describe, expect, it } from 'vitest'
import { REPORT_REASONS } from '#contract/posts.ts'
import { insertPosts } from '#tests/support/database/post-rows.ts'
import { type Person, world } from '#tests/support/world.ts'

const { ctx, creator, member, visitor } = await world()
const amy = await creator('amy')
const bob = await member('bob')
const [reason] = REPORT_REASONS
const [post_id = ''] = await insertPosts(ctx, amy, ['a post'], { protected: true })

const report = (person: Person, body: unknown) => person.ask('POST', '/reports', body)
const storedReports = async () => [...(await ctx.db`select author_id, reason, description from reports order by id`)]

describe('Refused reports', () => {
  it.each([
    ['without a reason', { post_id }],
    ['with an empty reason', { post_id, reason: '' }],
    // Spec 9.17
    ['with a reason that is spelled right', { post_id, reason: 'Inappropriate content' }],
    ['with a reason in another case', { post_id, reason: reason.toUpperCase() }],
    ['with a reason of another language', { post_id, reason: 'Contenu inapproprié' }],
    ['with two reasons', { post_id, reason: [...REPORT_REASONS] }],
    ['with a description that is too long', { post_id, reason, description: 'x'.repeat(2001) }],
    ['with a description that is no text', { post_id, reason, description: 5 }],
    ['with a NUL in its description', { post_id, reason, description: 'a\0b' }],
    ['without a post', { reason }],
    ['with what is no id', { post_id: 'x', reason }],
  ])('A report %s is refused', async (_, body) => {
    expect(await report(bob, body)).toMatchObject({ status: 422, body: { code: 'invalid' } })
    expect(await storedReports()).toEqual([])
  })

  it('A report of a post that does not exist is refused', async () => {
    const { status } = await report(bob, { post_id: '019ba4d2-0000-7000-8000-000000000000', reason })
    expect(status).toBe(404)
  })

  it('A report of one’s own post is refused', async () => {
    expect(await report(amy, { post_id, reason })).toMatchObject({
      status: 422,
      body: { error: 'You cannot report your own post', fields: { post_id: expect.any(String) } },
    })
    expect(await storedReports()).toEqual([])
  })

  it('A visitor cannot report a post', async () => {
    expect((await report(visitor, { post_id, reason })).status).toBe(401)
  })
})

describe('Reporting posts', () => {
  // Spec 1.8, 3.26, 6.5, 6.21, 7.34
  it('A member reports a post, locked or not, once: a repeated report changes nothing', async () => {
    expect(await report(bob, { post_id, reason, description: ' One\r\ntwo ' })).toMatchObject({ status: 201, body: {} })
    const first = [{ author_id: bob.id, reason, description: 'One\ntwo' }]
    expect(await storedReports()).toEqual(first)
    expect(await report(bob, { post_id, reason: REPORT_REASONS[1], description: 'Other' })).toMatchObject({
      status: 200,
      body: {},
    })
    expect(await storedReports()).toEqual(first)
  })

  // Spec 9.17
  it.each([...REPORT_REASONS])('A member may give the reason: %s', async (words) => {
    const person = await member(`says-${REPORT_REASONS.indexOf(words)}`)
    expect((await report(person, { post_id, reason: words })).status).toBe(201)
  })

  // Spec 5.13
  it.each([undefined, null, '', ' \n '])(
    'A member may leave the description of a report out as %j',
    async (description) => {
      const person = await member(`silent-${JSON.stringify(description)?.length ?? 0}`)
      expect((await report(person, { post_id, reason, description })).status).toBe(201)
      const [row] = await ctx.db`select description from reports where author_id = ${person.id}`
      expect(row).toEqual({ description: null })
    },
  )

  it('Fifty identical reports at once are stored once', async () => {
    const eager = await member('eager')
    const replies = await Promise.all(Array.from({ length: 50 }, () => report(eager, { post_id, reason })))
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(49).fill(200), 201])
    const rows = await ctx.db`select 1 from reports where author_id = ${eager.id}`
    expect(rows).toHaveLength(1)
  })
})
