import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { cableAddress, connectCable, conversationChannel, inboxChannel } from '#tests/support/network/cable-client.ts'
import { NOBODY, type Person, world } from '#tests/support/world.ts'

const { app, ctx, creator, member, visitor, subscribe, passes } = await world({ STORY_AUTHORS: 'creator' })

async function nameOf(person: Person): Promise<string> {
  return (await person.ask('GET', '/user')).body.username
}

async function pair(name: string, days = 30) {
  const [amy, fan] = [await creator(`amy-${name}`), await member(`fan-${name}`)]
  await subscribe(fan, amy, days)
  return { amy, fan, amys: await nameOf(amy), fans: await nameOf(fan) }
}

describe.each(['/blocks', '/mutes'])('A list of people at %s', (list) => {
  it('is closed to somebody without a session', async () => {
    for (const [method, url] of [
      ['POST', list],
      ['GET', list],
      ['DELETE', `${list}/amy`],
    ] as const) {
      expect((await visitor.ask(method, url, method === 'POST' ? { username: 'amy' } : undefined)).status).toBe(401)
    }
  })

  it('takes nobody who does not exist, no malformed body, and not oneself', async () => {
    const amy = await creator(`self${list.slice(1)}`)
    expect((await amy.ask('POST', list, { username: 'nobody-has-this' })).status).toBe(404)
    expect((await amy.ask('POST', list, { username: `a\u0000b` })).status).toBe(422)
    expect((await amy.ask('POST', list, { username: 'x'.repeat(201) })).status).toBe(422)
    for (const body of [undefined, {}, { username: 7 }, { username: '' }, []]) {
      expect((await amy.ask('POST', list, body)).status, JSON.stringify(body)).toBe(422)
    }
    expect((await amy.ask('POST', list, { username: await nameOf(amy) })).status).toBe(422)
    expect((await amy.ask('DELETE', `${list}/nobody-has-this`)).status).toBe(404)
    expect((await amy.ask('GET', `${list}?cursor=x`)).status).toBe(422)
  })

  it('holds a person once, also if the request comes many times at once, and knows former names', async () => {
    const { fan, amy, amys } = await pair(`once${list.slice(1)}`)
    const replies = await Promise.all(Array.from({ length: 10 }, () => fan.ask('POST', list, { username: amys })))
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201])
    const person = { username: amys, profile_pic: null, created_at: ctx.now().toISOString() }
    expect(replies[0]?.body).toEqual(person)
    expect((await fan.ask('GET', list)).body).toEqual([person])
    await amy.ask('PUT', '/user', { username: `renamed-${list.slice(1)}` })
    expect((await fan.ask('GET', list)).body[0].username).toBe(`renamed-${list.slice(1)}`)
    const ends = await Promise.all(Array.from({ length: 5 }, () => fan.ask('DELETE', `${list}/${amys.toUpperCase()}`)))
    expect(ends.map(({ status }) => status).sort()).toEqual(expect.arrayContaining([200]))
    expect(new Set(ends.map(({ status }) => status))).not.toContain(500)
    expect((await fan.ask('GET', list)).body).toEqual([])
  })

  it('belongs to its owner alone', async () => {
    const { fan, amy, amys } = await pair(`own${list.slice(1)}`)
    await fan.ask('POST', list, { username: amys })
    expect((await amy.ask('GET', list)).body).toEqual([])
    expect((await amy.ask('DELETE', `${list}/${amys}`)).status).toBe(404)
  })

  it('comes in pages, the last one added first', async () => {
    const fan = await member(`pages${list.slice(1)}`)
    const names: string[] = []
    for (let each = 0; each < 31; each += 1) {
      const person = await creator(`p${each}${list.slice(1)}`)
      const username = await nameOf(person)
      // Several at one moment: the cursor must tell them apart.
      if (each % 3 === 0) passes(1000)
      await fan.ask('POST', list, { username })
      names.push(username)
    }
    const first = await fan.ask('GET', list)
    expect(first.body).toHaveLength(30)
    const cursor = String(first.headers.link).match(/cursor=([^&>]+)/)?.[1]
    const second = await fan.ask('GET', `${list}?cursor=${cursor}`)
    expect(second.headers.link).toBeUndefined()
    const listed = [...first.body, ...second.body].map(({ username }: { username: string }) => username)
    expect([...listed].sort()).toEqual([...names].sort())
  })
})

