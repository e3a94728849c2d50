import { beforeAll, describe, expect, it } from 'vitest'
import { FOUND_CREATORS_MAX } from '#contract/creators.ts'
import { DAY_MS } from '#contract/time.ts'
import { type Person, world } from '#tests/support/world.ts'

const { creatorNamed, ctx, member, passes, staff, subscribe, visitor } = await world()
const bob = await member('bob')

async function creatorWithBio(username: string, bio: string): Promise<Person> {
  const person = await creatorNamed(username)
  await ctx.db`update profiles set bio = ${bio} where id = ${person.id}`
  return person
}

async function searchFor(search: string, person = bob): Promise<string[]> {
  const { status, body } = await person.ask('GET', `/creators?search=${encodeURIComponent(search)}`)
  expect(status, search).toBe(200)
  return body.map(({ username }: { username: string }) => username)
}

beforeAll(async () => {
  await creatorWithBio('Elodie', 'Danse, costumes et cœurs brisés. Une élégance à part.')
  await creatorNamed('elodie_marchand')
  await creatorWithBio('Atelier-du-Bois', 'I turn bowls, and teach ceramics on Sundays')
  await creatorWithBio('zora', 'Friend of Elodie')
  await creatorNamed('melodine')
})

describe('Refused searches', () => {
  it('A visitor cannot search for creators', async () => {
    expect((await visitor.ask('GET', '/creators?search=elodie')).status).toBe(401)
  })

  it.each([`search=${'x'.repeat(101)}`, 'search=a&search=b', 'search=%00'])(
    'A search for creators with %s is refused',
    async (query) => {
      expect((await bob.ask('GET', `/creators?${query}`)).status).toBe(422)
    },
  )
})

