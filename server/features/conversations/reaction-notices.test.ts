import { describe, expect, it } from 'vitest'
import { type Person, world } from '#tests/support/world.ts'

const { ctx, creator, member, subscribe, eventsDuring } = await world()
let people = 0

/** A fan has written to a creator. */
async function chat() {
  people += 1
  const [amy, fan] = [await creator(`amy${people}`), await member(`fan${people}`)]
  await subscribe(fan, amy)
  const { id, messages } = await fan.writes(amy)
  const react = (person: Person, emoji = '🔥') =>
    person.ask('POST', `/conversations/${id}/messages/${messages[0]?.id}/reactions`, { emoji })
  return { amy, fan, id, react }
}

async function noticesOf({ id }: Person) {
  return [
    ...(await ctx.db`
      select kind, about_id, push_at, read_at is not null as is_read from member_notices where user_id = ${id} order by read_at nulls last`),
  ]
}

describe('The notice of a reaction', () => {
  it('A reaction to one’s own message tells nobody, and neither does the same one again', async () => {
    const { amy, fan, react } = await chat()
    await react(fan)
    await react(amy)
    const events = await eventsDuring(() => react(amy))
    expect(events).toEqual([])
    expect(await noticesOf(amy)).toEqual([])
    expect(await noticesOf(fan)).toHaveLength(1)
  })

  it('A reaction in a closed conversation tells nobody', async () => {
    const { amy, fan, react } = await chat()
    await fan.ask('POST', '/blocks', { username: (await amy.ask('GET', '/user')).body.username })
    expect((await react(amy)).status).toBe(403)
    expect(await noticesOf(fan)).toEqual([])
  })

  it('The author is told of the first reaction until they have opened the thread', async () => {
    const { amy, fan, id, react } = await chat()
    const events = await eventsDuring(() => react(amy))
    expect(events).toContainEqual({ kind: 'notices_changed', user_ids: [fan.id] })
    const first = { kind: 'new_reaction', about_id: amy.id, push_at: null }
    await react(amy, '❤️')
    expect(await noticesOf(fan)).toEqual([{ ...first, is_read: false }])
    await fan.ask('GET', `/conversations/${id}`)
    expect(await noticesOf(fan)).toEqual([{ ...first, is_read: true }])
    await react(amy, '😂')
    expect(await noticesOf(fan)).toEqual([
      { ...first, is_read: true },
      { ...first, is_read: false },
    ])
    // Nothing in the thread is new now but the reaction.
    const again = await eventsDuring(() => fan.ask('GET', `/conversations/${id}`))
    expect(again).toEqual([{ kind: 'notices_changed', user_ids: [fan.id] }])
    expect((await noticesOf(fan)).map(({ is_read }) => is_read)).toEqual([true, true])
    expect(await eventsDuring(() => fan.ask('GET', `/conversations/${id}`))).toEqual([])
  })

  it('By push and mail it goes five seconds later, so that whoever sees it in the open thread gets neither', async () => {
    const { amy, fan, id, react } = await chat()
    await fan.ask('PUT', '/notification_settings', { choices: { reaction: { push: true, mail: true } } })
    await react(amy)
    const at = new Date(ctx.now().getTime() + 5000)
    expect([...(await ctx.db`select push_at, mail_at from member_notices where user_id = ${fan.id}`)]).toEqual([
      { push_at: at, mail_at: at },
    ])
    // The open thread reads again when a reaction arrives.
    await fan.ask('GET', `/conversations/${id}`)
    expect(await noticesOf(fan)).toMatchObject([{ is_read: true }])
  })

  it('Reactions at the same time make one notice', async () => {
    const { amy, fan, react } = await chat()
    const replies = await Promise.all(['🔥', '❤️', '😂'].map((emoji) => react(amy, emoji)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await noticesOf(fan)).toHaveLength(1)
  })

  it('Whoever wants no notices of reactions gets none', async () => {
    const { amy, fan, react } = await chat()
    await fan.ask('PUT', '/notification_settings', { choices: { reaction: { in_app: false } } })
    await react(amy)
    expect(await noticesOf(fan)).toEqual([])
  })
})