describe('A mute', () => {
  it('is for creators: a fan has nothing that could be muted', async () => {
    const [amy, fan] = [await creator('mutes-a'), await member('mutes-b')]
    expect((await amy.ask('POST', '/mutes', { username: await nameOf(fan) })).status).toBe(404)
  })

  it('takes posts out of the feed and stories out of the strip, and leaves the page, the post and the thread', async () => {
    const { fan, amy, amys } = await pair('mute')
    const [post, story] = [await amy.posts(), await amy.tells()]
    const { id } = await fan.writes(amy)
    await fan.ask('POST', '/mutes', { username: amys })
    expect((await fan.ask('GET', '/posts')).text).not.toContain(post.id)
    expect((await fan.ask('GET', '/posts?after=00000000-0000-0000-0000-000000000000')).text).not.toContain(post.id)
    expect((await fan.ask('GET', '/stories')).text).not.toContain(story.id)
    for (const url of [`/posts?username=${amys}`, `/posts/${post.id}`]) {
      expect((await fan.ask('GET', url)).text, url).toContain(post.id)
    }
    expect((await fan.ask('GET', `/profiles/${amys}`)).body.stories).toHaveLength(1)
    expect((await fan.ask('GET', `/stories?profile_id=${amy.id}`)).text).toContain(story.id)
    expect((await fan.ask('GET', `/conversations/${id}`)).body.can_send_messages).toBe(true)
    // Nobody else, and not the creator, notices.
    expect((await amy.ask('GET', '/posts')).text).toContain(post.id)
    await fan.ask('DELETE', `/mutes/${amys}`)
    expect((await fan.ask('GET', '/posts')).text).toContain(post.id)
    expect((await fan.ask('GET', '/stories')).text).toContain(story.id)
  })
})

describe('A block', () => {
  it('of somebody who blocks the viewer is answered as for somebody who does not exist', async () => {
    const { fan, amy, amys, fans } = await pair('hidden')
    await amy.ask('POST', '/blocks', { username: fans })
    const absent = await fan.ask('POST', '/blocks', { username: 'nobody-has-this' })
    for (const list of ['/blocks', '/mutes']) {
      const { status, body } = await fan.ask('POST', list, { username: amys })
      expect([status, body]).toEqual([absent.status, absent.body])
    }
  })

  it('ends on each side alone: while the other one still blocks, both stay hidden', async () => {
    const { fan, amy, amys, fans } = await pair('mutual')
    await fan.ask('POST', '/blocks', { username: amys })
    await ctx.db`insert into blocks (user_id, other_id, created_at) values (${amy.id}, ${fan.id}, ${ctx.now()})`
    // Who blocks somebody can repeat it and take it back, whatever the other one does.
    expect((await fan.ask('POST', '/blocks', { username: amys })).status).toBe(200)
    expect((await fan.ask('DELETE', `/blocks/${amys}`)).status).toBe(200)
    expect((await fan.ask('GET', `/profiles/${amys}`)).status).toBe(404)
    expect((await amy.ask('DELETE', `/blocks/${fans}`)).status).toBe(200)
    expect((await fan.ask('GET', `/profiles/${amys}`)).status).toBe(200)
  })

  it('counts the unread messages of the thread as read for who blocks, and leaves those of the other one', async () => {
    const { fan, amy, fans } = await pair('unread')
    const { id } = await fan.writes(amy, 'One')
    await fan.says(id, 'Two')
    await amy.says(id, 'Three')
    await amy.ask('POST', '/blocks', { username: fans })
    expect((await amy.ask('GET', '/conversations/received')).headers['x-unread-count']).toBe('0')
    expect((await fan.ask('GET', '/conversations')).headers['x-unread-count']).toBe('1')
    await fan.ask('GET', `/conversations/${id}`)
    expect((await fan.ask('GET', '/conversations')).headers['x-unread-count']).toBe('0')
  })

  it('sends no event to the blocked one, and one to the other devices of who blocks', async () => {
    const { fan, amy, fans } = await pair('live')
    const { id } = await fan.writes(amy)
    const address = await cableAddress(app)
    const [amys_socket, fans_socket] = [await connectCable(address, amy.token), await connectCable(address, fan.token)]
    for (const socket of [amys_socket, fans_socket]) {
      await socket.subscribe(conversationChannel(id))
      await socket.subscribe(inboxChannel)
    }
    await amy.ask('POST', '/blocks', { username: fans })
    amys_socket.say('message', conversationChannel(id), { action: 'typing' })
    await amys_socket.settle()
    await amy.ask('GET', `/conversations/${id}`)
    fans_socket.say('message', conversationChannel(id), { action: 'typing' })
    await fans_socket.settle()
    await fan.ask('GET', `/conversations/${id}`)
    await amy.ask('DELETE', `/blocks/${fans}`)
    for (const socket of [amys_socket, fans_socket]) await socket.settle()
    expect(fans_socket.messages).toEqual([])
    expect(amys_socket.messages).toEqual([{ type: 'blocks_changed' }, { type: 'blocks_changed' }])
  })

  it('is not possible with the id of the other one, or for an account that is leaving', async () => {
    const { fan, amy, amys } = await pair('leaving')
    expect((await fan.ask('POST', '/blocks', { username: amy.id })).status).toBe(404)
    expect((await fan.ask('POST', '/blocks', { username: NOBODY })).status).toBe(404)
    await amy.ask('POST', '/user/deletion', { current_password: 'a good long password' })
    expect((await fan.ask('POST', '/blocks', { username: amys })).status).toBe(404)
  })
})

