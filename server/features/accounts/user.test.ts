import { describe, expect, it } from 'vitest'
import { RESERVED_USERNAMES } from '#contract/reserved-usernames.ts'
import { DAY_MS } from '#contract/time.ts'
import { insertProfile } from '#server/store/profiles.ts'
import { type Person, world } from '#tests/support/world.ts'

const { ctx, member, creator, staff, passes } = await world()

function rename(person: Person, username: unknown) {
  return person.ask('PUT', '/user', { username })
}

describe('Refused changes of an account', () => {
  // Spec 7.11
  it('A change of an account is refused with nothing to change, or something of the wrong type', async () => {
    const ann = await member('ann')
    for (const body of [
      undefined,
      {},
      [],
      { username: 5 },
      { wish_to_become_creator: 'yes' },
      { locale: 'de' },
      { locale: null },
      { theme: 'sepia' },
      { theme: 1 },
    ]) {
      expect((await ann.ask('PUT', '/user', body)).status, JSON.stringify(body)).toBe(422)
    }
  })

  // Spec 5.23
  it.each([
    '',
    'ab',
    'a'.repeat(31),
    '_abc',
    '-abc',
    'a b c',
    'a.bc',
    'été',
    'a/bc',
    'abc\n',
    'a\0bc',
    '../abc',
    'аbc',
    '😀😀😀',
    'x'.repeat(150),
  ])('A member cannot take the invalid username %j', async (username) => {
    const bob = await member(`bob-${Buffer.from(username).toString('hex').slice(0, 40)}`)
    const { status, body } = await rename(bob, username)
    expect(status).toBe(422)
    expect(body.code).toBe('invalid')
  })

  // Spec 5.23
  it('A member cannot take a username that is a path of the web app or otherwise reserved, in any case', async () => {
    const cyd = await member('cyd')
    expect(RESERVED_USERNAMES.size).toBeGreaterThan(20)
    for (const name of [
      'home',
      'Login',
      'SETTINGS',
      'admin',
      'Creator',
      'conversations',
      'api',
      'Cable',
      'support',
      'loge',
    ]) {
      const { status, body } = await rename(cyd, name)
      expect(status, name).toBe(422)
      expect(body.code, name).toBe('username_reserved')
    }
  })

  // Spec 5.23
  it('A member cannot take a username that somebody has, in any case', async () => {
    const dee = await member('dee')
    const eli = await member('eli')
    expect((await rename(dee, 'Dee-Dee_1')).status).toBe(200)
    const { status, body } = await rename(eli, 'dee-dee_1')
    expect(status).toBe(422)
    expect(body.code).toBe('username_taken')
  })

  it('A member cannot change their role or other fields that are not theirs to set', async () => {
    const fox = await member('fox')
    await fox.ask('PUT', '/user', { locale: 'fr', role: 'admin', email: 'x@example.com', id: 'x', profile_id: fox.id })
    const { body } = await fox.ask('GET', '/user')
    expect(body).toMatchObject({ id: fox.id, role: null, email: 'fox@example.com', profile_id: null, locale: 'fr' })
  })
})

describe('Accounts', () => {
  // Spec 3.1, 3.36, 7.9, 7.50
  it('A member is shown with every field of the specification, and without the password', async () => {
    const gia = await member('gia')
    const { status, body, text } = await gia.ask('GET', '/user')
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual([
      'can_add_stories',
      'email',
      'email_confirmed',
      'id',
      'locale',
      'may_be_creator',
      'profile_id',
      'profile_pic',
      'role',
      'theme',
      'username',
      'wish_to_become_creator',
    ])
    expect(text).not.toContain('argon2')
  })

  it('The theme is kept in the account for every role, and may be unset', async () => {
    const people = [
      await member('jan'),
      await creator('jil'),
      await staff('jon', 'moderator'),
      await staff('jud', 'admin'),
    ]
    for (const person of people) {
      expect((await person.ask('GET', '/user')).body.theme).toBeNull()
      expect((await person.ask('PUT', '/user', { theme: 'dark' })).body.theme).toBe('dark')
      expect((await person.signIn()).body.theme).toBe('dark')
      // Fields that are not named stay unchanged.
      expect((await person.ask('PUT', '/user', { locale: 'fr' })).body).toMatchObject({ theme: 'dark', locale: 'fr' })
      expect((await person.ask('PUT', '/user', { theme: null })).body).toMatchObject({ theme: null, locale: 'fr' })
    }
  })

  // Spec 2.62, 7.11
  it('A username is kept as it was typed', async () => {
    const hal = await member('hal')
    const { body } = await rename(hal, 'Hal-9000_x')
    expect(body.username).toBe('Hal-9000_x')
    expect((await rename(hal, 'HAL-9000_X')).body.username).toBe('HAL-9000_X')
  })

  // Spec 2.63, 3.4, 6.23, 7.11
  it('A member says that they wish to become a creator, and takes it back', async () => {
    const ivy = await member('ivy')
    expect((await ivy.ask('PUT', '/user', { wish_to_become_creator: true })).body.wish_to_become_creator).toBe(true)
    expect((await ivy.ask('PUT', '/user', { wish_to_become_creator: false })).body.wish_to_become_creator).toBe(false)
  })

  it('A member can take back a username they gave up; somebody else gets it only after 90 days', async () => {
    const jay = await member('jay')
    const kai = await member('kai')
    await rename(jay, 'first-name')
    await rename(jay, 'second-name')
    expect((await rename(kai, 'First-Name')).body.code).toBe('username_taken')
    expect((await rename(jay, 'first-name')).status).toBe(200)
    await rename(jay, 'second-name')
    passes(90 * DAY_MS)
    await kai.signIn()
    expect((await rename(kai, 'first-name')).body.code).toBe('username_taken')
    passes(1)
    expect((await rename(kai, 'first-name')).status).toBe(200)
  })

  it('Of several members who request a username at once exactly one gets it', async () => {
    const people = await Promise.all(['l1', 'l2', 'l3', 'l4', 'l5', 'l6'].map(member))
    const replies = await Promise.all(people.map((person, i) => rename(person, i % 2 ? 'WANTED' : 'wanted')))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ body }) => body.code === 'username_taken')).toHaveLength(5)
  })
})

describe('Who may add stories', () => {
  // Spec 3.3, 6.17
  it('An admin with a profile may add stories, and nobody else, as the specification says', async () => {
    const people = [await member('m1'), await creator('c1'), await staff('s1', 'moderator'), await staff('a1', 'admin')]
    for (const person of people) expect((await person.ask('GET', '/user')).body.can_add_stories).toBe(false)
    const [, , , admin] = people
    await insertProfile(ctx.db, { id: admin?.id ?? '', bio: '', created_at: ctx.now() })
    expect((await admin?.ask('GET', '/user'))?.body).toMatchObject({ can_add_stories: true, profile_id: admin?.id })
  })
})
