import { describe, expect, it } from 'vitest'
import { PASSWORD, world } from '#tests/support/world.ts'
import { AGE_WORDING } from './actions.ts'

const { ctx, visitor, stranger } = await world()

function signUp(user: unknown) {
  return visitor.ask('POST', '/users', { user })
}

async function ageOf(email: string) {
  const [row] = await ctx.db`
    select age_confirmed_at, age_wording, age_locale from users where email_key = ${email}`
  return row
}

describe('Refused sign-ups', () => {
  it.each([
    ['with no body', undefined],
    ['with an empty object', {}],
    ['with a list for a body', []],
    // Spec 8.42
    ['with no user in it', { email: 'a@example.com', password: PASSWORD }],
    // Spec 5.1
    ['without an address', { user: { password: PASSWORD } }],
    // Spec 3.30
    ['without a password', { user: { email: 'a@example.com' } }],
    ['with a number for an address', { user: { email: 7, password: PASSWORD } }],
    ['with an object for a password', { user: { email: 'a@example.com', password: { $ne: '' } } }],
    ['with a text for the age', { user: { email: 'a@example.com', password: PASSWORD, age_confirmed: 'yes' } }],
    ['with null for the age', { user: { email: 'a@example.com', password: PASSWORD, age_confirmed: null } }],
    ['with null for both', { user: { email: null, password: null } }],
  ])('A sign-up %s is refused', async (_, body) => {
    const { status, body: answer } = await visitor.ask('POST', '/users', body)
    expect(status).toBe(422)
    expect(answer).toMatchObject({ error: expect.any(String), code: 'invalid' })
  })

  it.each([
    '',
    ' ',
    'nobody',
    'nobody@',
    '@example.com',
    'no body@example.com',
    'a@b@example.com',
    'nobody@example',
    'nobody@example.c',
    `${'a'.repeat(250)}@example.com`,
    'a\0b@example.com',
    'a\u0007b@example.com',
    'a\u200bb@example.com',
    'a\ud800b@example.com',
    '1,victim@example.com',
    'group:victim@example.com',
    'x<victim@example.com',
  ])('A sign-up with the address %j is refused', async (email) => {
    const { status, body } = await signUp({ email, password: PASSWORD })
    expect(status).toBe(422)
    expect(body.code).toBe('invalid')
  })

  // Spec 5.4
  it.each([
    ['of 7 characters', 'abcdefg', 'password_length'],
    ['of 129 characters', 'x'.repeat(129), 'password_length'],
    ['of 900 characters', 'x'.repeat(900), 'password_length'],
    ['that everybody uses', 'password1', 'weak_password'],
    ['that everybody uses, in capitals', 'QWERTYUIOP', 'weak_password'],
    ['that is the address', 'itself@example.com', 'weak_password'],
    ['that is the name of the product and a year', 'Loge-2026!', 'weak_password'],
    ['that is a role and the name of the product', 'adminloge', 'weak_password'],
    ['that is a part of the address and digits', 'itself12345', 'weak_password'],
  ])('A sign-up with a password %s is refused', async (_, password, code) => {
    const { status, body } = await signUp({ email: 'itself@example.com', password })
    expect(status).toBe(422)
    expect(body.code).toBe(code)
  })

  it('A sign-up with an address that is taken is refused, in any case and with spaces around it', async () => {
    await signUp({ email: 'Taken@example.com', password: PASSWORD })
    for (const email of ['Taken@example.com', 'taken@EXAMPLE.com', '  taken@example.com ']) {
      const { status, body } = await signUp({ email, password: PASSWORD })
      expect(status).toBe(422)
      expect(body.code).toBe('email_taken')
    }
  })

  it('A sign-up of somebody who does not confirm their age is refused, and no account is created', async () => {
    const { status, body } = await signUp({ email: 'young@example.com', password: PASSWORD, age_confirmed: false })
    expect([status, body]).toEqual([
      422,
      {
        error: 'You must be at least 18 years old to sign up',
        code: 'invalid',
        fields: { age_confirmed: 'required' },
      },
    ])
    expect(await ctx.db`select from users where email_key = 'young@example.com'`).toHaveLength(0)
  })

  it('A sign-up with a huge address that is made to be slow is refused quickly', async () => {
    const { status } = await signUp({ email: `a@${'.a'.repeat(30_000)}`, password: PASSWORD })
    expect(status).toBe(422)
  })
})

describe('Signing up', () => {
  // Spec 2.34, 7.13
  it('A visitor who signs up gets an account, and no token with it', async () => {
    const { status, body, headers } = await signUp({ email: ' Amy@Example.com ', password: PASSWORD })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      username: expect.stringMatching(/^member_[a-z0-9]{6}$/),
      email: 'Amy@Example.com',
      email_confirmed: false,
      role: null,
      profile_id: null,
      wish_to_become_creator: false,
      may_be_creator: true,
      profile_pic: null,
      can_add_stories: false,
      locale: null,
      theme: null,
    })
    expect(headers.authorization).toBeUndefined()
  })

  it('A visitor who signs up cannot make themselves staff or a creator', async () => {
    const { status, body } = await signUp({
      email: 'eve@example.com',
      password: PASSWORD,
      role: 'admin',
      profile_id: 'x',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({ role: null, profile_id: null })
  })

  it('The confirmation of the age is kept with its time and the version and language of its sentence', async () => {
    const person = stranger('adult')
    const user = { email: person.email, password: PASSWORD, age_confirmed: true }
    const french = { headers: { 'accept-language': 'fr' } }
    expect((await visitor.ask('POST', '/users', { user }, french)).status).toBe(201)
    expect(await ageOf(person.email)).toEqual({
      age_confirmed_at: ctx.now(),
      age_wording: AGE_WORDING,
      age_locale: 'fr',
    })
  })

  it('A client that does not know the field for the age is not refused, and nothing is kept', async () => {
    const person = stranger('older-client')
    expect((await person.signUp()).status).toBe(201)
    expect(await ageOf(person.email)).toEqual({ age_confirmed_at: null, age_wording: null, age_locale: null })
  })

  // Spec 5.4
  it('A password may have exactly 8 and exactly 128 characters, emoji counted as one', async () => {
    const short = await signUp({ email: 'short@example.com', password: 'zq7 🔥🔥🔥x' })
    const long = await signUp({ email: 'long@example.com', password: 'zq7x'.repeat(32) })
    expect([short.status, long.status]).toEqual([201, 201])
  })

  it('A visitor who signs up in French gets their mails in French', async () => {
    const { body } = await visitor.ask(
      'POST',
      '/users',
      { user: { email: 'lou@example.com', password: PASSWORD } },
      { headers: { 'accept-language': 'fr-CA,fr;q=0.9,en;q=0.8', cookie: 'lang=en' } },
    )
    expect(body.locale).toBe('fr')
  })

  it('A password cannot be read in the database', async () => {
    await signUp({ email: 'hidden@example.com', password: 'Hidden in plain sight 7' })
    const [row] = await ctx.db`select * from users where email_key = 'hidden@example.com'`
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(JSON.stringify(row)).not.toContain('plain sight')
  })

  it('Twenty identical sign-ups at once create one account', async () => {
    const twin = stranger('twin')
    const replies = await Promise.all(Array.from({ length: 20 }, () => twin.signUp()))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(replies.filter(({ body }) => body.code === 'email_taken')).toHaveLength(19)
    const [count] = await ctx.db`select count(*) from users where email_key = ${twin.email}`
    expect(count?.count).toBe(1)
  })
})
