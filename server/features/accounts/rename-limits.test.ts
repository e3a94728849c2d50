import { describe, expect, it } from 'vitest'
import { isReservedUsername, isStaffLikeUsername } from '#contract/reserved-usernames.ts'
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import { type Person, world } from '#tests/support/world.ts'

const { ctx, member, creator, visitor, passes } = await world()
const limited = await world({ RATE_LIMITS: 'on' })

function rename(person: Person, username: string) {
  return person.ask('PUT', '/user', { username })
}

describe('New usernames', () => {
  it.each([
    ...['moderator', 'official', 'security', 'help', 'root', 'team', 'administrator', 'Moderator', 'OFFICIAL'],
    ...[
      'loge-team',
      'Loge_France',
      'logement',
      'l0ge',
      '1oge_support',
      'mode-rator',
      'm0derator',
      'off1cial',
      'secur1ty',
    ],
    ...['h-e-l-p', 'admin_', '5upport', 'supp0rt', 'st-aff', 'r00t'],
  ])('A member cannot take a username that looks like staff: %s', async (name) => {
    const amy = await member(`a${Math.random().toString(36).slice(2)}`)
    expect(await rename(amy, name)).toMatchObject({ status: 422, body: { code: 'username_reserved' } })
  })

  it.each(['helper', 'rooted', 'teammate', 'my-loge', 'eloge', 'officially', 'administer', 'l0tte'])(
    'A member can take a username that only resembles a reserved one: %s',
    async (name) => {
      const bob = await member(`b${name}`)
      expect((await rename(bob, name)).status).toBe(200)
    },
  )

  it('A member can change the username three times a day; a refused name or the current one does not count', async () => {
    const cat = await limited.member('cat')
    const dan = await limited.member('dan')
    await rename(dan, 'dans-name')
    for (const name of ['cat-1', 'cat-1', 'dans-name', 'help', 'x', 'cat-2', 'cat-2', 'Cat-3'])
      expect((await rename(cat, name)).status, name).toBe(['dans-name', 'help', 'x'].includes(name) ? 422 : 200)
    const refused = await rename(cat, 'cat-4')
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, String(24 * 60 * 60)])
    expect((await rename(cat, 'Cat-3')).status).toBe(200)
    expect((await cat.ask('PUT', '/user', { locale: 'fr' })).body.username).toBe('Cat-3')
    limited.passes(DAY_MS)
    expect((await rename(cat, 'cat-4')).status).toBe(200)
  })

  it('A member who requests many usernames at once gets three at most', async () => {
    const eve = await limited.member('eve')
    const replies = await Promise.all(Array.from({ length: 12 }, (_, i) => rename(eve, `eve-${i}`)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(9)
  })

  it('The two latest former usernames stay reserved; an older one leads to its former owner until somebody takes it', async () => {
    const fay = await creator('fay')
    const gus = await member('gus')
    for (const name of ['fay-1', 'fay-2', 'fay-3', 'fay-4']) {
      await rename(fay, name)
      passes(MINUTE_MS)
    }
    expect((await visitor.ask('GET', '/profiles/fay-1')).status).toBe(401)
    expect((await gus.ask('GET', '/profiles/fay-1')).body.username).toBe('fay-4')
    for (const held of ['fay-4', 'fay-3', 'fay-2'])
      expect((await rename(gus, held)).body.code, held).toBe('username_taken')
    expect((await rename(gus, 'fay-1')).status).toBe(200)
    expect((await rename(fay, 'fay-1')).body.code).toBe('username_taken')
    // Taking back a former name reserves no name that was given up before.
    expect((await rename(fay, 'fay-2')).status).toBe(200)
    expect((await rename(gus, 'fay-4')).body.code).toBe('username_taken')
  })
})

describe('Usernames that were reserved later', () => {
  it('Whoever has a name that was reserved later keeps it with its page, and cannot take it again once they gave it up', async () => {
    const hal = await creator('hal')
    await ctx.db`update users set username = 'Moderator' where id = ${hal.id}`
    await ctx.db`insert into usernames (name_key, user_id) values ('moderator', ${hal.id})`
    expect((await rename(hal, 'Moderator')).status).toBe(200)
    expect((await rename(hal, 'MODERATOR')).body.username).toBe('MODERATOR')
    expect((await hal.ask('PUT', '/user', { username: 'MODERATOR', locale: 'fr' })).status).toBe(200)
    expect((await hal.ask('GET', '/profiles/moderator')).body.username).toBe('MODERATOR')
    // Pages of such names are shown: nobody can take them any more, but they are no paths of the web app.
    expect([isStaffLikeUsername('moderator'), isReservedUsername('moderator')]).toEqual([true, false])
    expect((await rename(hal, 'hal')).status).toBe(200)
    expect((await rename(hal, 'moderator')).body.code).toBe('username_reserved')
  })
})
