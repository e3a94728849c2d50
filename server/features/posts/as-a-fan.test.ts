import { describe, expect, it } from 'vitest'
import type { Post } from '#contract/posts.ts'
import { noisePicture } from '#tests/support/files/pictures.ts'
import { world } from '#tests/support/world.ts'

const { visitor, creatorNamed, member, staff, subscribe } = await world({ STORY_AUTHORS: 'creator' })
const amy = await creatorNamed('amy')
const zoe = await creatorNamed('zoe')
const bob = await member('bob')
const fan = await member('fan')
await subscribe(fan, amy, 1)
const open = await amy.posts({ description: 'For everyone' })
const locked = await amy.posts({ description: 'Behind the curtain', protected: true })
await amy.tells()
await amy.tells({ protected: true })
await amy.ask('POST', '/like', { post_id: open.id })

const OF_AMY = ['/profiles/amy', '/posts?username=amy']
const asVisitor = (path: string) => `${path}${path.includes('?') ? '&' : '?'}as=visitor`

describe('Who may not read a page as a visitor', () => {
  it('Without a token nobody reads a page as a visitor, and does not learn whether it exists', async () => {
    for (const path of [...OF_AMY, '/profiles/nobody', '/posts?username=nobody']) {
      expect((await visitor.ask('GET', asVisitor(path))).status, path).toBe(401)
    }
  })

  it('Only the owner reads a page as a visitor: not another creator, a subscriber or an admin', async () => {
    for (const person of [bob, zoe, fan, await staff('boss', 'admin')]) {
      for (const path of OF_AMY) {
        expect((await person.ask('GET', asVisitor(path))).body, path).toMatchObject({ code: 'forbidden' })
      }
    }
  })

  it('The feed of everybody has no owner, a page that does not exist is a 404, and other words are refused', async () => {
    expect((await amy.ask('GET', '/posts?as=visitor')).status).toBe(403)
    for (const path of ['/profiles/nobody', '/posts?username=nobody']) {
      expect((await amy.ask('GET', asVisitor(path))).status, path).toBe(404)
    }
    for (const as of ['', 'owner', 'staff', bob.id, '%00', 'visitor&as=visitor']) {
      for (const path of ['/profiles/amy?as=', '/posts?username=amy&as=']) {
        expect((await amy.ask('GET', path + as)).status, path + as).toBe(422)
      }
    }
  })
})

describe('A creator who reads her page as a visitor', () => {
  it.each(OF_AMY)('She gets from %s exactly what a member without a subscription gets', async (path) => {
    const { status, body, text } = await amy.ask('GET', asVisitor(path))
    expect(status).toBe(200)
    expect(withoutTime(body)).toEqual(withoutTime((await bob.ask('GET', path)).body))
    expect(text).not.toContain(locked.file)
  })

  it('She reads the same as an admin, without the reports of her posts, and also under another spelling of her name', async () => {
    const boss = await staff('director', 'admin')
    await boss.send('PUT', `/profiles/${boss.id}`, { profile_pic: await noisePicture() })
    const { username } = (await boss.ask('GET', '/user')).body
    const post = await boss.posts({ protected: true })
    await bob.ask('POST', '/reports', { post_id: post.id, reason: 'Inapropriate content' })
    const { body } = await boss.ask('GET', `/posts?username=${username.toUpperCase()}&as=visitor`)
    expect(body).toEqual([expect.objectContaining({ id: post.id, file: null, reports: [] })])
  })

  it('Blocking somebody or muting does not change what she sees, and nothing of her own view is changed', async () => {
    const before = (await amy.ask('GET', '/posts?username=amy')).body
    await amy.ask('POST', '/blocks', { username: 'zoe' })
    expect((await amy.ask('GET', asVisitor('/posts?username=amy'))).body).toHaveLength(2)
    expect((await amy.ask('GET', '/posts?username=amy')).body).toEqual(before)
  })

  it('Her own answers open the same posts as those of a subscriber, so they show her page as a subscriber sees it', async () => {
    const files = (posts: Post[]) => posts.map(({ id, file }) => [id, file])
    const own = (await amy.ask('GET', '/posts?username=amy')).body
    expect(files((await fan.ask('GET', '/posts?username=amy')).body)).toEqual(files(own))
  })
})

/** The hours that are left of a story go down with every request. */
function withoutTime(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body, (key, value) => (key === 'time_remaining' ? undefined : value)))
}
