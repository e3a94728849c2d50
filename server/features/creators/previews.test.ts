import { describe, expect, it } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import type { CreatorRow } from '#server/store/creators/creator-search.ts'
import { type Person, world } from '#tests/support/world.ts'
import { presentCreators } from './actions.ts'

const { creator, creatorNamed, ctx, member, passes, subscribe } = await world({ STORY_AUTHORS: 'creator' })
const bob = await member('bob')

describe('Creators in search results', () => {
  const seen = async (person: Person, username: string) => {
    const { body } = await person.ask('GET', `/creators?search=${username}`)
    return body[0]
  }

  it('A search result never shows a protected picture, not even to a subscriber', async () => {
    const vera = await creatorNamed('vera-veil')
    const fan = await member('vera-fan')
    await subscribe(fan, vera, 30)
    await vera.posts({ protected: true })
    for (const person of [bob, fan, vera]) expect((await seen(person, 'vera-veil')).newest_picture).toBeNull()
    const open = await vera.posts()
    await vera.posts({ protected: true })
    for (const person of [bob, fan, vera]) expect((await seen(person, 'vera-veil')).newest_picture).toBe(open.file)
    expect((await bob.ask('GET', open.file as string)).status).toBe(200)
    await vera.ask('PATCH', `/posts/${open.id}`, { protected: true })
    for (const person of [bob, fan, vera]) expect((await seen(person, 'vera-veil')).newest_picture).toBeNull()
  })

  it('A search result shows the newest public picture, as does the list of recently active creators', async () => {
    const nina = await creatorNamed('nina-new')
    passes(1000)
    await nina.posts()
    passes(1000)
    const newest = await nina.posts()
    expect((await seen(bob, 'nina-new')).newest_picture).toBe(newest.file)
    const { body } = await bob.ask('GET', '/creators')
    expect(body[0]).toMatchObject({ username: 'nina-new', newest_picture: newest.file })
  })

  it('A search result shows the prices of the profile', async () => {
    const paula = await creatorNamed('paula-price')
    await ctx.db`update profiles set day_subscription = 1.5, month_subscription = 12 where id = ${paula.id}`
    expect(await seen(bob, 'paula-price')).toMatchObject({
      day_subscription: '1.50',
      week_subscription: '14.99',
      month_subscription: '12.00',
    })
  })

  it('A search result shows the story ring of the strip, for each viewer their own', async () => {
    const tess = await creatorNamed('tess-tells')
    const fan = await member('tess-fan')
    await subscribe(fan, tess, 30)
    const ringOf = async (person: Person) => (await seen(person, 'tess-tells')).story_ring
    const everybody = [bob, fan]
    for (const person of everybody) expect(await ringOf(person)).toBeNull()

    const open = await tess.tells()
    for (const person of everybody) expect(await ringOf(person)).toBe('new')
    for (const person of everybody) await person.ask('POST', `/stories/${open.id}/seen`)
    for (const person of everybody) expect(await ringOf(person)).toBe('seen')

    // A new protected story counts as new only for viewers who may see it.
    await tess.tells({ protected: true })
    expect(await ringOf(bob)).toBe('seen')
    expect(await ringOf(fan)).toBe('new')

    passes(DAY_MS)
    for (const person of everybody) expect(await ringOf(person)).toBeNull()
  })

  it('A page of twenty search results costs as many statements as a page of one', async () => {
    const all: CreatorRow[] = []
    for (let index = 0; index < 20; index += 1) {
      const { id } = await creator(`page-${index}`)
      all.push({ id, username: `page-${index}`, bio: '', picture_id: null, suscribed: false })
    }
    const statementsFor = async (rows: CreatorRow[]) => {
      let count = 0
      const db = new Proxy(ctx.db, {
        apply(target, self, parts) {
          count += 1
          return Reflect.apply(target, self, parts)
        },
      })
      expect(await presentCreators(db, { viewer_id: bob.id, now: ctx.now() }, rows)).toHaveLength(rows.length)
      return count
    }
    expect(await statementsFor(all)).toBe(await statementsFor(all.slice(0, 1)))
  })
})
