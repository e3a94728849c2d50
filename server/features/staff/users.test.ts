import { describe, expect, it } from 'vitest'
import type { Role } from '#contract/accounts.ts'
import type { AdminUser } from '#contract/staff.ts'
import { emailKey } from '#server/emails.ts'
import { claimUsername } from '#server/store/accounts/usernames.ts'
import { insertUser, setRole } from '#server/store/accounts/users.ts'
import { newId } from '#server/store/ids.ts'
import { type Person, world } from '#tests/support/world.ts'

const { ctx, app, visitor, member, creator, passes } = await world({ ALLOWED_ORIGINS: 'https://desk.example' })

/** A person with this role and profile, each created a second after the last. */
async function createPerson(name: string, role: Role | null, hasProfile: boolean): Promise<Person> {
  passes(1000)
  const person = hasProfile ? await creator(name) : await member(name)
  if (role) await setRole(ctx.db, emailKey(person.email), role)
  await person.ask('PUT', '/user', { username: name })
  return person
}
const people = {
  'plain-member': await createPerson('plain-member', null, false),
  'plain-creator': await createPerson('plain-creator', null, true),
  'moderator-only': await createPerson('moderator-only', 'moderator', false),
  'moderator-creator': await createPerson('moderator-creator', 'moderator', true),
  'admin-only': await createPerson('admin-only', 'admin', false),
  'admin-creator': await createPerson('admin-creator', 'admin', true),
}
const admin = people['admin-only']

async function names(query: string, by: Person = admin): Promise<string[]> {
  const { status, body, headers } = await by.ask('GET', `/admin/users${query}`)
  expect(status, query).toBe(200)
  expect(headers['x-total-count'], query).toBe(String(body.length))
  return body.map(({ username }: AdminUser) => username)
}

describe('Refused lists of users', () => {
  // Spec 7.19
  it('Visitors, members and creators cannot list the users', async () => {
    const { status, body } = await visitor.ask('GET', '/admin/users')
    expect([status, body.code]).toEqual([401, 'unauthenticated'])
    for (const person of [people['plain-member'], people['plain-creator']]) {
      const refusal = await person.ask('GET', '/admin/users?search=plain')
      expect([refusal.status, refusal.body]).toEqual([
        403,
        { error: 'You are not allowed to do this', code: 'forbidden' },
      ])
      expect(refusal.headers['x-total-count']).toBeUndefined()
    }
  })

  // Spec 7.19
  it.each([
    'kind=king',
    'kind=Admin',
    'kind=admin&kind=lambda',
    'kind=null',
    'wish=1',
    'wish=TRUE',
    'wish=true&wish=true',
    'kind=%00',
    'search=%00',
    `search=${'x'.repeat(201)}`,
    'search=a&search=b',
    'cursor=',
    'cursor=1',
    `cursor=019ba4d2-0000-7000-8000-000000000000'--`,
  ])('The list of users is refused with %s', async (query) => {
    const { status, body } = await admin.ask('GET', `/admin/users?${query}`)
    expect([status, body.code]).toEqual([422, 'invalid'])
  })
})

