import { beforeAll, describe, expect, it } from 'vitest'
import { FOUND_CREATORS_MAX } from '#contract/limits.ts'
import { DAY_MS } from '#contract/time.ts'
import { type Person, world } from '#tests/support/world.ts'

const { creator, ctx, member, passes, staff, subscribe, visitor } = await world()
const bob = await member('bob')

/** A creator under this name, who says this of themselves. */
async function artist(username: string, bio = ''): Promise<Person> {
  const person = await creator(username.toLowerCase())
  await person.ask('PUT', '/user', { username })
  if (bio !== '') await ctx.db`update profiles set bio = ${bio} where id = ${person.id}`
  return person
}

async function found(search: string, person = bob): Promise<string[]> {
  const { status, body } = await person.ask('GET', `/creators?search=${encodeURIComponent(search)}`)
  expect(status, search).toBe(200)
  return body.map(({ username }: { username: string }) => username)
}

beforeAll(async () => {
  await artist('Elodie', 'Danse, costumes et cœurs brisés. Une élégance à part.')
  await artist('elodie_marchand')
  await artist('Atelier-du-Bois', 'I turn bowls, and teach ceramics on Sundays')
  await artist('zora', 'Friend of Elodie')
  await artist('melodine')
})

describe('A search is refused', () => {
  it('to a visitor', async () => {
    expect((await visitor.ask('GET', '/creators?search=elodie')).status).toBe(401)
  })

  it.each([`search=${'x'.repeat(101)}`, 'search=a&search=b', 'search=%00'])('with %s', async (query) => {
    expect((await bob.ask('GET', `/creators?${query}`)).status).toBe(422)
  })
})

describe('A search', () => {
  it('is open to everybody who is signed in, and shows nothing but what a profile shows', async () => {
    const people = [bob, await artist('of_creators'), await staff('mod', 'moderator'), await staff('adm', 'admin')]
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

  it('finds the very name first, then names that begin with it, then names like it, then bios', async () => {
    expect(await found('elodie')).toEqual(['Elodie', 'elodie_marchand', 'melodine', 'zora'])
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
  ])('for %j finds %s first', async (search, username) => {
    expect((await found(search))[0]).toBe(username)
  })

  it.each(['%', '_', '\\', '%%%', '___', "'", '"', '\\%', '--', ';', '$1', '(', '*', '🎭', 'x_%', '​'])(
    'for %j takes it for what it is, and finds nobody by a trick',
    async (search) => {
      expect(await found(search)).toEqual([])
      expect(await found(`q${search}q`)).toEqual([])
    },
  )

  it('finds who says all of the words, or words that begin so, in whatever order', async () => {
    await artist('owl', 'Half a moon over the harbour, (very) old brass, and owls: नमस्ते')
    for (const search of ['brass moon', 'owls half', 'harb half', '(very) owls', 'नमस्ते moon'])
      expect(await found(search), search).toEqual(['owl'])
    for (const search of ['brass elodie', 'arbour moon', 'नमते ते', '(.*) \\w+']) {
      expect(await found(search), search).not.toContain('owl')
    }
  })

  it('takes a gap after the @ for nothing, and not for any letter', async () => {
    expect(await found('@ o')).not.toContain('zora')
  })

  it('leaves out the step that takes too long, and answers with what the others find', async () => {
    await ctx.db.begin(async (db) => {
      // Nothing but the first step reads it.
      await db`lock table usernames in access exclusive mode`
      expect(await found('zora')).toEqual(['zora'])
    })
  })

  it('finds nobody who is no creator, and nobody by an address', async () => {
    const carl = await member('carl-the-fan')
    await carl.ask('PUT', '/user', { username: 'carl_the_fan' })
    expect(await found('carl_the_fan')).toEqual([])
    expect(await found('zora@example.com')).toEqual(['zora'])
    expect(await found('example.com')).toEqual([])
  })

  it('finds who had the name by all of it, under the name they have, and not by a part of it', async () => {
    const hal = await artist('quixote')
    await hal.ask('PUT', '/user', { username: 'dulcinea' })
    expect(await found('Quixote')).toEqual(['dulcinea'])
    expect(await found('quixo')).toEqual([])
  })

  it('finds nobody who is about to leave, by name, former name or bio', async () => {
    const ida = await artist('vanishing', 'Juggling wolverines')
    await ida.ask('PUT', '/user', { username: 'vanished' })
    expect(await found('vanished')).toEqual(['vanished'])
    await ctx.db`update users set erased_at = ${ctx.now()} where id = ${ida.id}`
    for (const search of ['vanished', 'vanishing', 'vanishde', 'wolverines', '']) {
      expect(await found(search), search).not.toContain('vanished')
    }
  })

  it('follows a bio that changes', async () => {
    const jo = await artist('jo-the-first')
    expect(await found('accordion')).toEqual([])
    await ctx.db`update profiles set bio = 'Accordéon, accordion' where id = ${jo.id}`
    expect(await found('accordeon')).toEqual(['jo-the-first'])
  })

  it('says who is subscribed to by the dates', async () => {
    const kim = await artist('kimono')
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

  it('shows twenty at most, each once', async () => {
    for (let index = 0; index < FOUND_CREATORS_MAX + 3; index += 1) await artist(`crowd-${index}`, 'One of the crowd')
    const names = await found('crowd')
    expect(names).toHaveLength(FOUND_CREATORS_MAX)
    expect(new Set(names).size).toBe(FOUND_CREATORS_MAX)
  })
})

describe('Without a search', () => {
  it('come those who published for everybody last, and nobody who never did', async () => {
    const [lea, max] = [await artist('lea-posts'), await artist('max-posts')]
    const ned = await artist('ned-keeps')
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
