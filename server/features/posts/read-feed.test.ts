import { expect, it } from 'vitest'
import type { Post } from '#contract/posts.ts'
import { listFeeds, listPosts } from '#server/store/posts.ts'
import { type Person, world } from '#tests/support/world.ts'

const { ctx, creator, member, subscribe, passes } = await world()
const [amy, bea, cleo] = [await creator('amy'), await creator('bea'), await creator('cleo')]
const [fan, muter, blocker, blocked, stranger] = [
  await member('fan'),
  await member('muter'),
  await member('blocker'),
  await member('blocked'),
  await member('stranger'),
]
const everybody = [fan, muter, blocker, blocked, stranger, amy, bea, cleo]
const nameOf = async (person: Person) => (await person.ask('GET', '/user')).body.username
await subscribe(fan, amy, 1)
await muter.ask('POST', '/mutes', { username: await nameOf(bea) })
await blocker.ask('POST', '/blocks', { username: await nameOf(amy) })
await amy.ask('POST', '/blocks', { username: await nameOf(blocked) })
const posts: Post[] = []
for (let turn = 0; turn < 4; turn += 1) {
  for (const author of [amy, bea, cleo]) {
    passes(1000)
    posts.push(await author.posts({ description: `Scene ${turn}`, protected: turn % 2 === 1 }))
  }
}
await stranger.ask('POST', '/like', { post_id: posts[0]?.id })

const feedOf = async (person: Person): Promise<Post[]> => (await person.ask('GET', '/posts')).body

it('Each of many who ask at once gets the feed that they get alone, whoever asks beside them', async () => {
  const alone: Post[][] = []
  for (const person of everybody) alone.push(await feedOf(person))
  const lengths = alone.map(({ length }) => length)
  expect(lengths).toEqual([12, 8, 8, 8, 12, 12, 12, 12])
  expect(alone[0]?.filter((post) => post.file).length).toBe(8)
  expect(alone[4]?.filter((post) => post.liked).map(({ id }) => id)).toEqual([posts[0]?.id])
  // More than one statement may have, everybody twice and one who asks for nothing else.
  const asking = [...everybody, ...everybody.toReversed(), ...everybody]
  const together = await Promise.all(asking.map(feedOf))
  expect(together).toEqual(asking.map((person) => alone[everybody.indexOf(person)]))
})

it('One statement for several viewers decides what a statement for each of them decides', async () => {
  const ids = everybody.map(({ id }) => id)
  const together = await listFeeds(ctx.db, ids, ctx.now())
  for (const [place, id] of ids.entries()) {
    const own = await listPosts(ctx.db, id, ctx.now(), {})
    expect(together[place]?.map((post) => [post.id, post.liked, post.accessible_until])).toEqual(
      own.map((post) => [post.id, post.liked, post.accessible_until]),
    )
    expect(together[place]?.filter((post) => post.is_accessible).map((post) => post.id)).toEqual(
      own.filter((post) => post.media_id !== null).map((post) => post.id),
    )
  }
})

it('Who asks after a change, while others wait for what was before, sees what is now', async () => {
  passes(1000)
  const before = everybody.map(feedOf)
  const { id } = await bea.posts({ description: 'A change of programme' })
  const after = await Promise.all([feedOf(fan), feedOf(stranger)])
  expect(after.map(([newest]) => newest?.id)).toEqual([id, id])
  await Promise.all(before)
  await bea.ask('DELETE', `/posts/${id}`)
})