describe('Searching for creators', () => {
  it('Everybody who is signed in can search for creators, and sees only what a profile shows', async () => {
    const people = [
      bob,
      await creatorNamed('of_creators'),
      await staff('mod', 'moderator'),
      await staff('adm', 'admin'),
    ]
    for (const person of people) {
      const { status, body } = await person.ask('GET', '/creators?search=zora')
      expect(status).toBe(200)
      expect(body[0]).toEqual({
        id: expect.any(String),
        username: 'zora',
        bio: 'Friend of Elodie',
        profile_pic: null,
        suscribed: false,
        day_subscription: '7.99',
        week_subscription: '14.99',
        month_subscription: '23.99',
        newest_picture: null,
        story_ring: null,
      })
    }
  })

  it('A search finds the exact name first, then names that begin with it, then similar names, then bios', async () => {
    expect(await searchFor('elodie')).toEqual(['Elodie', 'elodie_marchand', 'melodine', 'zora'])
  })

  it.each([
    ['ELODIE', 'Elodie'],
    ['élodie', 'Elodie'],
    ['@elodie', 'Elodie'],
    ['@ elodie', 'Elodie'],
    ['  elo ', 'Elodie'],
    ['eloide', 'Elodie'],
    ['elodi', 'Elodie'],
    ['ellodie', 'Elodie'],
    ['elodie marchand', 'elodie_marchand'],
    ['elodie_m', 'elodie_marchand'],
    ['atelier du bois', 'Atelier-du-Bois'],
    ['bois', 'Atelier-du-Bois'],
    ['ateleir', 'Atelier-du-Bois'],
    ['ceramics', 'Atelier-du-Bois'],
    ['ceramcs', 'Atelier-du-Bois'],
    ['elegance', 'Elodie'],
    ['ÉLÉGANCE', 'Elodie'],
    ['coeurs', 'Elodie'],
    ['cœurs', 'Elodie'],
    ['costu', 'Elodie'],
  ])('A search for %j finds %s first', async (search, username) => {
    expect((await searchFor(search))[0]).toBe(username)
  })

  it.each(['%', '_', '\\', '%%%', '___', "'", '"', '\\%', '--', ';', '$1', '(', '*', '🎭', 'x_%', '​'])(
    'A search for %j is taken literally, without wildcards or operators',
    async (search) => {
      expect(await searchFor(search)).toEqual([])
      expect(await searchFor(`q${search}q`)).toEqual([])
    },
  )

  it('A search finds bios that contain all words, or words that begin with them, in any order', async () => {
    await creatorWithBio('owl', 'Half a moon over the harbour, (very) old brass, and owls: नमस्ते')
    for (const search of ['brass moon', 'owls half', 'harb half', '(very) owls', 'नमस्ते moon'])
      expect(await searchFor(search), search).toEqual(['owl'])
    for (const search of ['brass elodie', 'arbour moon', 'नमते ते', '(.*) \\w+']) {
      expect(await searchFor(search), search).not.toContain('owl')
    }
  })

  it('A space after the @ is ignored, and does not match any letter', async () => {
    expect(await searchFor('@ o')).not.toContain('zora')
  })

  it('A search leaves out a step that takes too long, and answers with what the others find', async () => {
    await ctx.db.begin(async (db) => {
      // Only the first step reads this table.
      await db`lock table usernames in access exclusive mode`
      expect(await searchFor('zora')).toEqual(['zora'])
    })
  })

  it('A search finds only creators, and nobody by an e-mail address', async () => {
    const carl = await member('carl-the-fan')
    await carl.ask('PUT', '/user', { username: 'carl_the_fan' })
    expect(await searchFor('carl_the_fan')).toEqual([])
    expect(await searchFor('zora@example.com')).toEqual(['zora'])
    expect(await searchFor('example.com')).toEqual([])
  })

  it('A search finds a creator by a complete former name, under the new name, and not by a part of it', async () => {
    const hal = await creatorNamed('quixote')
    await hal.ask('PUT', '/user', { username: 'dulcinea' })
    expect(await searchFor('Quixote')).toEqual(['dulcinea'])
    expect(await searchFor('quixo')).toEqual([])
  })

  it('A typing error in the new name finds a creator who was renamed, and one in the former name does not', async () => {
    const una = await creatorNamed('marguerite')
    expect(await searchFor('margeurite')).toEqual(['marguerite'])
    await una.ask('PUT', '/user', { username: 'wilhelmina' })
    expect(await searchFor('wilhlemina')).toEqual(['wilhelmina'])
    expect(await searchFor('margeurite')).toEqual([])
  })

  it('A search does not find a creator whose account is deleted, by name, former name or bio', async () => {
    const ida = await creatorWithBio('vanishing', 'Juggling wolverines')
    await ida.ask('PUT', '/user', { username: 'vanished' })
    expect(await searchFor('vanished')).toEqual(['vanished'])
    await ctx.db`update users set erased_at = ${ctx.now()} where id = ${ida.id}`
    for (const search of ['vanished', 'vanishing', 'vanishde', 'wolverines', '']) {
      expect(await searchFor(search), search).not.toContain('vanished')
    }
  })

  it('A search finds a bio as it is after a change', async () => {
    const jo = await creatorNamed('jo-the-first')
    expect(await searchFor('accordion')).toEqual([])
    await ctx.db`update profiles set bio = 'Accordéon, accordion' where id = ${jo.id}`
    expect(await searchFor('accordeon')).toEqual(['jo-the-first'])
  })

  it('A search shows whether the viewer has an active subscription', async () => {
    const kim = await creatorNamed('kimono')
    const fan = await member('kim-fan')
    const subscribed = async (person: Person) =>
      (await person.ask('GET', '/creators?search=kimono')).body[0].suscribed as boolean
    expect(await subscribed(fan)).toBe(false)
    await subscribe(fan, kim, 1)
    expect(await subscribed(fan)).toBe(true)
    expect(await subscribed(bob)).toBe(false)
    passes(DAY_MS)
    expect(await subscribed(fan)).toBe(false)
  })

  it('A search shows twenty creators at most, each once', async () => {
    for (let index = 0; index < FOUND_CREATORS_MAX + 3; index += 1)
      await creatorWithBio(`crowd-${index}`, 'One of the crowd')
    const names = await searchFor('crowd')
    expect(names).toHaveLength(FOUND_CREATORS_MAX)
    expect(new Set(names).size).toBe(FOUND_CREATORS_MAX)
  })
})

describe('Without a search term', () => {
  it('Without a search term, creators with the latest public posts are listed, and nobody without one', async () => {
    const [lea, max] = [await creatorNamed('lea-posts'), await creatorNamed('max-posts')]
    const ned = await creatorNamed('ned-keeps')
    for (const person of [lea, max, lea]) {
      passes(1000)
      await person.posts()
    }
    await ned.posts({ protected: true })
    for (const query of ['', '?search=', '?search=%20%20']) {
      const { body } = await bob.ask('GET', `/creators${query}`)
      expect(body.map(({ username }: { username: string }) => username)).toEqual(['lea-posts', 'max-posts'])
    }
  })
})