describe('A subscription whose creator blocks the fan', () => {
  async function until(fan: Person): Promise<string | undefined> {
    return (await fan.ask('GET', '/subscriptions')).body[0]?.expires_at
  }

  it('ends at once, and goes on with all the time that was left when the block ends', async () => {
    const { fan, amy, fans } = await pair('period', 5)
    const post = await amy.posts({ protected: true })
    const before = new Date((await until(fan)) ?? 0).getTime()
    passes(DAY_MS)
    await amy.ask('POST', '/blocks', { username: fans })
    expect((await amy.ask('GET', '/revenues')).body.active_subscribers).toBe(0)
    expect(await until(fan)).toBeUndefined()
    // Longer than the subscription would have lasted.
    passes(20 * DAY_MS)
    await amy.ask('DELETE', `/blocks/${fans}`)
    expect(new Date((await until(fan)) ?? 0).getTime()).toBe(before + 20 * DAY_MS)
    expect((await fan.ask('GET', `/posts/${post.id}`)).body.file).not.toBeNull()
    expect((await amy.ask('GET', '/revenues')).body.active_subscribers).toBe(1)
    passes(4 * DAY_MS)
    expect((await fan.ask('GET', `/posts/${post.id}`)).body.file).toBeNull()
  })

  it('keeps what was granted during the block, and the order of what is queued', async () => {
    const { fan, amy, fans } = await pair('queued', 5)
    const from = ctx.now().getTime()
    await amy.ask('POST', '/blocks', { username: fans })
    passes(10 * DAY_MS)
    // The first 5 days are over by the clock, so this one starts during the block.
    await subscribe(fan, amy, 10)
    passes(HOUR_MS)
    await amy.ask('DELETE', `/blocks/${fans}`)
    expect(new Date((await until(fan)) ?? 0).getTime()).toBe(from + (10 + 5 + 10) * DAY_MS + HOUR_MS)
  })

  it('does not wait when the fan is the one who blocks', async () => {
    const { fan, amys } = await pair('fans-own')
    const before = await until(fan)
    await fan.ask('POST', '/blocks', { username: amys })
    passes(5 * DAY_MS)
    await fan.ask('DELETE', `/blocks/${amys}`)
    expect(await until(fan)).toBe(before)
  })
})