describe('The list of users', () => {
  const NEWEST_FIRST = Object.keys(people).reverse()

  // Spec 2.85, 7.19
  it.each(['', '?kind=', '?search=', '?search=%20&kind='])(
    'Staff see all users, newest first, without a kind or with an empty one: "%s"',
    async (query) => {
      expect(await names(query)).toEqual(NEWEST_FIRST)
      expect(await names(query, people['moderator-only'])).toEqual(NEWEST_FIRST)
    },
  )

  // Spec 2.86, 3.2, 6.24, 7.19
  it.each([
    ['admin', ['admin-creator', 'admin-only']],
    ['moderator', ['moderator-creator', 'moderator-only']],
    ['creator', ['admin-creator', 'moderator-creator', 'plain-creator']],
    ['lambda', ['plain-member']],
  ])('Staff filter users by the kind %s: a role, a profile with any role, or neither', async (kind, expected) => {
    expect(await names(`?kind=${kind}`)).toEqual(expected)
  })

  it('Staff filter users by kind and search term together', async () => {
    expect(await names('?kind=creator&search=admin')).toEqual(['admin-creator'])
    expect(await names('?kind=lambda&search=admin')).toEqual([])
  })

  it('A user in the list has every field of the account, and no secret', async () => {
    const { body, text } = await admin.ask('GET', '/admin/users?search=admin-creator')
    expect(body).toEqual([
      {
        id: people['admin-creator'].id,
        username: 'admin-creator',
        email: 'admin-creator@example.com',
        email_confirmed: true,
        role: 'admin',
        profile_id: people['admin-creator'].id,
        profile_pic: null,
        wish_to_become_creator: false,
        can_add_stories: true,
        locale: null,
        theme: null,
        erased_at: null,
        creator_approved_at: null,
        frozen_at: null,
        frozen_until: null,
        created_at: expect.stringMatching(/^2026-03-01T12:00:\d\d\.000Z$/),
        may_be_creator: true,
      },
    ])
    expect(text).not.toContain('argon2')
  })

  it('While enrolment is open, every user may become a creator', async () => {
    const { body } = await admin.ask('GET', '/admin/users')
    expect(body.map(({ may_be_creator }: AdminUser) => may_be_creator)).toEqual(Array(6).fill(true))
  })

  it('Staff can list only those who wish to become creators, also of one kind', async () => {
    expect(await names('?wish=true')).toEqual([])
    for (const name of ['plain-member', 'moderator-only'] as const) {
      await people[name].ask('PUT', '/user', { wish_to_become_creator: true })
    }
    expect(await names('?wish=true', people['moderator-creator'])).toEqual(['moderator-only', 'plain-member'])
    expect(await names('?wish=true&kind=lambda')).toEqual(['plain-member'])
    expect(await names('?wish=true&search=moder')).toEqual(['moderator-only'])
    for (const all of ['', '?wish=', '?wish=false']) expect(await names(all), all).toHaveLength(6)
    await people['plain-member'].ask('PUT', '/user', { wish_to_become_creator: false })
    expect(await names('?wish=true')).toEqual(['moderator-only'])
  })

  it('Allowed origins can read how many users there are', async () => {
    const { headers } = await app.inject({
      url: '/api/admin/users',
      headers: { authorization: admin.token ?? '', origin: 'https://desk.example' },
    })
    expect(headers['access-control-expose-headers']).toContain('X-Total-Count')
    expect(headers['x-total-count']).toBe('6')
  })
})

describe('Searching for users', () => {
  it('A search finds a part of a username or of an address, in any case', async () => {
    expect(await names('?search=N-MEM')).toEqual(['plain-member'])
    expect(await names('?search=Only%40EXAMPLE')).toEqual(['admin-only', 'moderator-only'])
    expect(await names('?search=%20plain-member%20')).toEqual(['plain-member'])
  })

  it('Wildcards in a search for users are taken literally', async () => {
    for (const words of ['%25', '_', 'plain_member', '\\', 'plain%25', "'", '"; drop table users'])
      expect(await names(`?search=${words}`), words).toEqual([])
    const odd = await member('odd')
    await odd.ask('PUT', '/user', { username: 'x_y-z' })
    expect(await names('?search=X_Y')).toEqual(['x_y-z'])
    expect(await names('?search=x-y')).toEqual([])
  })

  it('A search for users works with one or two letters', async () => {
    expect(await names('?search=Y')).toEqual(expect.arrayContaining(['admin-only', 'moderator-only', 'x_y-z']))
    expect(await names('?search=X_')).toEqual(['x_y-z'])
    expect(await names('?search=_%25')).toEqual([])
  })

  it('A search finds a user by a former username, under the present one', async () => {
    const renamed = await member('renamed')
    await renamed.ask('PUT', '/user', { username: 'first-name' })
    await renamed.ask('PUT', '/user', { username: 'second-name' })
    expect(await names('?search=First-Name')).toEqual(['second-name'])
    expect(await names('?search=first-na')).toEqual([])
    // The prefix of all neutral names does not find everybody.
    expect(await names('?search=member_')).toEqual([])
  })
})

describe('Pages of users', () => {
  it('The next pages keep kind and search term, and each user once, while others sign up', async () => {
    const add = async (name: string) => {
      passes(1)
      const now = ctx.now()
      const id = newId(now)
      const email = `${name}@crowd.example`
      await ctx.db.begin(async (db) => {
        await claimUsername(db, id, name, now)
        const kept = { id, email, email_key: email, username: name, password_hash: 'none', locale: null }
        await insertUser(db, { ...kept, created_at: now })
      })
      return name
    }
    const expected: string[] = []
    for (let index = 0; index < 65; index++) expected.unshift(await add(`crowd-${index}`))

    const pages: string[][] = []
    let query: string | undefined = '?kind=lambda&search=%40crowd.'
    while (query) {
      const { body, headers } = await admin.ask('GET', `/admin/users${query}`)
      pages.push(body.map(({ username }: AdminUser) => username))
      expect(headers['x-total-count']).toBe(String(65 + pages.length - 1))
      query = /^<(\?[^>]+)>; rel="next"$/.exec(String(headers.link ?? ''))?.[1]
      if (query) expect(query).toMatch(/^\?kind=lambda&search=%40crowd\.&cursor=/)
      await add(`late-${pages.length}`)
    }
    expect(pages.map((page) => page.length)).toEqual([30, 30, 5])
    expect(pages.flat()).toEqual(expected)
  })
})
