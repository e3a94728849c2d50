import { describe, expect, it } from 'vitest'
import { insertPosts } from '#tests/support/database/post-rows.ts'
import { type Person, world } from '#tests/support/world.ts'

const { ctx, creator, member, visitor } = await world()
const amy = await creator('amy')
const bob = await member('bob')

const like = (person: Person, post_id: unknown) => person.ask('POST', '/like', { post_id })

async function storedLikes(post_id: string): Promise<{ likes: number; likes_count: number }> {
  const [row] = await ctx.db<{ likes: number; likes_count: number }[]>`
    select likes_count, (select count(*) from likes where post_id = p.id) as likes from posts p where id = ${post_id}`
  if (!row) throw new Error('the post is gone')
  return row
}

describe('Refused likes', () => {
  it('A like of a post that does not exist is refused', async () => {
    expect(await like(bob, '019ba4d2-0000-7000-8000-000000000000')).toMatchObject({
      status: 404,
      body: { error: 'Not found', code: 'not_found' },
    })
  })

  it('A like of an invalid id is refused', async () => {
    for (const id of ['', 'x', 5, null, [], {}, '%', 'urn:uuid:019ba4d2-0000-7000-8000-000000000000', 'a\0b']) {
      expect((await like(bob, id)).status, JSON.stringify(id)).toBe(422)
    }
    for (const body of [undefined, {}, [], 'x']) {
      expect((await bob.ask('POST', '/like', JSON.stringify(body))).status).toBe(422)
    }
  })

  it('A visitor cannot like a post', async () => {
    const [id] = await insertPosts(ctx, amy, ['for members'])
    expect((await like(visitor, id)).status).toBe(401)
  })
})

describe('Likes', () => {
  // Spec 1.7, 3.27, 4.1, 4.3, 6.5, 7.33
  it('A member likes a post and takes the like back with the same call', async () => {
    const [id] = await insertPosts(ctx, amy, ['a post'])
    expect(await like(bob, id)).toMatchObject({ status: 200, body: { liked: true, likes_count: 1 } })
    expect(await like(amy, id)).toMatchObject({ status: 200, body: { liked: true, likes_count: 2 } })
    expect(await like(bob, id)).toMatchObject({ status: 200, body: { liked: false, likes_count: 1 } })
    expect(await like(bob, id)).toMatchObject({ status: 200, body: { liked: true, likes_count: 2 } })
  })

  // Spec 6.21
  it('A member can like a post whose picture is locked, and learns nothing more of it', async () => {
    const [id] = await insertPosts(ctx, amy, ['locked'], { protected: true })
    expect((await like(bob, id)).body).toEqual({ liked: true, likes_count: 1 })
  })
})

describe('Concurrent likes', () => {
  // Spec 4.1
  it('A thousand likes at once by ten members leave an exact count, and each like in the state of the last request', async () => {
    const [id = ''] = await insertPosts(ctx, amy, ['a crowd'])
    const crowd: { person: Person; presses: number }[] = []
    // 1,000 in total: five members send an odd number of requests and end with a like, five an even number.
    for (let index = 0; index < 10; index += 1) {
      crowd.push({
        person: await member(`crowd-${index}`),
        presses: index % 2 === 0 ? 101 : 99 + (index === 1 ? 1 : 0),
      })
    }
    const presses = crowd.flatMap((one) => Array.from({ length: one.presses }, () => one))
    const replies = await Promise.all(presses.map(({ person }) => like(person, id)))
    expect(replies.filter(({ status }) => status !== 200)).toEqual([])
    for (const { body } of replies) {
      expect(body.likes_count).toBeGreaterThanOrEqual(0)
      expect(body.likes_count).toBeLessThanOrEqual(crowd.length)
    }
    const expected = crowd.filter((one) => one.presses % 2 === 1).map(({ person }) => person.id)
    const rows = await ctx.db<{ user_id: string }[]>`select user_id from likes where post_id = ${id}`
    expect(rows.map(({ user_id }) => user_id).sort()).toEqual(expected.sort())
    expect(await storedLikes(id)).toEqual({ likes: expected.length, likes_count: expected.length })
  }, 120_000)
})
